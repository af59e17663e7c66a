import type { AnyChangesQuery, Change } from '../change-types.ts';
import { toParameters } from '../create-list.ts';
import { ApiError, NetworkError } from '../errors.ts';
import { retryAfter, sleep } from '../send.ts';
import type { ClientOptions } from '../types.ts';
import { writeQuery } from '../write-query.ts';
import { readEvents } from './connection.ts';
import { MessageReader } from './read-messages.ts';

/** Changes that came together. */
export type Batch = readonly Change<unknown>[];

/**
 * Read changes, and connect again when the connection is lost. It ends when the signal is aborted.
 *
 * @param onConnection - called when it is there, and when it is lost
 * @throws {ApiError} when the service refuses, other than for a while
 * @throws {NetworkError} when the first connection fails as often as `retries` says; later ones are tried for ever
 */
export async function* readBatches(
  path: string,
  query: AnyChangesQuery,
  options: ClientOptions,
  onConnection: (isConnected: boolean) => void = () => {},
): AsyncGenerator<Batch, void, undefined> {
  const { from = START, ...list } = query;
  const { signal, headers } = query;
  const parameters = toParameters(list);
  if (parameters.or !== undefined) throw new TypeError('Changes take no "or": QUERY has none.');
  const messages = new MessageReader(from === NOW);
  let offset = from;
  let pause = 1_000;
  let failures = 0;
  let isKnown = false;
  while (!signal?.aborted) {
    let wait = 0;
    try {
      const url = path + writeQuery({ ...parameters, offset, live: 'sse' });
      const onOpen = () => {
        isKnown = true;
        onConnection(true);
      };
      for await (const event of readEvents({ path: url, signal, headers }, options, onOpen)) {
        failures = 0;
        pause = event.retry ?? pause;
        const batch = messages.read(event);
        if (batch.length > 0) yield batch;
        offset = event.id || offset;
      }
    } catch (error) {
      if (signal?.aborted) return;
      onConnection(false);
      if (error instanceof ApiError && error.status === 410 && offset !== START) {
        offset = from === NOW ? NOW : START;
        yield messages.reset();
        continue;
      }
      failures += 1;
      if (!isTemporary(error) || (!isKnown && failures > (options.retries ?? 4))) throw error;
      if (error instanceof ApiError) wait = Math.max(0, Math.min(retryAfter(error.headers) || 0, LONGEST_ASKED));
    }
    // At random: all clients of a service that starts again would come at once.
    wait += Math.min(pause * 2 ** Math.max(failures - 1, 0), LONGEST_PAUSE) * (0.5 + Math.random() / 2);
    await sleep(wait, signal).catch(() => {});
  }
}

// --- internal ---

const START = '-1';
const NOW = 'now';

/** Milliseconds. */
const LONGEST_PAUSE = 30_000;
const LONGEST_ASKED = 600_000;

function isTemporary(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 429 || error.status >= 500 : error instanceof NetworkError;
}
