import type { AddressInfo } from 'node:net';
import { createRestRouter, type ModelProvider } from '@rest-gen/router';
import { expect } from 'chai';
import { defineLogic } from '../../packages/logic/src/index.ts';
import type { Column, Models } from '../../packages/model/src/index.ts';
import type { Dialect } from '../../packages/model/src/sql/dialect.ts';
import { keepQuiet, MAJORS } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';
import { compareWithJson } from './json-rows.ts';
import { COLUMNS, KINDS } from './property-values.ts';

/** A table with one row for each combination of values that {@link mix} has made, and an `id`. */
export interface ValuesTable {
  readonly name: string;
  /** Columns that a client may write. */
  readonly written: readonly string[];
  /** Columns that nobody can compare with; a filter is refused. */
  readonly incomparable?: readonly string[];
  /** Columns that have no order; a sort is refused. */
  readonly unordered?: readonly string[];
  /** What a filter refuses though the column shows it, because it is not of the column's type: `column=value`. */
  readonly misfits?: readonly string[];
  /** What a body refuses, or gives another form, though the column shows it. */
  readonly unwritable?: RegExp;
}

/**
 * A value that the API has shown, sent back as filter, cursor or body, finds its record and keeps it: for every row and column, as mocha tests.
 *
 * @param raw - every row of a table exactly as it is stored
 */
export function describeShownValues(
  name: string,
  open: () => Promise<{
    models: Models;
    dialect: Dialect;
    tables: readonly ValuesTable[];
    raw: (table: string) => Promise<unknown[]>;
    close: () => Promise<unknown>;
  }>,
): void {
  describe(`shown values: ${name}`, function () {
    keepQuiet();
    this.timeout(120_000);
    let opened: Awaited<ReturnType<typeof open>>;
    let server: ReturnType<ReturnType<(typeof MAJORS)[0][1]>['listen']>;

    before(async () => {
      opened = await open();
      const { models, tables } = opened;
      const app = (MAJORS[0] as (typeof MAJORS)[0])[1]();
      app.use(
        createRestRouter({
          rules: tables.map((table) => [`/${table.name}/:id?`, 'rest'] as const),
          controllers: Object.fromEntries(tables.map((table) => [table.name, class extends Rest {}])),
          logics: Object.fromEntries(
            await Promise.all(tables.map(async (table) => [table.name, await logicOf(table, models)] as const)),
          ),
          model: models,
        }),
      );
      await new Promise<void>((resolve) => {
        server = app.listen(0, '127.0.0.1', () => resolve());
      });
    });
    after(async () => {
      server?.closeAllConnections();
      server?.close();
      await opened?.close();
    });

    const send = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        link: answer.headers.get('link'),
        body: text === '' ? undefined : JSON.parse(text),
        text,
      };
    };
    const list = async (table: string) =>
      (await send('GET', `/${table}?pageSize=100`)).body as Record<string, unknown>[];

    it('find their records as filters', async () => {
      const wrong: string[] = [];
      for (const { name: table, incomparable = [], misfits = [] } of opened.tables) {
        const rows = await list(table);
        expect(rows).to.have.length.within(5, 99);
        const asked = new Set<string>();
        for (const row of rows) {
          for (const [column, value] of Object.entries(row)) {
            const key = JSON.stringify([column, value]);
            if (asked.has(key)) continue;
            asked.add(key);
            const parameter =
              value === null ? `${column}[null]=true` : `${column}=${encodeURIComponent(String(value))}`;
            const { status, body, text } = await send('GET', `/${table}?pageSize=100&${parameter}`);
            const isRefused =
              value !== null && (incomparable.includes(column) || misfits.includes(`${column}=${value}`));
            const found = Array.isArray(body)
              ? body.filter((one) => JSON.stringify(one[column]) === JSON.stringify(value))
              : [];
            const all = rows.filter((one) => JSON.stringify(one[column]) === JSON.stringify(value));
            if (isRefused ? status !== 400 : status !== 200 || found.length !== all.length)
              wrong.push(
                `${table}?${parameter}: ${status} ${found.length}/${all.length} ${status === 200 ? '' : text}`,
              );
          }
        }
      }
      expect(wrong.join('\n')).to.equal('');
    });

    it('find their place as cursors: pages by every field have every record once, and end', async () => {
      const wrong: string[] = [];
      for (const { name: table, unordered = [] } of opened.tables) {
        const rows = await list(table);
        const ids = rows.map(({ id }) => id).sort();
        for (const column of Object.keys(rows[0] as object)) {
          for (const sort of [column, `-${column}`]) {
            const first = await send('GET', `/${table}?pageSize=3&sort=${sort}&fields=id`);
            if (unordered.includes(column)) {
              if (first.status !== 400) wrong.push(`${table} ${sort}: ${first.status}`);
              continue;
            }
            const seen: unknown[] = [];
            let page: typeof first | undefined = first;
            for (let pages = 0; page !== undefined && pages <= rows.length; pages += 1) {
              if (page.status !== 200) wrong.push(`${table} ${sort}: ${page.status} ${page.text}`);
              else seen.push(...page.body.map(({ id }: { id: unknown }) => id));
              const next: string | undefined = /<([^>]+)>; rel="next"/.exec(page.link ?? '')?.[1];
              page = next === undefined ? undefined : await send('GET', next.replace(/^https?:\/\/[^/]+/, ''));
            }
            if (JSON.stringify([...seen].sort()) !== JSON.stringify(ids))
              wrong.push(`${table} ${sort}: ${seen.length} of ${ids.length}, ${new Set(seen).size} different`);
          }
        }
      }
      expect(wrong.join('\n')).to.equal('');
    });

    it('are the same in JSON that the database has built', async () => {
      const wrong: string[] = [];
      for (const { name: table } of opened.tables) {
        wrong.push(...(await compareWithJson(opened.models, opened.dialect, table)));
      }
      expect(wrong.join('\n')).to.equal('');
    });

    it('keep their records as bodies', async () => {
      const wrong: string[] = [];
      for (const { name: table, written, unwritable = /$^/ } of opened.tables) {
        if (written.length === 0) continue;
        const before = await opened.raw(table);
        const { columns } = await opened.models.repository(table).describe();
        for (const { id, ...row } of await list(table)) {
          const body = Object.fromEntries(
            written
              .map((column) => [column, row[column]] as const)
              // '' is not a value of a field without a type.
              .filter(([column, value]) => value !== '' || rulesOf(columns.get(column)) !== ANYTHING)
              .filter(([column, value]) => !unwritable.test(`${column}=${JSON.stringify(value)}`)),
          );
          for (const [method, part] of [
            ['PUT', body],
            // With what the logic does not declare, as GET shows it.
            ['PUT', { ...row, id, ...body }],
            ['PATCH', { ...Object.fromEntries(Object.entries(row).filter(([name]) => !written.includes(name))), id }],
            ...Object.entries(body).map(([column, value]) => ['PATCH', { [column]: value }] as const),
          ] as const) {
            if (method === 'PUT' && Object.keys(body).length < written.length) continue;
            const { status, text } = await send(method, `/${table}/${id}`, part);
            if (status !== 200) wrong.push(`${method} ${table} ${JSON.stringify(part)}: ${status} ${text}`);
          }
        }
        const after = await opened.raw(table);
        for (const [index, row] of after.entries()) {
          if (JSON.stringify(row) !== JSON.stringify(before[index]))
            wrong.push(`${table}: ${JSON.stringify(before[index])} became ${JSON.stringify(row)}`);
        }
      }
      expect(wrong.join('\n')).to.equal('');
    });
  });
}

