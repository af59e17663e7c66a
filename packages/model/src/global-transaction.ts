import type { Scope } from './scope.ts';

/** A transaction around everything that a process asks of a store, whatever asynchronous context it runs in: for tests. */
export interface GlobalTransaction {
  /** Run work in a savepoint: after a failed statement, PostgreSQL accepts no other one in the same transaction. */
  perform<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
  rollback(): Promise<void>;
}

/** Begin a transaction that ends with a rollback only. */
export function beginGlobalTransaction(root: Scope): Promise<GlobalTransaction> {
  const rolledBack = new Error('rolled back');
  return new Promise((resolve, reject) => {
    let end = (): void => {};
    const ended = new Promise<void>((resolveEnd) => {
      end = resolveEnd;
    });
    const running = root
      .transaction(async (scope) => {
        resolve({
          perform: (work) => scope.transaction(work),
          rollback: () => {
            end();
            return running;
          },
        });
        await ended;
        throw rolledBack;
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
    running.catch(reject);
  });
}
