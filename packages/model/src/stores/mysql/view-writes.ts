import type { WriteKind } from '../../core/types.ts';
import type { SqlQuery } from '../../sql/sql-client.ts';
import { writeKinds } from '../../sql/stored-table.ts';
import { findServerError } from './map-error.ts';

/** What can be written to a view. */
export interface ViewWrites {
  readonly writes: readonly WriteKind[];
  /** Columns that are expressions. */
  readonly computed: ReadonlySet<string>;
}

/**
 * Find out what can be written to a view: nothing of one over several tables, whose columns can only be written table by table.
 *
 * The catalog does not tell whether a view takes new records, nor which of its columns are expressions. The server says it when it explains a statement,
 * which changes nothing.
 *
 * @returns undefined for a table
 */
export async function readViewWrites(
  query: SqlQuery,
  view: string,
  columns: readonly string[],
): Promise<ViewWrites | undefined> {
  const { rows } = await query(UPDATABLE, [view]);
  if (rows.length === 0) return undefined;
  const name = quote(view);
  const takes = async (statement: string): Promise<boolean> => {
    try {
      await query(`explain ${statement}`, []);
      return true;
    } catch (error) {
      const refusal = findServerError(error)?.number;
      return refusal === undefined || !REFUSALS.has(refusal);
    }
  };
  if (rows[0]?.updatable !== 'YES' || !(await takes(`delete from ${name}`))) return { writes: [], computed: new Set() };
  const computed = new Set<string>();
  for (const column of columns) {
    if (!(await takes(`update ${name} set ${quote(column)} = ${quote(column)}`))) computed.add(column);
  }
  const stored = columns.filter((column) => !computed.has(column));
  const names = stored.map(quote).join(', ');
  const canCreate = stored.length > 0 && (await takes(`insert into ${name} (${names}) select ${names} from ${name}`));
  return { writes: writeKinds({ create: canCreate, update: stored.length > 0, delete: true }), computed };
}

// --- internal ---

const UPDATABLE =
  'select is_updatable as updatable from information_schema.views where table_schema = database() and table_name = ?';

/** A view that takes no update or delete, a column that is an expression, a view of several tables, one that takes no insert. */
const REFUSALS: ReadonlySet<number> = new Set([1288, 1348, 1394, 1395, 1471]);

function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
