/** Lets the process answer other requests; resolves at once when it did so a moment ago. */
export type Pause = () => Promise<void>;

/** The pauses of one long piece of work, which awaits one after each of its steps. */
export function createPause(): Pause {
  let since = 0;
  return async () => {
    if (performance.now() - since < MAX_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}

// --- internal ---

/** Other requests wait as long as this, and one step. */
const MAX_MS = 5;
