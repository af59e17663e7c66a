import { type PolicyCondition, rulesOf, type TablePolicy } from '@rest-gen/model/core';
import type { PolicySummary } from './contracts/policy-summary.ts';
import { textOf } from './describe-filter.ts';

/** Say who may do what with a table. */
export function summarizePolicy({ table, policy, file }: TablePolicy): PolicySummary {
  const text = (condition: PolicyCondition = 'nobody') => rulesOf(condition).map(textOf).join(' or ') || 'nobody';
  const fields = Object.entries(policy.fields ?? {}).map(([name, field]) => {
    const { read, write } = field ?? {};
    return [
      name,
      {
        ...(read !== undefined && { read: text(read) }),
        ...(write !== undefined && { write: text(write) }),
      },
    ] as const;
  });
  return {
    table,
    file,
    always: policy.always === undefined ? undefined : text(policy.always),
    read: text(policy.read),
    create: text(policy.create),
    update: text(policy.update),
    delete: text(policy.delete),
    fields: Object.fromEntries(fields),
  };
}
