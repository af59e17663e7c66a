import { HttpError, type HttpErrorOptions } from '@rest-gen/router';

/** The codes of the answers of this package. */
export type PlanCode = 'E_PLAN_REQUEST' | 'E_PLAN' | 'E_PLAN_CHANGED';

/**
 * Every code of this package: the status of its answer, and what it means.
 *
 * @see docs/errors-packages.md
 */
export const PLAN_CODES: Readonly<Record<PlanCode, readonly [status: number, meaning: string]>> = {
  E_PLAN_REQUEST: [422, 'This is not a write that can be planned.'],
  E_PLAN: [404, 'There is no such plan: it has ended, or it belongs to another user.'],
  E_PLAN_CHANGED: [412, 'What the plan has shown is no longer what would be written. Make a new plan.'],
};

/** Make the error of a code. */
export function planError(code: PlanCode, detail?: string, options: HttpErrorOptions = {}): HttpError {
  const [status, meaning] = PLAN_CODES[code];
  return new HttpError(status, detail ?? meaning, { ...options, code });
}
