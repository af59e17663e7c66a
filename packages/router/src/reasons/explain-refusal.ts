import { Access, type Refusal } from '@rest-gen/model/core';
import type { Service } from '../core/contracts/service.ts';
import { type Conceal, concealNames } from '../describe/describe-filter.ts';
import { explainPolicy } from './explain-policy.ts';
import type { PolicyExplanation } from './types.ts';

/**
 * Explain what a policy has refused.
 *
 * @param conceal - which values are not shown. Default: {@link concealFor}
 * @returns `undefined` for a table without a policy
 */
export async function explainRefused(
  refused: Refusal,
  service: Service,
  access: Access,
  conceal?: Conceal,
): Promise<PolicyExplanation | undefined> {
  const { model } = service.project;
  // A separate Access: the questions asked here must not mark the response as personal.
  const own = new Access(access.policies, access.user);
  const table = own.find(refused.table);
  if (table === undefined || model === undefined) return undefined;
  const description = await model.repository(table.table).describe();
  return explainPolicy(refused, { table, description, models: model, conceal: conceal ?? concealFor(service, own) });
}

/** The fields of all tables that are hidden from this user, and those that are named like secrets. */
export function concealFor({ controllers }: Service, access: Access): Conceal {
  const hidden = new Set<string>();
  for (const { unreadable } of controllers.values()) for (const name of unreadable) hidden.add(name);
  for (const { table } of access.policies) {
    for (const name of access.find(table)?.readMasks().keys() ?? []) hidden.add(name);
  }
  return concealNames(hidden);
}
