import { findEnclosing, type ModelProvider, runInside } from '@rest-gen/model/core';
import type { RequestContext } from '../contracts/request-context.ts';

/**
 * Run the work of a request in one transaction, which `this.model()` uses meanwhile; in another transaction, in a nested one.
 *
 * The work may run again from its beginning, with the original state of the request. The transaction ends as soon as the signal aborts, even if the work
 * is still running. Without a model the work runs directly: the first use of a model throws an error with a hint.
 */
export async function inTransaction<T>(context: RequestContext, work: () => Promise<T>): Promise<T> {
  const { answer } = context;
  try {
    return await runTransaction(context, () => {
      context.answer = answer;
      return work();
    });
  } catch (error) {
    // An answer that was rolled back must not be sent, even if the caller catches this.
    context.answer = answer;
    throw error;
  }
}

/** Run work in one transaction as {@link inTransaction} does; the answer of the request stays as it is. */
export async function runTransaction<T>(context: RequestContext, work: () => Promise<T>): Promise<T> {
  const outer = findOpen(context);
  const provider = outer?.model ?? context.model;
  if (!provider) return work();
  let committed: (() => Promise<void>)[] = [];
  const result = await provider.transaction((model) => {
    // A transaction that is repeated has not stored what its first run has written.
    committed = [];
    return untilAborted(context.signal, () => runInside(new OpenTransaction(context, model, committed), work));
  }, context.storeOptions);
  if (outer) outer.committed.push(...committed);
  else for (const run of committed) await run();
  return result;
}

/** Run work once what is written here is stored: after the outermost transaction of the request, without one at once; after a rollback never. */
export async function whenCommitted(context: RequestContext, work: () => Promise<void>): Promise<void> {
  const open = findOpen(context);
  if (open) open.committed.push(work);
  else await work();
}

/** The models of the transaction that the running code belongs to, else those of the project. */
export function currentModels(context: RequestContext): ModelProvider | undefined {
  return findOpen(context)?.model ?? context.model;
}

/** Whether the running code belongs to a transaction of the request. */
export function isInTransaction(context: RequestContext): boolean {
  return findOpen(context) !== undefined;
}

// --- internal ---

/**
 * An open transaction of a request. The code that runs in it knows it by its asynchronous context: two transactions of one request can be open at once, as
 * in `Promise.all`.
 */
class OpenTransaction {
  /** That of the request itself. */
  readonly context: RequestContext;
  readonly model: ModelProvider;
  /** What runs once it is committed. */
  readonly committed: (() => Promise<void>)[];

  constructor(context: RequestContext, model: ModelProvider, committed: (() => Promise<void>)[]) {
    this.context = context.origin ?? context;
    this.model = model;
    this.committed = committed;
  }
}

function findOpen(context: RequestContext): OpenTransaction | undefined {
  const { origin = context } = context;
  return findEnclosing(
    (inside): inside is OpenTransaction => inside instanceof OpenTransaction && inside.context === origin,
  );
}

/**
 * Run work; reject with the reason of the signal as soon as it aborts, even if the work is still running, so that its transaction does not stay open.
 *
 * Later errors of the work are dropped.
 */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
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
