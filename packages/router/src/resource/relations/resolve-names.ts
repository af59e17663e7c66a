import { nearest } from '@rest-gen/logic/common';
import {
  columnsOf,
  type Description,
  FieldNames,
  isDataError,
  isSameKey,
  type KeyColumns,
  NO_RELATIONS,
  type Policies,
  type RelatedName,
  type Relation,
} from '@rest-gen/model/core';
import { StartError } from '../../core/errors.ts';
import { addsValues } from '../contracts/adds-values.ts';
import type { PlannedResource } from '../contracts/resource-class.ts';
import { isOpenField } from './find-hidden.ts';
import type { Tables } from './read-tables.ts';
import { resolveInclude } from './resolve-include.ts';

/**
 * Resolve `static names` of a class against its table. A name such as `author.name` needs a relation to one record: that of `static include` with this name,
 * or the one that `include: { author: true }` would mean, which clients then do not see.
 *
 * @param policies - say whether each user may read a related field
 * @returns `undefined` where there are none
 * @throws {StartError} `E_NAMES`; `E_RELATION` for a relation that cannot be resolved; what the store rejects with
 */
export async function resolveNames(
  of: PlannedResource,
  tables: Tables,
  policies: Policies | undefined,
): Promise<FieldNames | undefined> {
  const { names } = of.Class;
  if (names === undefined) return undefined;
  const table = await tables.read(of.statics.name);
  if (isDataError(table)) throw refuse(of, table.message, 'A migration may be pending: run npx rest-gen migrate.');
  const isPath = ([, target]: readonly [string, string]): boolean => target.includes('.') && !table.columns.has(target);
  const entries = Object.entries(names);
  const columns = new Map(entries.filter((entry) => !isPath(entry)));
  checkColumns(of, table, columns);
  checkCollisions(of, table, columns);
  const relations = new Map<string, Relation>();
  const fields = new Map<string, string | RelatedName>(entries);
  const own = new FieldNames(table, { fields: columns, relations: NO_RELATIONS });
  for (const [name, path] of entries.filter(isPath)) {
    const [relation = '', ...rest] = path.split('.');
    const column = rest.join('.');
    const key = `@${relation}`;
    const known = relations.get(key) ?? (await resolveRelation(of, relation, own, tables));
    const type = known.target.columns.get(column);
    if (type === undefined) throw unknownColumn(of, name, path, known.target, column);
    checkHidden(of, name, column, known.target);
    const { timestamp: _timestamp, isComputed: _isComputed, mask: _mask, ...kind } = type;
    const nullable = isNullable(column, known, table, policies);
    const isReadOnly = !('beforeWrite' in of.Class.prototype);
    if (isReadOnly) checkNotWritten(of, name, path, own.shownKey(known.from));
    fields.set(name, {
      relation: key,
      column,
      type: { ...kind, name, nullable, hasDefault: false, isReadOnly },
    });
    relations.set(key, { ...known, fields: [...new Set([...known.fields, column])] });
  }
  return new FieldNames(table, { fields, relations });
}

// --- internal ---

function checkColumns(of: PlannedResource, table: Description, columns: ReadonlyMap<string, string>): void {
  const known = new Map<string, string>();
  for (const [name, column] of columns) {
    if (!table.columns.has(column)) throw unknownColumn(of, name, column, table, column);
    const other = known.get(column);
    if (other !== undefined) {
      const reason = `"${other}" and "${name}" are both the column "${column}"`;
      throw refuse(of, reason, 'Leave one of them out: a column has one name.');
    }
    known.set(column, name);
    if (name === column || Object.hasOwn(of.Class.names ?? {}, column) || !of.statics.hidden.includes(column)) continue;
    const hint = `Write static hidden = ['${name}'] to hide it, or leave "${column}" out of hidden to show it.`;
    throw refuse(of, `"${name}" is the column "${column}", which static hidden names`, hint);
  }
}

