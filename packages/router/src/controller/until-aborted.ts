/**
 * Run work; reject with the reason of the signal as soon as that aborts, whatever the work is doing: a transaction around it must not stay open for what nobody waits for any more.
 *
 * What the work throws after that is dropped.
 */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let leave: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
