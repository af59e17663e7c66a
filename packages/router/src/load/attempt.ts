/** What is done with an error of one file: a start stops, a check goes on without the file. */
export type Refuse = (error: unknown) => void;

/** Do one thing of many; `undefined` when it has thrown, and `refuse` has not thrown it again. */
export function attempt<T>(refuse: Refuse, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    refuse(error);
    return undefined;
  }
}
