import { type PolicyCondition, rulesOf, type TablePolicy } from '@rest-gen/model/core';
import type { PolicySummary } from '../../../contracts/policy-explanation.ts';
import { readSource, textOf } from './read-source.ts';

/** Say who may do what with a table, as its policy is written. */
export function summarizePolicy(table: TablePolicy): PolicySummary {
  const { policy, file } = table;
  const find = readSource(table);
  const text = (condition: PolicyCondition | undefined, ...place: string[]): string => {
    if (condition === undefined) return 'nobody';
    const texts = rulesOf(condition).map((rule, index) => textOf(rule, find(place, index)));
    return texts.length === 0 ? 'nobody' : texts.join(' or ');
  };
  const fields = Object.entries(policy.fields ?? {}).map(([name, field]) => {
    const { read, write } = field ?? {};
    return [
      name,
      {
        ...(read !== undefined && { read: text(read, 'fields', name, 'read') }),
        ...(write !== undefined && { write: text(write, 'fields', name, 'write') }),
      },
    ] as const;
  });
  return {
    table: table.table,
    file,
    always: policy.always === undefined ? undefined : text(policy.always, 'always'),
    read: text(policy.read, 'read'),
    create: text(policy.create, 'create'),
    update: text(policy.update, 'update'),
    delete: text(policy.delete, 'delete'),
    fields: Object.fromEntries(fields),
  };
}
