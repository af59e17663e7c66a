import {
  type Description,
  type FieldNames,
  isSameKey,
  type KeyColumns,
  type Reference,
  type Relation,
  type Relations,
} from '@rest-gen/model/core';

/**
 * List the references that relations declare, by the table that refers, in lower case. They are checked like foreign keys,
 * whether or not the store has one: a relation makes a record of the other table reachable.
 *
 * @param declared - relations with the table that has them; nested relations are included
 */
export function collectReferences(
  declared: Iterable<readonly [table: string, relations: Relations]>,
): Map<string, Reference[]> {
  const found = new Map<string, Reference[]>();
  for (const [table, relations] of declared) for (const one of relations.values()) collect(found, table, one);
  return found;
}

/** The references of a table by the names of a class. */
export function showReferences(
  references: readonly Reference[] = [],
  names: FieldNames | undefined,
): readonly Reference[] {
  return names === undefined ? references : references.map((one) => ({ ...one, column: names.shownKey(one.column) }));
}

// --- internal ---

function collect(found: Map<string, Reference[]>, table: string, relation: Relation): void {
  const { kind, target, from, to, through, where } = relation;
  if (through !== undefined) {
    add(found, through.target.name, { column: through.from, table, key: from });
    add(found, through.target.name, { column: through.to, ...keyOf(target, to) });
  } else if (kind === 'one') add(found, table, { column: from, ...keyOf(target, to) });
  // Other rows of the table may refer to records of other tables by the same column.
  else add(found, target.name, { column: to, table, key: from, ...(where && { when: where }) });
  for (const one of relation.relations.values()) collect(found, target.name, one);
}

function keyOf({ name, deletedAt }: Description, key: KeyColumns): Omit<Reference, 'column'> {
  return { table: name, key, ...(deletedAt !== undefined && { deletedAt }) };
}

function add(found: Map<string, Reference[]>, table: string, reference: Reference): void {
  const name = table.toLowerCase();
  const known = found.get(name) ?? [];
  found.set(name, known);
  const { column, table: other, key } = reference;
  const same = known.findIndex(
    (one) => isSameKey(one.column, column) && one.table === other && isSameKey(one.key, key),
  );
  // One that holds for every row includes one with a condition.
  if (same < 0) known.push(reference);
  else if (reference.when === undefined) known[same] = reference;
}
