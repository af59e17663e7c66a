import type { KeyValue, Row } from '../types.ts';
import { addLinks, checkLinks, type LinkedRecord, replaceLinks } from './links.ts';
import type { RelationWriter } from './relation-writer.ts';
import type { Layer, Next, Values, Write, Written } from './write.ts';

/**
 * Write what the values say of relations: ids of linked records, which the user has to be allowed to read, and new records
 * that refer to the record.
 */
export const relations: Layer = {
  name: 'relations',
  appliesTo: ({ writable }) => writable !== undefined,
  needsTransaction: ({ values }) => values.some(({ related }) => related !== undefined),
  async run(write, next) {
    const isPlain = write.values.every(({ related }) => related === undefined);
    return isPlain ? next(write) : writeRelated(write, next);
  },
};

/** Take the relations out of the values of a record. */
export function splitValues(row: Row, writable: RelationWriter | undefined): Pick<Values, 'columns' | 'related'> {
  if (writable === undefined) return { columns: row, related: undefined };
  const { links, children } = writable;
  const isRelation = ([name]: [string, unknown]): boolean => links.has(name) || children.has(name);
  const entries = Object.entries(row);
  if (!entries.some(isRelation)) return { columns: row, related: undefined };
  return {
    columns: Object.fromEntries(entries.filter((entry) => !isRelation(entry))),
    related: new Map(entries.filter((entry) => isRelation(entry) && entry[1] !== undefined)),
  };
}

// --- internal ---

async function writeRelated(write: Write, next: Next): Promise<Written> {
  const { table, values, action } = write;
  const writable = table.writable as RelationWriter;
  const related = await checkAll(values, writable);
  const written = await next({ ...write, returns: true });
  // Only relations that refer to a key of one column are written.
  const keys = (written.keys ?? []) as readonly KeyValue[];
  const { links, children, tables } = writable;
  for (const [name, relation] of links) {
    if (action === 'create') {
      const records = keys.flatMap((key, index): LinkedRecord[] => {
        const ids = related[index]?.get(name) as KeyValue[] | undefined;
        return ids === undefined ? [] : [{ key, ids, index }];
      });
      await addLinks(name, relation, records, tables);
    } else {
      const ids = related[0]?.get(name) as KeyValue[] | undefined;
      if (ids !== undefined && keys.length > 0) await replaceLinks(name, relation, keys, ids, tables);
    }
    if (related.some((one) => one.has(name)) && relation.through) table.session.wrote(relation.through.target);
  }
  for (const name of children) {
    const lists = keys.map((_, index) => (related[index] ?? related[0])?.get(name));
    if (lists.some((list) => list !== undefined))
      await writable.addChildren(name, keys, lists as (readonly Row[] | undefined)[]);
  }
  return written;
}

/** The ids that can be linked, before anything is written. */
async function checkAll(values: readonly Values[], { links, tables }: RelationWriter): Promise<Map<string, unknown>[]> {
  const checked = values.map(({ related = new Map<string, unknown>() }) => new Map(related));
  for (const [name, relation] of links) {
    const lists = checked.map((related) => related.get(name));
    if (lists.every((list) => list === undefined)) continue;
    const found = await checkLinks(name, lists, relation, tables.targetOf(relation));
    for (const [index, ids] of found.entries()) if (ids) checked[index]?.set(name, ids);
  }
  return checked;
}
