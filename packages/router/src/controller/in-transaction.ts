import type { RequestContext } from '../contracts/request-context.ts';

/**
 * Run the work of a request in one transaction, which `this.model()` uses meanwhile.
 *
 * The work may run again from its beginning, with the original state of the request. The transaction ends as soon as the signal aborts, even if the work
 * is still running. Without a model the work runs directly: the first use of a model throws an error with a hint.
 */
export async function inTransaction<T>(context: RequestContext, work: () => Promise<T>): Promise<T> {
  const { model, answer, signal } = context;
  if (!model) return work();
  try {
    return await model.transaction(
      (transaction) => {
        context.model = transaction;
        context.answer = answer;
        return untilAborted(signal, work);
      },
      { signal },
    );
  } catch (error) {
    // An answer that was rolled back must not be sent, even if the caller catches this.
    context.answer = answer;
    throw error;
  } finally {
    context.model = model;
  }
}

/**
 * Run work; reject with the reason of the signal as soon as it aborts, even if the work is still running, so that its transaction does not stay open.
 *
 * Later errors of the work are dropped.
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
