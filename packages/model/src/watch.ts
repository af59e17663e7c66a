/** Something that runs, and that may have to be ended. */
export interface Watched {
  /** @param now - by `performance.now()` */
  check(now: number): void;
}

/**
 * Call `check` of what runs about every 50 milliseconds until it is removed.
 *
 * One timer for all: a statement that is quick, as most are, needs neither a timer nor a listener of its own.
 */
export function watch(watched: Watched): void {
  all.add(watched);
  timer ??= setInterval(look, PERIOD).unref();
}

export function unwatch(watched: Watched): void {
  all.delete(watched);
}

// --- internal ---

/** Milliseconds. */
const PERIOD = 50;
const all = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

function look(): void {
  if (all.size === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  const now = performance.now();
  for (const watched of all) watched.check(now);
}
