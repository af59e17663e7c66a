/** Milliseconds since the start of the process. Whole ones: Node 20 keeps what points to a fraction in memory for longer. */
export function clock(): number {
  return Math.round(performance.now());
}

/** Something that runs, and that may have to be ended. */
export interface Watched {
  /** Its place among what is watched; -1 at first. */
  place: number;
  /** @param now - by `clock` */
  check(now: number): void;
}

/**
 * Call `check` of what runs about every 50 milliseconds until it is removed.
 *
 * One timer for all: a statement that is quick, as most are, needs neither a timer nor a listener of its own. It keeps the process alive while something is
 * watched: not everything that waits has a connection.
 */
export function watch(watched: Watched): void {
  watched.place = all.push(watched) - 1;
  timer ??= setInterval(look, PERIOD);
  if (all.length === 1) timer.ref();
}

export function unwatch(watched: Watched): void {
  const { place } = watched;
  if (place === -1) return;
  const last = all.pop() as Watched;
  if (last !== watched) all[place] = last;
  last.place = place;
  watched.place = -1;
  if (all.length === 0) timer?.unref();
}

/**
 * Wait for `work`, and call `check` about every 50 milliseconds meanwhile: when it throws, nobody waits any more.
 *
 * @param check - gets the time by `clock`
 */
export function whileWatched<T>(work: Promise<T>, check: (now: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const watched: Watched = {
      place: -1,
      check: (now) => {
        try {
          check(now);
        } catch (error) {
          unwatch(watched);
          reject(error);
        }
      },
    };
    watch(watched);
    work.then(
      (result) => {
        unwatch(watched);
        resolve(result);
      },
      (error: unknown) => {
        unwatch(watched);
        reject(error);
      },
    );
  });
}

// --- internal ---

/** Milliseconds. */
const PERIOD = 50;
/** Not a `Set`: Node 20 would keep in memory what was in it. */
const all: Watched[] = [];
let timer: NodeJS.Timeout | undefined;

function look(): void {
  if (all.length === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  const now = clock();
  for (const watched of [...all]) if (watched.place !== -1) watched.check(now);
}
