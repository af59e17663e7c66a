import type { RequestContext } from '../contracts/request-context.ts';

/**
 * Run the work of a request in one transaction; the models that the request asks for meanwhile belong to it.
 *
 * The work may run again from its beginning, and then finds the request as it was. The transaction ends when the signal aborts, whatever the work is doing
 * then. Without a model it runs as it is: the first use of one says what to do.
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
 * Run work; reject with the reason of the signal as soon as that aborts, whatever the work is doing, so that a transaction around it does not stay open.
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
