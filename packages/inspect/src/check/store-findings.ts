import type { CompiledLogic } from '@rest-gen/logic';
import { isSecretName, nearest } from '@rest-gen/logic/common';
import { type Column, type Description, type Policy, readValue, rulesOf } from '@rest-gen/model/core';
import { addsValues, type CompiledRule, type ControllerPlan } from '@rest-gen/router/internal';
import type { Finding } from './finding.ts';

/** A logic, and the table of its controller. */
export interface StoredLogic {
  readonly plan: ControllerPlan;
  readonly logic: CompiledLogic;
  readonly file: string | undefined;
  readonly table: Description;
  /** The policy of the table. */
  readonly policy: Policy | undefined;
  /** The rules that reach the controller. */
  readonly rules: readonly CompiledRule[];
  /** The actions that write as the base class does. */
  readonly actions: readonly string[];
}

/** Fields of a body that the table has no column for. A class that decides what is stored may map them to others. */
export function unknownColumns({ plan, logic, file, table, actions }: StoredLogic): Finding[] {
  if (addsValues(plan.Class)) return [];
  const relations = Object.keys((plan.Class as { include?: object }).include ?? {});
  const names = new Map(
    actions.flatMap((action) => (logic.action(action)?.fields('body') ?? []).map((name) => [name, action] as const)),
  );
  return [...names].flatMap(([name, action]): Finding[] => {
    if (table.columns.has(name) || relations.includes(name)) return [];
    const meant = nearest(name, table.columns.keys());
    const message = `${action} declares "${name}", and the table "${table.name}" has no such column: a request with it is answered 500`;
    const hint =
      meant === undefined ? 'Add the column in a migration, or remove the field.' : `Did you mean "${meant}"?`;
    return [{ code: 'C_LOGIC_COLUMN', level: 'warning', message, file, name, hint }];
  });
}

/** Fields of a body with values that their columns cannot hold. A class that decides what is stored may convert them. */
export function misfits({ plan, logic, file, table, actions }: StoredLogic): Finding[] {
  if (addsValues(plan.Class)) return [];
  const found = new Map<string, Finding>();
  for (const action of actions) {
    for (const [name, rules] of Object.entries(fieldsOf(logic, action))) {
      const column = table.columns.get(name);
      const given = column && misfit(rules, column);
      if (given === undefined || found.has(name)) continue;
      const message = `${action} accepts ${given} for "${name}", and the column of the table "${table.name}" holds ${HOLDS[column?.type ?? 'string']}`;
      const hint = 'Declare the type of the column in the logic, or change the column in a migration.';
      found.set(name, { code: 'C_LOGIC_TYPE', level: 'warning', message, file, name, hint });
    }
  }
  return [...found.values()];
}

/** Required columns that a POST may leave out. */
export function missingFields({ plan, logic, file, table, policy, rules, actions }: StoredLogic): Finding[] {
  const post = logic.action('postAction')?.toJSONSchema('body', DOCUMENT);
  const isServed = plan.collection.actions.get('POST')?.action === 'postAction' && rules.length > 0;
  // The values that the class adds to a record are not known.
  if (post?.properties === undefined || !isServed || !actions.includes('postAction') || addsValues(plan.Class))
    return [];
  const required = (post.required ?? []) as readonly string[];
  const fields = fieldsOf(logic, 'postAction');
  return [...table.columns.values()].flatMap(({ name, nullable, hasDefault, isReadOnly }): Finding[] => {
    const isGiven = required.includes(name) || fields[name]?.default !== undefined || maySet(policy, name);
    // The parents of the URL are set in every record.
    if (nullable || hasDefault || isGiven || rules.every(({ paramNames }) => name !== 'id' && paramNames.has(name)))
      return [];
    const why = isReadOnly ? 'and values of its type cannot be written' : 'and postAction does not require it';
    const message = `the column "${name}" of the table "${table.name}" is required and has no default, ${why}: a POST without it fails`;
    const hint = isReadOnly
      ? 'Let the column be null or give it a default in a migration, or leave POST out of static actions.'
      : 'Require the field in the logic, or give the column a default in a migration.';
    return [{ code: 'C_COLUMN_REQUIRED', level: 'warning', message, file, name: 'postAction', hint }];
  });
}

