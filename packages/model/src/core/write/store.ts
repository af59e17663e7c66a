import type { Id, Row } from '../types.ts';
import { insertRows, updateRows } from '../write-rows.ts';
import { keysOf, type Layer, NOTHING, type Write, type Written } from './write.ts';

/** The write itself: one statement, where the store can do it in one. */
export const store: Layer = {
  name: 'store',
  appliesTo: () => true,
  needsTransaction: ({ action, table, values }) =>
    action === 'create' && values.length > 1 && table.stored.insertRows === undefined,
  run(write) {
    if (write.before?.length === 0) return Promise.resolve(NOTHING);
    const { session } = write.table;
    const done = write.action === 'create' ? create(write) : change(write);
    return session.running(
      done.then(({ count, keys, rows }) => {
        return { count, keys, rows, at: session.wrote(write.description, count) };
      }),
    );
  },
};

// --- internal ---

type Stored = Omit<Written, 'at'>;

function create({ table, description, values, returns }: Write): Promise<Stored> {
  const [first] = values;
  if (!returns && first !== undefined && values.length === 1)
    return table.stored.insert(first.columns).then((id: Id) => ({ count: 1, keys: [id], rows: undefined }));
  const list = values.map(({ columns }) => columns);
  return insertRows(table.stored, list).then((rows) => toStored(rows, description));
}

async function change({ table, description, action, values, where, returns }: Write): Promise<Stored> {
  const { stored } = table;
  const [change] = values;
  if (change === undefined) return countOnly(await stored.delete(where));
  if (!returns || action === 'delete') return countOnly(await stored.update(where, change.columns));
  return toStored(await updateRows(stored, where, change.columns), description);
}

function countOnly(count: number): Stored {
  return { count, keys: undefined, rows: undefined };
}

function toStored(rows: readonly Row[], description: Write['description']): Stored {
  return { count: rows.length, keys: keysOf(rows, description), rows };
}
