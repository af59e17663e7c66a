import type { Document } from 'mongodb';

/** An error that the stand-in answers, as a server would. */
export class StandInError extends Error {
  readonly code: number;
  readonly labels: readonly string[];
  /** Further fields of the answer: `keyPattern`, `errInfo`. */
  readonly details: Document;

  constructor(code: number, message: string, details: Document = {}, labels: readonly string[] = []) {
    super(message);
    this.code = code;
    this.details = details;
    this.labels = labels;
  }
}

/** What the stand-in does not do: a test that needs it must fail, and not pass by accident. */
export function unknown(what: string): StandInError {
  return new StandInError(8000, `The stand-in for MongoDB does not know ${what}`);
}

/** Refuse whatever is not named. */
export function checkKeys(where: string, given: object, known: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw unknown(`"${key}" of ${where}`);
  }
}

/** Two transactions write the same document. */
export function writeConflict(): StandInError {
  return new StandInError(112, 'Write conflict during plan execution', {}, ['TransientTransactionError']);
}