/** Rows in which every value of every column occurs, beside others and twice where there is room, and null. */
export function mix<Value>(
  columns: Readonly<Record<string, readonly Value[]>>,
  nothing: Value,
): Record<string, Value>[] {
  const pools = Object.entries(columns).map(
    ([name, values]) => [name, [...values, nothing, values[0] as Value]] as const,
  );
  const count = Math.max(...pools.map(([, values]) => values.length)) + 1;
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(pools.map(([name, values], place) => [name, values[(index + place) % values.length] as Value])),
  );
}

/** The table of `propertyMigrations` with every value of every kind of column. */
export async function fillOwn(models: ModelProvider): Promise<ValuesTable> {
  const { name: _, ...types } = COLUMNS;
  const pools = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, KINDS[type].values]));
  for (const row of mix<unknown>(pools, null)) await models.repository('thing').insert({ ...row, name: 'x', place: 1 });
  return { name: 'thing', written: Object.keys(pools), incomparable: ['meta'], unordered: ['meta'] };
}

// --- internal ---

const ANYTHING = {};

/** Rules of a column: a type where `''` is a value of it. */
function rulesOf(column: Column | undefined): object {
  if (column === undefined || column.loose) return ANYTHING;
  if (column.type === 'binary') return { base64: true };
  return column.type === 'string' ? { string: true } : ANYTHING;
}

async function logicOf({ name: table, written }: ValuesTable, models: Models) {
  const { columns } = await models.repository(table).describe();
  const fields = Object.fromEntries(written.map((name) => [name, rulesOf(columns.get(name))]));
  return defineLogic({ putAction: { body: fields }, patchAction: { body: fields } } as never);
}
