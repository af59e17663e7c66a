import type { ColumnFacts } from './catalog.ts';
import { literal, quote, type Row } from './databases.ts';
import { isOwn, isUpdateTime, pick, UPDATE_TIMES, withHidden, without } from './sent.ts';
import { differs, isBinary, isTextInBytes, print, type Shown, toBytes, toSegment } from './values.ts';
import { varyUniques } from './vary.ts';
import { ask, refused, tell, type Walk } from './walk.ts';

/** Send records back unchanged, create a copy, delete it, and delete a record that others refer to. */
export async function walkWrites(walk: Walk, records: readonly Shown[], rows: readonly Row[]): Promise<void> {
  const places = [...new Set([0, Math.floor(records.length / 2), records.length - 1])].filter(
    (place) => place in records,
  );
  for (const place of places) await sendBack(walk, records[place] as Shown, rows[place] as Row);
  if (places.length === 0 || !walk.endpoint.methods.has('POST')) return;
  await copy(walk, records, rows);
  await deleteReferred(walk, records, rows);
}

// --- internal ---

async function sendBack(walk: Walk, record: Shown, row: Row): Promise<void> {
  const { endpoint, key, check } = walk;
  const path = `${endpoint.path}/${toSegment(record, key)}`;
  const one = await ask(walk, 'GET', path);
  check('GET of a record', refused(one, 200) ?? differs(row, one.body as Shown), () => tell(one, print(row)));
  if (one.status !== 200) return;
  const body = one.body as Row;
  const sent = without(body, (name) => isTextInBytes(walk.table, name, row));
  const isWhole = Object.keys(sent).length === Object.keys(body).length;
  for (const method of ['PATCH', ...(isWhole ? ['PUT'] : [])].filter((name) => endpoint.methods.has(name))) {
    const answer = await ask(walk, method, path, sent);
    const stored = await readRow(walk, row);
    const same = toBytes(stored, UPDATE_TIMES) === toBytes(row, UPDATE_TIMES) ? undefined : 'the row changed';
    check(
      `${method} of the same`,
      refused(answer, 200) ?? same,
      () => `${tell(answer)}; sent ${print(sent)}; before ${toBytes(row)}, after ${toBytes(stored)}`,
    );
    if (same !== undefined) return;
  }
}

/** POST a copy of a record with other unique values; where there are none, delete a record and POST it again. */
async function copy(walk: Walk, records: readonly Shown[], rows: readonly Row[]): Promise<void> {
  const { endpoint, check, table } = walk;
  const place = records.length - 1;
  const varied = await varyUniques(walk, rows[place] as Row);
  if (varied === undefined) return again(walk, records, rows);
  const sent = pick({ ...withHidden(walk, records[place] as Shown, rows[place] as Row), ...varied }, endpoint.fields);
  const answer = await ask(walk, 'POST', endpoint.path, sent);
  const example = () => `${tell(answer)}; sent ${print(sent)}`;
  const failure = refused(answer, 201) ?? differs(without(sent, isUpdateTime), answer.body as Shown);
  check('POST of a copy', failure, example);
  if (answer.status !== 201) return;
  const location = answer.headers.get('location') ?? '';
  const read = await ask(walk, 'GET', location);
  check('GET of its Location', refused(read, 200) ?? differs(answer.body as Row, read.body as Shown), () => tell(read));
  const stored = await readRow(walk, answer.body as Row);
  const others = without(rows[place] as Row, (name) => name in varied || isOwn(walk, name, rows[place] as Row, sent));
  const copied =
    stored === undefined
      ? 'no such row'
      : toBytes(pickRow(stored, others)) === toBytes(others)
        ? undefined
        : 'stored differently than the original';
  check('row of the copy', copied, () => `${tell(answer)}; original ${toBytes(others)}, copy ${toBytes(stored)}`);
  const gone = await ask(walk, 'DELETE', location);
  const left = await readRow(walk, answer.body as Row);
  check('DELETE of the copy', refused(gone, 204) ?? (left === undefined ? undefined : 'the row is still there'), () =>
    tell(gone, table.name),
  );
}