/** A name must not be that of a column which keeps its own. */
function checkCollisions(
  of: PlannedResource,
  { name, columns: all }: Description,
  columns: ReadonlyMap<string, string>,
): void {
  const renamed = new Set(columns.values());
  const same = Object.keys(of.Class.names ?? {}).find((one) => all.has(one) && !renamed.has(one));
  if (same === undefined) return;
  const reason = `"${same}" is also a column of "${name}", which keeps its name`;
  throw refuse(of, reason, `Give the column another name, { new_${same}: '${same}' }, and hide that: static hidden.`);
}

async function resolveRelation(of: PlannedResource, name: string, own: FieldNames, tables: Tables): Promise<Relation> {
  const { Class, file } = of;
  const declared = Class.include?.[name];
  const { table, key, one } = typeof declared === 'object' ? declared : {};
  const options = { ...(table && { table }), ...(key && { key }), ...(one && { one }) };
  // Without classes: every column of the record is known, and checked below.
  const place = { owner: `static names of the controller "${of.name}"`, file, classes: undefined, path: '' };
  const include = { [name]: Object.keys(options).length === 0 ? true : options };
  const relation = (await resolveInclude(include, own.describe(own.table), place, tables)).get(name) as Relation;
  if (relation.kind === 'one') return { ...relation, from: own.storedKey(relation.from), fields: [] };
  const reason = `the relation "${name}" has a list of records of "${relation.target.name}"`;
  throw refuse(of, reason, 'Name a field of a relation to one record.');
}

/** Only the class knows which record a new value means. */
function checkNotWritten(of: PlannedResource, name: string, path: string, key: KeyColumns): void {
  if (addsValues(of.Class)) return;
  const { collection, item } = of.controller;
  const actions = [...collection.actions.values(), ...item.actions.values()];
  const taking = actions.find(
    ({ isInherited, method, logic }) => isInherited && method !== 'QUERY' && logic?.fields('body')?.includes(name),
  );
  if (taking === undefined) return;
  const columns = columnsOf(key).map((column) => `values.${column}`);
  const hint = `Write beforeWrite({ values }) in the class, which sets ${columns.join(', ')} and deletes values.${name}; or say readOnly: true in the logic.`;
  throw refuse(of, `${taking.action} takes "${name}", which is "${path}" of another record`, hint);
}

/** What the class of the related record hides is shown nowhere. */
function checkHidden(of: PlannedResource, name: string, column: string, target: Description): void {
  const owner = of.classes?.get(target.name);
  const hides = [...(owner?.statics.unreadable ?? [])].some((one) => owner?.statics.columnOf(one) === column);
  if (!hides) return;
  const reason = `"${name}" is "${column}" of "${target.name}", which the controller "${owner?.name}" hides`;
  throw refuse(of, reason, 'Take it out: what a class hides is shown nowhere.');
}

/** Whether some record, or some user, has no value: without a foreign key the related record may be missing. */
function isNullable(
  column: string,
  { from, target, where }: Relation,
  { columns, foreignKeys = [] }: Description,
  policies: Policies | undefined,
): boolean {
  const isReferring = foreignKeys.some((one) => isSameKey(one.column, from) && one.table === target.name);
  const isNull = columnsOf(from).some((name) => columns.get(name)?.nullable !== false);
  const isShown = policies === undefined || isOpenField(target, column, policies);
  return isNull || !isReferring || !isShown || where !== undefined || target.columns.get(column)?.nullable !== false;
}

function unknownColumn(
  of: PlannedResource,
  name: string,
  path: string,
  { name: table, columns }: Description,
  column: string,
): StartError {
  const meant = nearest(column, columns.keys());
  const hint = meant === undefined ? `Its columns are ${[...columns.keys()].join(', ')}.` : `Did you mean "${meant}"?`;
  return refuse(of, `"${name}" is "${path}", and "${table}" has no column "${column}"`, hint);
}

function refuse({ name, file }: PlannedResource, reason: string, hint: string): StartError {
  return new StartError('E_NAMES', `static names of the controller "${name}": ${reason}`, { file, hint });
}
