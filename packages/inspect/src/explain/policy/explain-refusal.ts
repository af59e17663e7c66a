import type { Access, Refusal } from '@rest-gen/model/core';
import { explainRefused, HttpError, type Service } from '@rest-gen/router/internal';
import { refusalLines } from './policy-lines.ts';

/**
 * Say why a policy has refused a request, a line for each rule that did not allow it.
 *
 * Values of fields that are hidden, named like secrets, or that the user may not read in every record are left out.
 *
 * @returns no lines for a table without a policy
 * @see docs/debugging.md#why-was-it-refused
 */
export async function explainRefusal(refused: Refusal, service: Service, access: Access): Promise<string[]> {
  const explained = await explainRefused(refused, service, access);
  return explained === undefined ? [] : refusalLines(explained);
}

/**
 * The error with the reasons of the refusal as `tried`.
 *
 * @see docs/debugging.md#why-was-it-refused
 */
export function teachRefusal(error: HttpError, tried: readonly string[]): HttpError {
  return withTried(error, tried, error.hint);
}

/** The error with another hint, and with `tried`. */
export function withTried(error: HttpError, tried: readonly unknown[], hint: string | undefined): HttpError {
  const { status, detail, code, headers, extra, cause } = error;
  return new HttpError(status, detail, { code, headers, hint, cause, extra: { ...extra, tried } });
}
