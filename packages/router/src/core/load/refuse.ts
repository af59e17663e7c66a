/** Receives the error of one file: a start throws it, a check collects it and continues without the file. */
export type Refuse = (error: unknown) => void;

/** Throw the error. */
export const stop: Refuse = (error) => {
  throw error;
};

/** Run `work`; `undefined` when it threw and `refuse` did not throw again. */
export function attempt<T>(refuse: Refuse, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    refuse(error);
    return undefined;
  }
}
