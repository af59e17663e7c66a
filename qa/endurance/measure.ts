import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/** What a process holds when everything that is not needed has been given back; sizes are bytes. */
export interface Held {
  /** The heap, and what is outside of it for its objects. */
  readonly memory: number;
  /** Of the whole process: V8 gives back to the system what it likes. */
  readonly resident: number;
  /** Sockets, timers, requests of the file system, by their kinds. */
  readonly handles: Readonly<Record<string, number>>;
}

/** Collect garbage and look at what is left. Needs `--expose-gc`. */
export async function measure(): Promise<Held> {
  // What ends with a turn of the loop, and what a finalizer lets go of, takes several.
  for (let turn = 0; turn < 3; turn += 1) {
    await setImmediate();
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return { memory: heapUsed + external, resident: rss, handles };
}

/** How many listeners all these have together. */
export function countListeners(emitters: readonly EventEmitter[]): number {
  return emitters.flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name))).reduce(add, 0);
}

// --- internal ---

function add(a: number, b: number): number {
  return a + b;
}