/** Delete a record that no other refers to, and create it again. */
async function again(walk: Walk, records: readonly Shown[], rows: readonly Row[]): Promise<void> {
  const { endpoint, key, check } = walk;
  const places = [...records.keys()].reverse();
  for (const place of places) {
    const [record, row] = [records[place] as Shown, rows[place] as Row];
    if ((await referring(walk, row)).length > 0) continue;
    const path = `${endpoint.path}/${toSegment(record, key)}`;
    const gone = await ask(walk, 'DELETE', path);
    const left = await readRow(walk, row);
    check('DELETE', refused(gone, 204) ?? (left === undefined ? undefined : 'the row is still there'), () =>
      tell(gone),
    );
    if (gone.status !== 204) return;
    const sent = pick(withHidden(walk, record, row), endpoint.fields);
    const answer = await ask(walk, 'POST', endpoint.path, sent);
    check(
      'POST of what was deleted',
      refused(answer, 201) ?? differs(without(sent, isUpdateTime), answer.body as Shown),
      () => `${tell(answer)}; sent ${print(sent)}`,
    );
    if (answer.status !== 201) return;
    const stored = await readRow(walk, answer.body as Row);
    const before = without(row, (name) => isOwn(walk, name, row, sent));
    const same =
      toBytes(stored && pickRow(stored, before)) === toBytes(before) ? undefined : 'stored differently than before';
    check('row of what was deleted', same, () => `${tell(answer)}; before ${toBytes(row)}, after ${toBytes(stored)}`);
    const read = await ask(walk, 'GET', answer.headers.get('location') ?? '');
    check('GET of its Location', refused(read, 200) ?? differs(answer.body as Row, read.body as Shown), () =>
      tell(read),
    );
    return;
  }
}

async function deleteReferred(walk: Walk, records: readonly Shown[], rows: readonly Row[]): Promise<void> {
  for (const [place, record] of records.entries()) {
    const row = rows[place] as Row;
    // A record that refers may be deleted by another of its foreign keys.
    if (!(await referring(walk, row)).includes(true) || (await isDeleted(walk, row))) continue;
    const answer = await ask(walk, 'DELETE', `${walk.endpoint.path}/${toSegment(record, walk.key)}`);
    const stored = await readRow(walk, row);
    walk.check(
      'DELETE of what is referred to',
      refused(answer, 409) ??
        (toBytes(stored, UPDATE_TIMES) === toBytes(row, UPDATE_TIMES) ? undefined : 'the row changed'),
      () => tell(answer),
    );
    return;
  }
}

/** For each foreign key that has rows referring to this one: whether it refuses a delete. */
async function referring({ tables, table, database }: Walk, row: Row): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const other of tables.values()) {
    for (const { table: target, columns, references, restricts } of other.foreignKeys) {
      if (target !== table.name) continue;
      const where = columns.map(
        (name, index) => `${quote(database, name)} = ${literal(database, row[references[index] as string])}`,
      );
      const rows = await database.rows(
        `select 1 from ${quote(database, other.name)} where ${where.join(' and ')} limit 1`,
      );
      if (rows.length > 0) found.push(restricts);
    }
  }
  return found;
}

/** Whether the database deletes a row that others refer to. */
async function isDeleted(walk: Walk, row: Row): Promise<boolean> {
  const { database, table } = walk;
  await database.rows('begin');
  try {
    await database.rows(`delete from ${quote(database, table.name)} where ${whereKey(walk, row)}`);
    return true;
  } catch {
    return false;
  } finally {
    await database.rows('rollback');
  }
}

/** The row with the key of a row or of a record. */
async function readRow(walk: Walk, values: Row): Promise<Row | undefined> {
  const { database, table } = walk;
  const [row] = await database.rows(`select * from ${quote(database, table.name)} where ${whereKey(walk, values)}`);
  return row;
}

function whereKey({ database, key }: Walk, { ...values }: Row): string {
  return key
    .map((column) => `${quote(database, column.name)} = ${literal(database, keyValue(column, values[column.name]))}`)
    .join(' and ');
}

function keyValue({ type }: ColumnFacts, value: unknown): unknown {
  return isBinary(type) && typeof value === 'string' ? Buffer.from(value, 'base64') : value;
}

function pickRow(row: Row, { ...names }: Row): Row {
  return Object.fromEntries(Object.keys(names).map((name) => [name, row[name]]));
}
