/** An error of what a worker runs, with how to fix it. */
export abstract class WorkerError extends Error {
  abstract readonly code: string;
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}
