import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRestRouter, type Row } from '@rest-gen/router';
import { expect } from 'chai';
import fc from 'fast-check';
import { createModels, type Models, sql } from '../../packages/model/src/index.ts';
import { STORES } from '../../packages/model/test/each-store.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';

/** Tables for each store. `SEED` repeats a run. */
const RUNS = Number(process.env.STORE_RUNS ?? 40);
const SEED = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

const COLUMNS = ['state', 'hours', 'big', 'amount', 'ratio', 'done', 'day', 'at'] as const;
const NUMBERS: readonly string[] = ['hours', 'big', 'amount', 'ratio'];
type Column = (typeof COLUMNS)[number];

class Entry extends Rest {
  static aggregate = [...COLUMNS];
}

/** A request, of which all pages are read, is answered as SQL that is written by hand and sent through the driver. */
describe('requests for groups', function () {
  keepQuiet();
  this.timeout(Math.max(60_000, RUNS * 3_000));

  for (const [name, make] of STORES) {
    it(`are answered as SQL on ${name}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'rest-gen-aggregates-'));
      const database = await make();
      const url = name === 'sqlite' ? `sqlite:${folder}/entries.sqlite3` : database.url;
      const migrations = fileURLToPath(new URL('./fixtures/aggregate-requests', import.meta.url));
      const models = createModels(url, { migrations, autoMigrate: true });
      const router = createRestRouter({
        rules: [['/entry/:id?', 'rest']],
        controllers: { entry: Entry },
        model: models,
        log: false,
      });
      try {
        await router.ready;
        const run = 'run' in database ? (database.run as Run) : openSqlite(`${folder}/entries.sqlite3`);
        let pages = 0;
        const property = async (rows: readonly Row[], requests: readonly Request[]): Promise<void> => {
          await sql`delete from entry`.execute(models.kysely);
          await fill(models, rows);
          for (const request of requests) {
            const groups: Row[] = [];
            let next: string | undefined = `/entry?${queryOf(request)}`;
            while (next !== undefined) {
              const { status, headers, body } = await router.request('GET', next);
              expect(status, `${next}: ${JSON.stringify(body)}`).to.equal(200);
              groups.push(...(body as Row[]));
              next = /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1];
              pages += 1;
            }
            const written = writeSql(request, DIALECTS[name] as Dialect);
            const expected = await run(written);
            expect(
              groups.map((group) => textOfGroup(group, request)),
              `${queryOf(request)}\n${written}`,
            ).to.deep.equal(expected.map((row) => textOfRow(row, request)));
          }
        };
        await fc.assert(
          fc.asyncProperty(
            fc.array(entry, { maxLength: 14 }),
            fc.array(request, { minLength: 3, maxLength: 6 }),
            property,
          ),
          { numRuns: RUNS, endOnFailure: true, ...SEED },
        );
        expect(pages).to.be.above(RUNS * 3);
      } finally {
        await router.close();
        await models.close();
        await database.drop();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});

// --- internal ---

type Run = (text: string) => Promise<Row[]>;

interface Request {
  readonly group: readonly Column[];
  readonly count: boolean;
  /** `sum.hours` */
  readonly results: readonly string[];
  readonly sort: readonly (readonly [name: string, isDescending: boolean])[];
  readonly filter: readonly [parameter: string, condition: string] | undefined;
  readonly pageSize: number;
}

/** How a store writes what SQL leaves open. */
interface Dialect {
  /** The text of a value, as the answer has it. */
  text(column: Column, expression: string): string;
  /** What a column is sorted by, and its extremes are found by. */
  order(column: Column): string;
  sum(column: Column): string;
  /** What a sum is sorted by. */
  total(sum: string): string;
  double(expression: string): string;
  extreme(operation: string, column: Column): string;
  readonly nulls: boolean;
}

const plain = {
  order: (column: Column) => column as string,
  sum: (column: Column) => `sum(${column})`,
  total: (sum: string) => sum,
  nulls: false,
};
const bool = (expression: string) => `case when ${expression} then 'true' when not (${expression}) then 'false' end`;

const DIALECTS: Readonly<Record<string, Dialect>> = {
  sqlite: {
    ...plain,
    // As docs/aggregates.md says: by the first 15 digits.
    total: (sum) => `cast(${sum} as real)`,
    // Decimals are text, which SQLite adds up as rounded numbers.
    sum: (column) => (column === 'amount' ? 'sum(cast(round(amount * 100) as integer)) / 100.0' : `sum(${column})`),
    text: (column, expression) => (column === 'done' ? bool(expression) : `cast(${expression} as text)`),
    order: (column) => (column === 'amount' ? 'cast(amount as real)' : column),
    double: (expression) => `cast(${expression} as real)`,
    extreme: (operation, column) => `${operation}(${column === 'amount' ? 'cast(amount as real)' : column})`,
  },
  postgres: {
    ...plain,
    text: (column, expression) =>
      column === 'done'
        ? bool(expression)
        : column === 'at'
          ? `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
          : `cast(${expression} as text)`,
    order: (column) => (column === 'state' ? 'state collate "C"' : column),
    double: (expression) => `cast(${expression} as double precision)`,
    extreme: (operation, column) => {
      if (column === 'done') return operation === 'min' ? 'bool_and(done)' : 'bool_or(done)';
      return `${operation}(${column}${column === 'state' ? ' collate "C"' : ''})`;
    },
    nulls: true,
  },
  mysql: {
    ...plain,
    text: (column, expression) =>
      column === 'done'
        ? bool(expression)
        : column === 'at'
          ? `date_format(${expression}, '%Y-%m-%dT%H:%i:%s.000Z')`
          : `cast(${expression} as char)`,
    double: (expression) => `cast(${expression} as double)`,
    extreme: (operation, column) => `${operation}(${column})`,
  },
};

function writeSql({ group, count, results, sort, filter }: Request, dialect: Dialect): string {
  const expressionOf = (name: string): string => {
    const [operation = '', column = ''] = name.split('.') as [string, Column];
    if (name === 'count') return 'count(*)';
    if (column === '') return dialect.order(name as Column);
    if (operation === 'sum') return dialect.sum(column as Column);
    if (operation === 'avg') return `${dialect.double(dialect.sum(column as Column))} / count(${column})`;
    return dialect.extreme(operation, column as Column);
  };
  const selected = [
    // With the name of the column, `order by` would mean the text.
    ...group.map((column, at) => `${dialect.text(column, column)} as g${at}`),
    ...(count ? ['count(*) as n'] : []),
    ...results.map((name, at) => {
      const [operation, column] = name.split('.') as [string, Column];
      const value = expressionOf(name);
      return `${operation === 'avg' ? value : dialect.text(operation === 'sum' ? 'hours' : column, value)} as r${at}`;
    }),
  ];
  const order = fullSort(group, sort).map(([name, isDescending]) => {
    const nulls = dialect.nulls ? (isDescending ? ' nulls last' : ' nulls first') : '';
    const key = name.startsWith('sum.') ? dialect.total(expressionOf(name)) : expressionOf(name);
    return `${key} ${isDescending ? 'desc' : 'asc'}${nulls}`;
  });
  return [
    `select ${selected.join(', ')} from entry`,
    filter ? `where ${filter[1]}` : '',
    group.length > 0 ? `group by ${group.join(', ')} order by ${order.join(', ')}` : '',
  ].join(' ');
}

/** Groups with equal values are sorted by their columns, in the last direction. */
function fullSort(group: readonly Column[], sort: Request['sort']): Request['sort'] {
  const last = sort.at(-1)?.[1] ?? false;
  return [
    ...sort,
    ...group.filter((column) => !sort.some(([name]) => name === column)).map((name) => [name, last] as const),
  ];
}

function queryOf({ group, count, results, sort, filter, pageSize }: Request): string {
  const query = new URLSearchParams();
  if (group.length > 0) query.set('group', group.join());
  if (count) query.set('count', 'true');
  for (const result of results) {
    const [operation, column] = result.split('.') as [string, string];
    query.set(operation, [query.get(operation), column].filter(Boolean).join());
  }
  if (sort.length > 0)
    query.set('sort', sort.map(([name, isDescending]) => `${isDescending ? '-' : ''}${name}`).join());
  query.set('pageSize', String(pageSize));
  return `${query}${filter ? `&${filter[0]}` : ''}`;
}

/** A number, whatever the form that a driver gives it. */
function textOf(column: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (column === 'amount' || column === 'ratio') return Number(value).toFixed(2);
  return String(value);
}

function textOfGroup(row: Row, { group, count, results }: Request): unknown[] {
  return [
    ...group.map((column) => textOf(column, row[column])),
    ...(count ? [String(row.count)] : []),
    ...results.map((result) => {
      const [operation, column] = result.split('.') as [string, string];
      const value = (row[operation] as Row)[column];
      return operation === 'avg' ? value : textOf(column, value);
    }),
  ];
}

function textOfRow(row: Row, { group, count, results }: Request): unknown[] {
  return [
    ...group.map((column, at) => textOf(column, row[`g${at}`])),
    ...(count ? [String(row.n)] : []),
    ...results.map((result, at) => {
      const [operation, column] = result.split('.') as [string, string];
      const value = row[`r${at}`];
      return operation === 'avg' ? value : textOf(column, value);
    }),
  ];
}

function openSqlite(file: string): Run {
  const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');
  return async (text) => {
    const database = new DatabaseSync(file);
    try {
      return database.prepare(text).all() as Row[];
    } finally {
      database.close();
    }
  };
}

async function fill(models: Models, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await models.model('entry').addMany(rows);
}

const orNull = <T>(...values: T[]) => fc.constantFrom(null, ...values);
const entry: fc.Arbitrary<Row> = fc.record({
  state: orNull('open', 'Open', 'done', 'ä', 'z'),
  hours: orNull(-3, 0, 1, 2, 40),
  big: orNull(2n ** 58n + 1n, -(2n ** 58n), 7n, 2n ** 53n + 1n),
  amount: orNull('0.10', '0.20', '-1.00', '12345678.99', '10.00', '9.00'),
  ratio: orNull(0.25, 1.5, -2, 1024),
  done: orNull(true, false),
  day: orNull('2026-01-31', '2025-12-01', '2026-02-01'),
  at: orNull('2026-01-31T12:00:00.000Z', '2026-01-31T12:00:01.000Z'),
});

const request: fc.Arbitrary<Request> = fc
  .record({
    group: fc.subarray([...COLUMNS], { maxLength: 3 }),
    count: fc.boolean(),
    results: fc.subarray(
      COLUMNS.flatMap((column) => [
        ...(NUMBERS.includes(column) ? [`sum.${column}`, `avg.${column}`] : []),
        `min.${column}`,
        `max.${column}`,
      ]),
      { maxLength: 5 },
    ),
    filter: fc.constantFrom<Request['filter']>(
      undefined,
      ['hours[gte]=1', 'hours >= 1'],
      ['state=open', "state = 'open'"],
      ['day[null]=true', 'day is null'],
      ['hours=99', 'hours = 99'],
    ),
    pageSize: fc.constantFrom(1, 2, 50),
  })
  .filter(({ group, count, results }) => group.length > 0 || count || results.length > 0)
  .chain((asked) => {
    const names = asked.group.length === 0 ? [] : [...asked.group, ...(asked.count ? ['count'] : []), ...asked.results];
    const sort = fc
      .tuple(
        fc.shuffledSubarray(names, { maxLength: Math.min(3, names.length) }),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      )
      .map(([some, directions]) => some.map((name, at) => [name, directions[at] as boolean] as const));
    return sort.map((sorted) => ({ ...asked, sort: sorted }));
  });
