import { Access, type Refusal } from '@rest-gen/model/core';
import { type Conceal, concealNames, HttpError, type Service } from '@rest-gen/router/internal';
import { explainPolicy } from './explain-policy.ts';
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
  const { model } = service.project;
  // A separate Access: the questions asked here must not mark the response as personal.
  const own = new Access(access.policies, access.user);
  const table = own.find(refused.table);
  if (table === undefined || model === undefined) return [];
  const description = await model.repository(table.table).describe();
  const tested = { table, description, models: model, conceal: concealFor(service, own) };
  return refusalLines(await explainPolicy(refused, tested));
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

// --- internal ---

/** The fields of all tables that are hidden from this user. */
function concealFor({ controllers }: Service, access: Access): Conceal {
  const hidden = new Set<string>();
  for (const { unreadable } of controllers.values()) for (const name of unreadable) hidden.add(name);
  for (const { table } of access.policies) {
    for (const name of access.find(table)?.readMasks().keys() ?? []) hidden.add(name);
  }
  return concealNames(hidden);
}
