import type { Row } from '../types.ts';
import { markRecord } from '../write-rows.ts';
import type { Layer, Write, Written } from './write.ts';
import type { AfterWrite } from './write-hooks.ts';

/** Call `afterWrite` of the class for each record that was written, and `afterCommit` after the commit. */
export const afterWrite: Layer = {
  name: 'afterWrite',
  appliesTo: ({ options: { hooks } }) => (hooks?.afterWrite ?? hooks?.afterCommit) !== undefined,
  async run(write, next) {
    const written = await next({ ...write, returns: true });
    for (const [index, call] of callsOf(write, written).entries()) await run(write, call, index);
    return written;
  },
};

// --- internal ---

async function run({ table, first }: Write, call: AfterWrite, index: number): Promise<void> {
  const { afterWrite: after, afterCommit } = table.options.hooks ?? {};
  if (after) {
    try {
      await after(call);
    } catch (error) {
      throw markRecord(error, first + index);
    }
    table.session.wroteAnything();
  }
  if (afterCommit) await table.session.whenCommitted(async () => void (await afterCommit(call)));
}

function callsOf({ description, action, before = [] }: Write, { rows }: Written): AfterWrite[] {
  const { name: table, primaryKey } = description;
  if (action === 'delete') return before.map((row) => ({ table, action, before: row, after: undefined }));
  return (rows ?? []).map((row) =>
    action === 'create'
      ? { table, action, before: undefined, after: { ...row } }
      : { table, action, before: findSame(primaryKey, before, row), after: { ...row } },
  );
}

/** The record as it was; a record that is alone may have got another key. */
function findSame(primaryKey: string, before: readonly Row[], row: Row): Row {
  const key = String(row[primaryKey]);
  return before.find((one) => String(one[primaryKey]) === key) ?? (before[0] as Row);
}
