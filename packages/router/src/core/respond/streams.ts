import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { debug } from '../debug.ts';
import { requestError } from '../errors.ts';

/**
 * Convert a value to a stream: a Node stream, a web stream, or another implementation with `pipe`.
 *
 * @returns a stream that fails with `E_NO_ANSWER` when a chunk is neither a string nor bytes; `undefined` when the value is not a stream
 */
export function toStream(value: unknown): Readable | undefined {
  if (isWebStream(value)) return toStream(Readable.fromWeb(value));
  if (!isStream(value)) return undefined;
  if (value instanceof Readable && !value.readableObjectMode) return value;
  // Writing an object to a response throws outside of every try block.
  const checked = new Transform({
    writableObjectMode: true,
    transform: (piece, _encoding, done) => (isWritable(piece) ? done(null, piece) : done(NOT_WRITABLE())),
  });
  return pipeline(value as Readable, checked, () => {});
}

/**
 * Wait for the first bytes or the end of a stream: until then, a failure can still be answered with an error.
 *
 * @throws the error of the stream, also when it is closed early; the reason of `signal` when that aborts
 */
export async function openStream(stream: Readable, signal: AbortSignal): Promise<void> {
  if (stream.readableLength > 0 || stream.readableEnded) return;
  if (stream.errored) {
    // A later `error` event would end the process.
    discard(stream);
    throw stream.errored;
  }
  try {
    if (!stream.destroyed)
      await Promise.race(['readable', 'end', 'close'].map((event) => once(stream, event, { signal })));
    const isEmpty = stream.readableLength === 0 && !stream.readableEnded;
    if (stream.destroyed && isEmpty) throw new Error('The stream was closed before its first byte.');
  } catch (error) {
    // This one holds the web stream: destroying it releases both.
    stream.on('error', () => {}).destroy();
    throw error;
  }
}

/** Release a value that will not be sent: a stream would keep its file open, and its error would end the process. Never throws. */
export function discard(value: unknown): void {
  try {
    if (isWebStream(value)) value.cancel().catch(() => {});
    else if (isStream(value)) value.on('error', () => {}).destroy?.();
  } catch (error) {
    // A proxy that throws on access. No caller is left to report to.
    debug('a value that was not sent cannot be released: %s', error);
  }
}

// --- internal ---

interface Stream {
  on(event: string, listener: (...args: never[]) => void): this;
  destroy?(): void;
}

/** Node loads the class when its global is first read, which takes two milliseconds of a start: not for values that cannot be one. */
function isWebStream(value: unknown): value is WebStream {
  return typeof value === 'object' && value !== null && 'getReader' in value && value instanceof ReadableStream;
}

/** Checked by its methods: several implementations of streams are in use, and a response, which has `pipe` too, cannot be read. */
function isStream(value: unknown): value is Stream {
  if (typeof value !== 'object' || value === null) return false;
  const { pipe, on, read } = value as { pipe?: unknown; on?: unknown; read?: unknown };
  return typeof pipe === 'function' && typeof on === 'function' && typeof read === 'function';
}

function isWritable(piece: unknown): boolean {
  return typeof piece === 'string' || piece instanceof Uint8Array;
}

const NOT_WRITABLE = () =>
  requestError('E_NO_ANSWER', undefined, {
    hint: 'The action returned a stream of objects; return one of text or bytes.',
  });
