import { fileURLToPath } from 'node:url';
import { createModels, type Models, type RecordedChange } from '@rest-gen/model';
import { randomOf, writeRandomly } from '../../packages/changes/test/random-writes.ts';

/** A change of a table as the database itself tells it. */
export interface Logged {
  readonly table: string;
  readonly action: RecordedChange['action'];
  readonly key: string;
}

/** A database of its own whose log can be read. */
export interface LoggedDatabase {
  readonly url: string;
  /** Everything since the start, in the order of the commits. */
  read(): Promise<Logged[]>;
  stop(): Promise<void>;
}

/** Milliseconds. */
const DURATION = 10_000;
const TABLES = new Set(['post', 'comment']);

/**
 * Write from several connections at once, give positions from two others, and read behind the last position all the time. What the reader saw has to be what the
 * database has logged: all of it, once, and each record's changes in the order of their commits.
 */
export async function proveOrder(name: string, start: () => Promise<LoggedDatabase>, seed: number): Promise<void> {
  const database = await start();
  const migrations = fileURLToPath(new URL('../../packages/changes/test/migrations', import.meta.url));
  const open = () => createModels(database.url, { migrations });
  const all: Models[] = [open(), open(), open()];
  try {
    const [first, ...sequencers] = all as [Models, Models, Models];
    await first.migrate();
    const random = randomOf(seed);
    const seen: RecordedChange[] = [];
    const begin = await first.changes.position();
    let isOver = false;
    const end = Date.now() + DURATION;
    const writers = Array.from({ length: 8 }, async () => {
      while (Date.now() < end) await writeRandomly(first, random);
    });
    const numbering = sequencers.map(async (models) => {
      while (!isOver) if ((await models.changes.number()) === 0) await pause();
    });
    const reading = (async () => {
      for (let after = begin; ; ) {
        const isLast = isOver;
        const batch = await (sequencers[0] as Models).changes.read({ after });
        seen.push(...batch);
        after = batch.at(-1)?.position ?? after;
        if (batch.length === 0 && isLast) return;
        if (batch.length === 0) await pause();
      }
    })();
    await Promise.all(writers);
    while ((await first.changes.number()) > 0);
    isOver = true;
    await Promise.all([...numbering, reading]);
    const logged = (await database.read()).filter(({ table }) => TABLES.has(table));
    compare(seen, logged);
    console.log(
      `  ${name}: ${seen.length} changes of ${new Set(seen.map(({ table, key }) => `${table} ${key}`)).size} records`,
    );
  } finally {
    for (const models of all) await models.close();
    await database.stop();
  }
}

// --- internal ---

function compare(seen: readonly RecordedChange[], logged: readonly Logged[]): void {
  const positions = new Set(seen.map(({ position }) => position));
  if (positions.size !== seen.length) throw new Error('A position was read twice.');
  const [one, other] = [byRecord(seen), byRecord(logged)];
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const [read, told] = [one.get(key)?.join(' '), other.get(key)?.join(' ')];
    if (read !== told) throw new Error(`${key}: read ${read}, and the database has logged ${told}`);
  }
  if (seen.length === 0) throw new Error('Nothing was written.');
}

function byRecord(changes: readonly Logged[]): Map<string, string[]> {
  const records = new Map<string, string[]>();
  for (const { table, key, action } of changes) {
    const name = `${table} ${key}`;
    records.set(name, [...(records.get(name) ?? []), action]);
  }
  return records;
}

function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 5));
}
