import { type FieldNames, namesOf } from './field-names.ts';
import { columnsOf } from './key.ts';
import { type Include, NO_RELATIONS, type Relation, type Relations } from './relations.ts';
import { storedFilter, storedPath } from './rename-filter.ts';
import type { KeyColumns, Row } from './types.ts';

/**
 * The relations of a table as a store reads them, from those in the names of a version; with the relations that its names need.
 *
 * @param names - of the table that has the relations
 */
export function storedRelations(relations: Relations, names: FieldNames | undefined): Relations {
  if (names === undefined && !hasNames(relations)) return relations;
  const stored = Array.from(relations, ([name, one]) => [name, storedRelation(one, names)] as const);
  return new Map([...stored, ...(names?.relations ?? NO_RELATIONS)]);
}

/** Whether records of other tables have other names than their tables. */
export function hasNames(relations: Relations): boolean {
  return [...relations.values()].some(
    ({ target, through, relations: inner }) =>
      namesOf(target) !== undefined || (through && namesOf(through.target)) !== undefined || hasNames(inner),
  );
}

/** What to read with a record, together with what the names of included records need. */
export function storedInclude(include: Include, relations: Relations): Include {
  return Object.fromEntries(
    Object.entries(include).map(([name, inner]) => {
      const relation = relations.get(name);
      if (relation === undefined) return [name, inner];
      const needed = relatedNames(relation).map(([, { relation: needs }]) => [needs, {}]);
      return [name, { ...storedInclude(inner, relation.relations), ...Object.fromEntries(needed) }];
    }),
  );
}

/** What was read with a record, in the names of its version. */
export function showRelated(value: unknown, relation: Relation, include: Include): unknown {
  if (Array.isArray(value)) return value.map((one) => showRelated(one, relation, include));
  if (typeof value !== 'object' || value === null) return value;
  if (namesOf(relation.target) === undefined && !hasNames(relation.relations) && !isThroughNamed(relation))
    return value;
  return showRow(value as Row, relation, include);
}

// --- internal ---

function showRow(row: Row, relation: Relation, include: Include): Row {
  const { target, through, fields, orderBy, to } = relation;
  const names = namesOf(target);
  const shown: Row = {};
  const add = (name: string, of: FieldNames | undefined): void => {
    const related = of?.related.get(name);
    const stored = of?.stored(name) ?? name;
    if (related !== undefined) shown[name] = (row[related.relation] as Row | null)?.[related.column] ?? null;
    else if (Object.hasOwn(row, stored)) shown[name] = row[stored];
  };
  for (const name of fields) add(name, names);
  // A store may have read more: what the link to the rest of a list needs.
  for (const name of [...orderBy.map(([one]) => one), ...columnsOf(to)])
    if (!Object.hasOwn(shown, name)) add(name, names);
  for (const name of through?.fields ?? []) add(name, through && namesOf(through.target));
  for (const [name, inner] of Object.entries(include)) {
    const nested = relation.relations.get(name);
    if (nested !== undefined) shown[name] = showRelated(row[name], nested, inner);
  }
  return shown;
}

function isThroughNamed({ through }: Relation): boolean {
  return through !== undefined && namesOf(through.target) !== undefined;
}

/** The fields of a relation whose values other records have. */
function relatedNames({ target, fields }: Relation) {
  const related = namesOf(target)?.related ?? new Map();
  return [...related].filter(([name]) => fields.includes(name));
}

function storedRelation(relation: Relation, own: FieldNames | undefined): Relation {
  const { target, from, to, through, where, fields, orderBy, relations } = relation;
  const names = namesOf(target);
  const columns = fields.filter((name) => !names?.related.has(name)).map((name) => storedPath(name, names, relations));
  return {
    ...relation,
    target: names?.table ?? target,
    from: keyOf(from, own),
    to: keyOf(to, names),
    ...(through && { through: storedThrough(through) }),
    ...(where && { where: storedFilter(where, names, relations) }),
    // A store reads one column at least.
    fields: columns.length > 0 || fields.length === 0 ? columns : (names?.table ?? target).primaryKey,
    orderBy: orderBy.map(([name, direction]) => [storedPath(name, names, relations), direction] as const),
    relations: storedRelations(relations, names),
  };
}

function storedThrough(through: NonNullable<Relation['through']>): NonNullable<Relation['through']> {
  const { target, from, to, where, fields } = through;
  const names = namesOf(target);
  if (names === undefined) return through;
  return {
    target: names.table,
    from: keyOf(from, names),
    to: keyOf(to, names),
    ...(where && { where: storedFilter(where, names, NO_RELATIONS) }),
    ...(fields && { fields: fields.map((name) => names.stored(name)) }),
  };
}

function keyOf(key: KeyColumns, names: FieldNames | undefined): KeyColumns {
  return names?.storedKey(key) ?? key;
}