/** Columns of text, JSON or bytes that responses show, and that have the name of a secret. */
export function shownSecrets(plan: ControllerPlan, table: Description, policy?: Policy): Finding[] {
  const { unreadable } = plan;
  const isShown = plan.collection.actions.has('GET') || plan.item.actions.has('GET');
  return [...table.columns.values()].flatMap(({ name, type }): Finding[] => {
    if (!isShown || !HOLDS_SECRETS.has(type) || !isSecretName(name) || unreadable.has(name)) return [];
    if (policy?.fields?.[name]?.read === 'nobody') return [];
    const message = `responses show the column "${name}" of the table "${table.name}", whose name is that of a secret`;
    const hint = `Hide it: static hidden = ['${name}'] in the controller, or secret: true in the logic.`;
    return [{ code: 'C_SECRET_SHOWN', level: 'warning', message, file: plan.file, name, hint }];
  });
}

// --- internal ---

const HOLDS_SECRETS: ReadonlySet<Column['type']> = new Set(['string', 'json', 'binary']);

/** Whether the policy may set a column of new records: what its functions return depends on the user. */
function maySet(policy: Policy | undefined, name: string): boolean {
  const rules = [policy?.always, policy?.create].flatMap((condition) => rulesOf(condition ?? 'nobody'));
  return rules.some((rule) => typeof rule === 'function' || (typeof rule === 'object' && Object.hasOwn(rule, name)));
}

/** The part of a JSON Schema that is compared. */
interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

/** Options for the schema of values that clients should send. */
const DOCUMENT = { blank: false };

/** The values of a column type, in words. */
const HOLDS: Readonly<Record<Column['type'], string>> = {
  string: 'text',
  integer: 'integers',
  bigint: 'integers',
  decimal: 'decimal numbers',
  double: 'numbers',
  boolean: 'true or false',
  date: 'days',
  datetime: 'times',
  json: 'JSON',
  binary: 'bytes',
};

/** The values that a field of each JSON type accepts, and the columns that can hold all of them. */
const TYPES: Readonly<Record<string, readonly [given: string, columns: readonly Column['type'][]]>> = {
  string: ['any text', ['string', 'json']],
  integer: ['integers', ['string', 'integer', 'bigint', 'decimal', 'double', 'json']],
  number: ['numbers with a fraction', ['string', 'decimal', 'double', 'json']],
  boolean: ['true and false', ['boolean', 'json']],
  array: ['lists', ['json']],
  object: ['objects', ['json']],
};

function fieldsOf(logic: CompiledLogic, action: string): Readonly<Record<string, FieldSchema>> {
  const { properties = {} } = logic.action(action)?.toJSONSchema('body', DOCUMENT) ?? {};
  return properties as Record<string, FieldSchema>;
}

/** Values that a field accepts and its column cannot hold, in words; `undefined` where nothing is certain. */
function misfit(schema: FieldSchema, column: Column): string | undefined {
  const wrong = schema.enum?.find((value) => value !== null && readValue(value, column) === undefined);
  if (schema.enum !== undefined) return wrong === undefined ? undefined : JSON.stringify(wrong);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  for (const type of types) {
    const [given, columns] = TYPES[type] ?? [];
    if (given === undefined || columns?.includes(column.type)) continue;
    // A format or a pattern may describe just what the column holds.
    if (type !== 'string' || Object.keys(schema).every((keyword) => PLAIN.has(keyword))) return given;
  }
  return undefined;
}

/** Keywords of a text without a form. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['type', 'minLength', 'maxLength', 'default', 'title', 'description', 'examples', 'x-trim', 'x-secret'],
]);
