/** Uncaught exceptions and unhandled rejections while `work` ran. */
export async function uncaught(work: () => Promise<unknown>): Promise<unknown[]> {
  const caught: unknown[] = [];
  // One name stands for both: their types differ in what a listener is given.
  const events = ['uncaughtException', 'unhandledRejection'] as readonly string[] as readonly 'uncaughtException'[];
  const before = events.map((event) => process.listeners(event));
  for (const event of events) process.removeAllListeners(event).on(event, (error) => caught.push(error));
  try {
    await work();
    // Rejections are reported after the microtasks of the turn in which they came.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  } finally {
    for (const [index, event] of events.entries()) {
      process.removeAllListeners(event);
      for (const listener of before[index] ?? []) process.on(event, listener as () => void);
    }
  }
  return caught;
}
