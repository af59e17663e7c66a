import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Column,
  type Description,
  type ModelProvider,
  type Query,
  type Repository,
  type Row,
  readFilter,
  type View,
} from '@rest-gen/model/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { restricted } from '../../../packages/model/src/core/join-filters.ts';
import type { Models, ModelsOptions } from '../../../packages/model/src/index.ts';
import { type NaiveTable, naiveFilter, naiveFind } from '../../../packages/router/test/naive-store.ts';
import { DEPTH, type RandomRequest, randomRequest } from './random-request.ts';
import { insertRows, type RandomRows, randomRows } from './random-rows.ts';
import { declaredRelations, type RandomSchema, randomSchema, toMigration } from './random-schema.ts';
import { type DeclaredRelations, resolveRelations } from './resolve-relations.ts';

/** Tables, their rows, and what is asked of them. */
interface RandomCase {
  readonly schema: RandomSchema;
  readonly rows: RandomRows;
  readonly requests: readonly RandomRequest[];
}

/** `STORE_RUNS` schemas, each with some rows and requests; `SEED` repeats a run. */
const RUNS = Number(process.env.STORE_RUNS ?? 15);

const parameters: fc.Parameters<[RandomCase]> = {
  numRuns: RUNS,
  ...(process.env.SEED !== undefined && { seed: Number(process.env.SEED) }),
};

const randomCase: fc.Arbitrary<RandomCase> = randomSchema().chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    rows: randomRows(schema),
    requests: fc.array(randomRequest(schema), { minLength: 1, maxLength: 20, size: 'max' }),
  }),
);

/**
 * Random filters, orders, pages and includes over random schemas give what the naive store gives.
 *
 * @param open - gives models with the tables of a schema, all of them empty
 */
export function describeRandomRelations(
  name: string,
  open: (schema: RandomSchema) => Promise<ModelProvider> | ModelProvider,
): void {
  describe(`random relations: ${name}`, () => {
    itHolds(
      'are found, sorted, counted, paged and included as plain JavaScript does',
      open,
      async (models, naive, requests) => {
        for (const request of requests) {
          const table = naive(request.table);
          await checkReads(models.repository(request.table, {}, table.relations), table, request);
        }
      },
    );

    itHolds('are the same with columns that some rows show', open, async (models, naive, requests) => {
      const masked = await maskTables(models, naive, requests);
      for (const request of requests) {
        const table = masked(request.table);
        const repository = models.repository(request.table, {}, table.relations, () => table.description);
        await checkReads(repository, table, request);
      }
    });
  });
}

/** A test that checks random requests to the tables of random schemas, each with random rows. */
export function itHolds<Opened extends ModelProvider>(
  title: string,
  open: (schema: RandomSchema) => Promise<Opened> | Opened,
  check: (models: Opened, naive: NaiveTables, requests: readonly RandomRequest[]) => Promise<void>,
): void {
  it(title, async function () {
    this.timeout(Math.max(60_000, RUNS * 12_000));
    await fc.assert(
      fc.asyncProperty(randomCase, async ({ schema, rows, requests }) => {
        const models = await open(schema);
        try {
          await insertRows(models, schema, rows);
          await check(models, await readAll(models, schema), requests);
        } finally {
          await models.close();
        }
      }),
      parameters,
    );
  });
}

/** Models with the tables of a schema in a database, in which they replace all others. */
export async function openSchema(schema: RandomSchema, create: (options: ModelsOptions) => Models): Promise<Models> {
  const migrations = mkdtempSync(join(tmpdir(), 'rest-gen-model-'));
  const remove = (): void => rmSync(migrations, { recursive: true, force: true });
  try {
    writeFileSync(join(migrations, '1_create_tables.mjs'), toMigration(schema));
    const models = create({ migrations, autoMigrate: false });
    await models.migrateFresh();
    // Without its directory of migrations, a store is not ready.
    const close = models.close.bind(models);
    models.close = () => close().finally(remove);
    return models;
  } catch (error) {
    remove();
    throw error;
  }
}

/** The rows of a table by its name. */
type NaiveTables = ((table: string) => NaiveTable) & { readonly declared: Record<string, DeclaredRelations> };

