import { recordAsDelete } from '../changes.ts';
import type { Row } from '../types.ts';
import { insertRows, updateRows } from '../write-rows.ts';
import { changeAllowed, mayChangeAtOnce } from './change-allowed.ts';
import { createAllowed, mayCreateAtOnce } from './create-allowed.ts';
import { afterWrite, beforeWrite } from './hooks.ts';
import { references } from './references.ts';
import { relations } from './relations.ts';
import type { TableSession } from './table-session.ts';
import { keysOf, type Layer, type Next, NO_VALUES, NOTHING, type Write, type Written } from './write.ts';

/** `delete` writes the time into the column of `static softDelete`; deleted records are removed for good (docs/soft-delete.md). */
const softDelete: Layer = {
  name: 'soft delete',
  appliesTo: ({ options }) => !options.isDeleted,
  run(write, next) {
    const { deletedAt } = write.description;
    if (write.action !== 'delete' || deletedAt === undefined) return next(write);
    return next({ ...write, values: [{ ...NO_VALUES, columns: { [deletedAt]: new Date() } }] });
  },
};

/**
 * Ask the policy of the table before the write, and note what it demands of the records as they are stored
 * (docs/policies.md).
 *
 * One statement is enough where the values show that the policy will hold. Otherwise the write runs in a transaction,
 * which checks the stored records before it commits.
 *
 * @throws {PolicyError}
 */
const policy: Layer = {
  name: 'policy before',
  appliesTo: ({ access }) => access !== undefined,
  needsTransaction: (write) => !(write.action === 'create' ? mayCreateAtOnce(write) : mayChangeAtOnce(write)),
  run: (write, next) => (write.action === 'create' ? createAllowed(write, next) : changeAllowed(write, next)),
};

/** The write itself: one statement, where the store can do it in one. */
const store: Layer = {
  name: 'store',
  appliesTo: () => true,
  needsTransaction: ({ action, table, values }) =>
    action === 'create' && values.length > 1 && table.stored.insertRows === undefined,
  run(write) {
    if (write.before?.length === 0) return Promise.resolve(NOTHING);
    return write.table.session.running(send(write));
  },
};

/**
 * What every write passes through, outermost first: a layer sees the write before those below it, and its result after
 * them. So they act in this order: soft delete, references, `beforeWrite`, the policy before the write, the statement,
 * links and children, `afterWrite`. Then, once per transaction, before it commits, `transaction.ts` checks the policies
 * for the records as they are stored.
 */
export const LAYERS: readonly Layer[] = [softDelete, references, beforeWrite, policy, afterWrite, relations, store];

/** The layers that do anything with writes of a table, in their order. */
export function layersOf(table: TableSession): readonly Layer[] {
  return LAYERS.filter((layer) => layer.appliesTo(table));
}

/** Compose the layers into one function that passes a write through them. */
export function composeLayers(layers: readonly Layer[]): Next {
  return layers.reduceRight<Next>(
    (next, layer) => (write) => layer.run(write, next),
    () => Promise.reject(new Error('No layer writes.')),
  );
}

/**
 * Whether a write needs a transaction. All layers are asked, so that a write which the policy allows to nobody is refused
 * before anything runs.
 *
 * @throws {PolicyError}
 */
export function needsTransaction(layers: readonly Layer[], write: Write): boolean {
  let isNeeded = false;
  for (const layer of layers) if (layer.needsTransaction?.(write)) isNeeded = true;
  return isNeeded;
}

// --- internal ---

async function send({ table, description, action, values, where, returns }: Write): Promise<Written> {
  const { stored, session } = table;
  const written = (count: number, keys?: Written['keys'], rows?: readonly Row[]): Written => {
    return { count, keys, rows, at: session.wrote(description, count) };
  };
  const [first] = values;
  if (first === undefined) return written(await stored.delete(where));
  if (action === 'create' && !returns && values.length === 1) {
    return written(1, [await stored.insert(first.columns)]);
  }
  const update = (): Promise<number> => stored.update(where, first.columns);
  if (action === 'delete') return written(await recordAsDelete(update));
  if (action === 'update' && !returns) return written(await update());
  const list = values.map(({ columns }) => columns);
  const rows = await (action === 'create' ? insertRows(stored, list) : updateRows(stored, where, first.columns));
  return written(rows.length, keysOf(rows, description), rows);
}
