import { ApiError, NetworkError } from '../errors.ts';
import { type Outgoing, send } from '../send.ts';
import type { ClientOptions } from '../types.ts';
import { createEventParser, type ServerEvent } from './parse-events.ts';

/**
 * One connection to a stream of events. It is lost when no byte comes for 45 seconds: the service sends one every 15.
 *
 * @param onOpen - called when the service has accepted the request
 * @throws {NetworkError} when the connection is lost
 * @throws {ApiError} when the service refuses it
 */
export async function* readEvents(
  { path, signal, headers }: Pick<Outgoing, 'path' | 'signal' | 'headers'>,
  options: ClientOptions,
  onOpen: () => void,
): AsyncGenerator<ServerEvent, void, undefined> {
  const controller = new AbortController();
  const close = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', close, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time that the reader of the events takes is not counted. */
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    timer = setTimeout(() => {
      controller.abort(new NetworkError('GET', path, new Error(`No byte came for ${SILENCE / 1000} seconds.`)));
    }, SILENCE);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    if (signal?.aborted) close();
    const asked = { method: 'GET', path, isRepeatable: false, signal: controller.signal, as: 'stream' } as const;
    const answer = await timed(send({ ...asked, headers: { accept: TYPE, ...headers } }, options));
    if (!answer.headers.get('content-type')?.startsWith(TYPE)) {
      const detail = 'The answer is no stream of events: something else than the service has sent it. Check baseUrl.';
      throw new ApiError(200, { detail }, answer.headers, false);
    }
    const reader = (answer.body as ReadableStream<Uint8Array> | null | undefined)?.getReader();
    if (reader === undefined)
      throw new TypeError('This fetch gives no streams. Pass another one: createApi({ fetch })');
    onOpen();
    const decoder = new TextDecoder();
    const parse = createEventParser();
    for (;;) {
      const { done, value } = await timed(reader.read()).catch((cause: unknown) => {
        throw controller.signal.aborted ? controller.signal.reason : new NetworkError('GET', path, cause);
      });
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    signal?.removeEventListener('abort', close);
    controller.abort();
  }
}

// --- internal ---

const TYPE = 'text/event-stream';

/** Milliseconds: three times what is between two heartbeats. */
const SILENCE = 45_000;
