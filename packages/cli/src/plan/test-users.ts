import type { Field } from '../arguments/field-types.ts';
import { literal } from '../render.ts';
import { sampleOf } from './field-samples.ts';
import type { PolicyRequest } from './plan-policy.ts';

/** A request that the policy must refuse, as the generated test sends it. */
export interface Refusal {
  readonly title: string;
  /** Who sends it, as code. */
  readonly user: string;
  readonly method: 'get' | 'delete';
  readonly status: number;
}

/** The users of a generated test, as code. */
export interface TestUsers {
  /** A user whom the policy allows everything. */
  readonly allowed: string;
  readonly refusals: readonly Refusal[];
}

/** The records that a resource refers to, in variables of the test. */
interface KnownIds {
  /** Field → variable. */
  readonly ids: ReadonlyMap<string, string>;
  readonly records: readonly { readonly variable: string; readonly type: 'number' | 'string' }[];
}

/** Plan who sends the requests of a test, and which of them fail without the policy. */
export function planUsers(
  { owner, tenant }: PolicyRequest,
  fields: readonly Field[],
  parents: KnownIds | undefined,
): TestUsers {
  const idOf = (column: string | undefined) => {
    const variable = column === undefined ? undefined : parents?.ids.get(column);
    const field = fields.find(({ name }) => name === column);
    return variable ?? (field && sampleOf(field)) ?? '1';
  };
  const otherOf = (column: string) => {
    const record = parents?.records.find(({ variable }) => variable === parents.ids.get(column));
    if (record !== undefined) return record.type === 'number' ? `${record.variable} + 1` : OTHER_UUID;
    return otherValue(fields.find(({ name }) => name === column));
  };
  const user = (id: string, of: string) => `{ ${[`id: ${id}`, ...(tenant ? [`${tenant}: ${of}`] : [])].join(', ')} }`;
  const [id, organization] = [idOf(owner), idOf(tenant)];
  const [otherId, otherTenant] = [owner && otherOf(owner), tenant && otherOf(tenant)];
  const refusals: Refusal[] = [];
  if (otherId !== undefined)
    refusals.push({
      ...{ title: 'refuses to remove a record of another user', user: user(otherId, organization) },
      ...{ method: 'delete', status: 403 },
    });
  if (otherTenant !== undefined)
    refusals.push({
      ...{ title: 'hides a record from users of another tenant', user: user(id, otherTenant) },
      ...{ method: 'get', status: 404 },
    });
  return { allowed: user(id, organization), refusals };
}

// --- internal ---

const OTHER_UUID = literal('0190b6a2-5d7e-7c3a-9f41-2b8d6e0c1a58');

/** Another value than the sample; undefined for a type that names no user. */
function otherValue(field: Field | undefined): string | undefined {
  switch (field?.type) {
    case undefined:
    case 'references':
    case 'integer':
    case 'bigint':
      return String(Number((field && sampleOf(field)) ?? '1') + 1);
    case 'string':
    case 'text':
      return literal('another');
    case 'uuid':
      return OTHER_UUID;
    case 'enum':
      return field.values?.[1] && literal(field.values[1]);
    default:
      return undefined;
  }
}