/** Give every third column of each table a mask: the filter of a request to it, no condition, or `false`. */
async function maskTables(
  models: ModelProvider,
  naive: NaiveTables,
  requests: readonly RandomRequest[],
): Promise<(table: string) => NaiveTable> {
  const views = new Map<string, Description>();
  for (const table of Object.keys(naive.declared)) {
    const { description, relations } = naive(table);
    const filters = requests.filter((request) => request.table === table).map(({ where }) => where);
    const columns = new Map(description.columns);
    const names = [...columns.keys()].filter((name) => !description.primaryKey.includes(name));
    for (const [index, name] of names.entries()) {
      const where = filters[index / 3];
      const shown = where === undefined ? [] : readFilter(where, description, relations);
      const mask = restricted(undefined, index === 6 ? false : shown);
      if (index % 3 === 0) columns.set(name, { ...(columns.get(name) as Column), nullable: true, mask });
    }
    views.set(table, { ...description, columns, hasMasks: true });
  }
  const view: View = ({ name }) => views.get(name) as Description;
  const tables = new Map<string, NaiveTable>();
  for (const [table, declared] of Object.entries(naive.declared)) {
    const relations = await resolveRelations(models, declared, view);
    tables.set(table, { ...naive(table), description: view(naive(table).description), relations });
  }
  return (table) => tables.get(table) as NaiveTable;
}

/** The rows of all tables as the store gives them, with the relations of each table. */
export async function readAll(models: ModelProvider, schema: RandomSchema): Promise<NaiveTables> {
  const rows = new Map<string, Row[]>();
  const tables = new Map<string, NaiveTable>();
  // One more than paths have: their last field can be a number.
  const declared = declaredRelations(schema, DEPTH + 1);
  for (const { name } of schema.tables) {
    const repository = models.repository(name);
    rows.set(name, await repository.findMany());
    tables.set(name, {
      description: await repository.describe(),
      relations: await resolveRelations(models, declared[name] ?? {}),
      rowsOf: (table) => rows.get(table) as Row[],
    });
  }
  return Object.assign((table: string) => tables.get(table) as NaiveTable, { declared });
}

/** Values that JSON shows alike are alike: a database gives -0 as 0. */
export function withoutNegativeZero(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutNegativeZero(one)]));
}

/** What a repository finds, counts and gives in pages is what the naive store finds. */
export async function checkReads(repository: Repository, table: NaiveTable, request: RandomRequest): Promise<void> {
  const { where, orderBy, fields, include, limit, offset, after, pageSize } = request;
  const check = async (query: Query): Promise<void> => {
    const [found, expected] = [await repository.findMany(query), naiveFind(query, table)];
    expect(withoutNegativeZero(found), fc.stringify(query)).to.deep.equal(withoutNegativeZero(expected));
  };
  const read: Query = { where, orderBy, include, ...(fields && { fields }) };
  await check(read);
  await check({ ...read, limit, offset });
  const matching = table.rowsOf(request.table).filter(naiveFilter(where, table));
  expect(await repository.count(where), fc.stringify({ count: where })).to.equal(matching.length);

  const keys = orderBy.map(([name]) => name);
  const places = naiveFind({ fields: keys }, table);
  if (places.length === 0) return;
  const place = keys.map((name, index) => places[(after[index] as number) % places.length]?.[name]);
  await check({ ...read, after: place, limit: pageSize });
  const pages = await readPages(repository, { where, orderBy, fields: keys, limit: pageSize }, matching.length);
  expect(withoutNegativeZero(pages), fc.stringify({ pages: request })).to.deep.equal(
    withoutNegativeZero(naiveFind({ where, orderBy, fields: keys }, table)),
  );
}

// --- internal ---

/** All pages, each after the last row of the one before it. */
async function readPages(repository: Repository, query: Query, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1);
    const after = last && (query.fields ?? []).map((name) => last[name]);
    const page = await repository.findMany({ ...query, ...(after && { after }) });
    rows.push(...page);
    if (page.length < (query.limit as number) || rows.length > count) return rows;
  }
}
