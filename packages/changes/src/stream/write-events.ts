import type { Chunk } from '../types.ts';

/** Milliseconds until a client connects again after a stream has ended. */
const RETRY = 1_000;

/** Write what a stream sends as events (`text/event-stream`), with the names of the protocol Durable Streams. */
export async function* writeEvents(chunks: AsyncIterable<Chunk>): AsyncGenerator<string> {
  yield `retry: ${RETRY}\n\n`;
  for await (const { messages, offset, upToDate } of chunks) {
    const id = offset === undefined ? '' : `id: ${offset}\n`;
    const data = messages.length === 0 ? '' : `event: data\n${id}data: [${messages.join()}]\n\n`;
    const control = { streamNextOffset: offset, streamCursor: offset, ...(upToDate && { upToDate }) };
    yield offset === undefined ? data : `${data}event: control\n${id}data: ${JSON.stringify(control)}\n\n`;
  }
}

/** Write what there is as one list of JSON. */
export async function* writeList(chunks: AsyncIterable<Pick<Chunk, 'messages'>>): AsyncGenerator<string> {
  let before = '[';
  for await (const { messages } of chunks) {
    if (messages.length === 0) continue;
    yield before + messages.join();
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
