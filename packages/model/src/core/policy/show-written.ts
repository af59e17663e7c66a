import { conceal } from '../concealed.ts';
import { inParts } from '../in-parts.ts';
import { restricted } from '../restriction.ts';
import type { Description, Id, Row } from '../types.ts';
import { meetsAll } from './after-image.ts';
import { readDecision } from './restrict-relations.ts';
import type { RestrictedTable } from './restricted-table.ts';

/** Rows that were written, as the user may read them; of one that may not be read only the key is left. They are read again only where that is in doubt. */
export async function showWritten(table: RestrictedTable, rows: Row[], description: Description): Promise<Row[]> {
  const { policy } = table;
  const readable = readDecision(policy.decide('read'), description, policy);
  const isSeen = readable !== false && policy.readMasks().size === 0;
  if (isSeen && rows.every((row) => meetsAll(readable, row, description))) return rows;
  const { primaryKey } = description;
  const shown = new Map<string, Row>();
  const ids = readable === false ? [] : rows.map((row) => row[primaryKey] as Id);
  for (const part of inParts(ids)) {
    const where = restricted({ [primaryKey]: part }, readable);
    for (const row of await table.reads.findMany({ where })) shown.set(String(row[primaryKey]), row);
  }
  return rows.map((row) => shown.get(String(row[primaryKey])) ?? conceal(row, primaryKey));
}
