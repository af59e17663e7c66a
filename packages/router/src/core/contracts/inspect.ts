import type { Access, Refusal } from '@rest-gen/model/core';
import type { HttpError } from '../errors.ts';
import type { Explanation, TriedRule } from './explanation.ts';
import type { Service } from './service.ts';

/** What `@rest-gen/inspect` does for a router: explains requests, and errors that teach. Production does not load it. */
export interface Inspect {
  explainRequest(service: Service, method: string, url: string, base?: string): Explanation;
  /** Lines that say why each rule did or did not match. */
  formatTried(tried: readonly TriedRule[]): string[];
  /** The error of a refused request, with the result of each rule and a hint. */
  teachError(error: unknown, explanation: Explanation): unknown;
  /** The 404 of a request that no rule and no handler answered. */
  nothingHere(explanation: Explanation): HttpError;
  /** Lines that say which rules of a policy refused. */
  explainRefusal(refused: Refusal, service: Service, access: Access): Promise<string[]>;
  teachRefusal(error: HttpError, tried: readonly string[]): HttpError;
  /** Findings of `rest-gen check` about controllers and logics. */
  countWarnings(service: Service): number;
}

/** The option `inspect`. */
export type GivenInspect = Inspect | (() => Inspect | PromiseLike<Inspect>);

/** Whether a value is what the package exports. */
export function isInspect(value: unknown): value is Inspect {
  const { explainRequest, countWarnings } = Object(value) as Partial<Inspect>;
  return typeof explainRequest === 'function' && typeof countWarnings === 'function';
}
