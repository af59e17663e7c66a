import {
  DataError,
  type ModelProvider,
  type Relation,
  type Relations,
  type Repository,
  type Row,
} from '@rest-gen/model/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { Access } from '../../../packages/model/src/core/policy/access.ts';
import { Policies, type TablePolicy } from '../../../packages/model/src/core/policy/policies.ts';
import { PolicyError } from '../../../packages/model/src/core/policy/policy-error.ts';
import { openTable } from '../../../packages/model/src/core/write/open-table.ts';
import { Session } from '../../../packages/model/src/core/write/session.ts';
import { createModels } from '../../../packages/model/src/index.ts';
import type { NaiveTable } from '../../../packages/router/test/naive-store.ts';
import { checkReads, openSchema, readAll, withoutNegativeZero } from '../relations/random-relations.ts';
import { DEPTH, type RandomRequest, randomRequest } from '../relations/random-request.ts';
import { insertRows, type RandomRows, randomRows } from '../relations/random-rows.ts';
import { declaredRelations, type RandomSchema, randomSchema } from '../relations/random-schema.ts';
import { resolveRelations } from '../relations/resolve-relations.ts';
import {
  allowedBy,
  type RandomPolicy,
  type RandomUser,
  randomPolicies,
  randomUsers,
  toCondition,
} from './random-policy.ts';
import { type RandomWrite, randomWrite, valuesOf } from './random-write.ts';
import { RowSecurity } from './row-security.ts';

interface PolicyCase {
  readonly schema: RandomSchema;
  readonly rows: RandomRows;
  readonly policies: readonly RandomPolicy[];
  readonly users: readonly RandomUser[];
  readonly reads: readonly RandomRequest[];
  readonly writes: readonly RandomWrite[];
}

/** `STORE_RUNS` schemas, each with rows, policies, users and requests. `SEED` chooses others; with `SHRINK=1` a failing case is made small, which takes minutes. */
const RUNS = Number(process.env.STORE_RUNS ?? 5);

const parameters: fc.Parameters<[PolicyCase]> = {
  numRuns: RUNS,
  endOnFailure: process.env.SHRINK === undefined,
  seed: Number(process.env.SEED ?? 1),
};

const policyCase: fc.Arbitrary<PolicyCase> = randomSchema().chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    rows: randomRows(schema),
    policies: randomPolicies(schema),
    users: randomUsers(schema),
    reads: fc.array(randomRequest(schema), { minLength: 1, maxLength: 12, size: 'max' }),
    writes: fc.array(randomWrite(schema), { minLength: 1, maxLength: 12, size: 'max' }),
  }),
);

/**
 * What users read and change under random policies is what PostgreSQL lets them under row-level security.
 *
 * @param open - gives models with the tables of a schema, all of them empty
 * @param url - the address of a PostgreSQL database, for a superuser, that gets the same tables
 * @param deletesOwnReferences - whether the store deletes rows that refer to each other in one statement
 */
export function describeRandomPolicies(
  name: string,
  open: (schema: RandomSchema) => Promise<ModelProvider>,
  url: () => string,
  deletesOwnReferences = true,
): void {
  describe(`random policies: ${name}`, () => {
    let security: RowSecurity;
    before(async () => {
      security = await RowSecurity.open(url());
    });
    after(() => security.close());

    it('let users read and change what row-level security does', async function () {
      this.timeout(Math.max(60_000, process.env.SHRINK ? 600_000 : RUNS * 8_000));
      let count = 0;
      await fc.assert(
        fc.asyncProperty(policyCase, async (one) => {
          const models = await open(one.schema);
          const reference = await openSchema(one.schema, (options) => createModels(url(), options));
          try {
            await insertRows(models, one.schema, one.rows);
            await insertRows(reference, one.schema, one.rows);
            await security.begin(one.schema, one.policies);
            count += await checkCase(models, security, one, deletesOwnReferences);
          } finally {
            await security.end();
            await models.close();
            await reference.close();
          }
        }),
        parameters,
      );
      if (process.env.STORE_RUNS !== undefined) console.log(`      ${count} requests`);
    });
  });
}

// --- internal ---

async function checkCase(
  models: ModelProvider,
  security: RowSecurity,
  { schema, policies, users, reads, writes }: PolicyCase,
  deletesOwnReferences: boolean,
): Promise<number> {
  const stored = await readAll(models, schema);
  const declared = declaredRelations(schema, DEPTH);
  const list = await Promise.all(
    schema.tables.map(
      async ({ name }, index): Promise<TablePolicy> => ({
        table: name,
        policy: toPolicy(policies[index] as RandomPolicy),
        file: undefined,
        relations: await resolveRelations(models, declared[name] ?? {}),
      }),
    ),
  );
  const known = new Policies(list);
  known.report = () => undefined;
  let count = 0;
  for (const user of users) {
    const access = new Access(known, user);
    const seen = await seenBy(user, stored, security, schema, policies);
    for (const request of reads) {
      const table = seen(request.table);
      const repository = openFor(models, request.table, stored(request.table).relations, access);
      count += 1;
      const isDenied = user === undefined && access.table(request.table).decide('read') === false;
      if (isDenied) expect(await errorOf(repository.findMany())).to.be.instanceOf(PolicyError);
      else {
        await checkReads(repository, table, request);
        const under = await security.find(request.table, request.where, user);
        const found = await repository.findMany({ where: request.where, fields: ['id'] });
        expect(found.map(({ id }) => String(id)).sort(), fc.stringify({ user, request })).to.deep.equal(under.sort());
      }
    }
    for (const write of writes) {
      const isEmpty = write.operation === 'update' && stored(write.table).rowsOf(write.table).length === 0;
      if (isEmpty) continue;
      count += 1;
      const place = schema.tables.findIndex((one) => one.name === write.table);
      await checkWrite(models, security, {
        schema,
        stored,
        access,
        user,
        write,
        policy: policies[place] as RandomPolicy,
        deletesOwnReferences,
      });
    }
  }
  return count;
}

function openFor(models: ModelProvider, name: string, relations: Relations, access: Access): Repository {
  return openTable({ name, session: new Session(models), access, relations });
}

interface WriteCase {
  readonly schema: RandomSchema;
  readonly stored: (table: string) => NaiveTable;
  readonly access: Access;
  readonly user: RandomUser;
  readonly policy: RandomPolicy;
  readonly write: RandomWrite;
  readonly deletesOwnReferences: boolean;
}

/** The write runs in a transaction that is rolled back: every one begins with the same rows. */
async function checkWrite(models: ModelProvider, security: RowSecurity, one: WriteCase): Promise<void> {
  const { schema, stored, access, user, policy, write } = one;
  const table = stored(write.table);
  const given = write.operation === 'delete' ? [] : valuesOf(write, schema, (name) => table.rowsOf(name));
  const values = valuesStored(write, given, policy, user, table);
  const expected = await security.write(write, values, given, user);
  const label = fc.stringify({ user, write, given, expected });
  const before = new Map(schema.tables.map(({ name }) => [name, table.rowsOf(name)]));

  const [error, after] = await rolledBack(models, async (tx) => {
    const error = await errorOf(
      tx.transaction(async (inside) => {
        // What a refused write has left would stay, so a missing rollback is seen.
        const repository = openFor(inside, write.table, table.relations, access);
        const run = async (): Promise<unknown> => {
          if (write.operation === 'create') return repository.insertRows?.(given);
          if (write.operation === 'delete') return repository.delete(write.where);
          if (write.returns) return (await repository.updateRows?.(write.where, given[0] as Row))?.length;
          return repository.update(write.where, given[0] as Row);
        };
        const refused = await errorOf(run().then((result) => checkResult(result, expected, label)));
        if (refused instanceof PolicyError) return refused;
        if (refused !== undefined) throw refused;
        return undefined;
      }),
    );
    const rows = new Map<string, Row[]>();
    for (const { name } of schema.tables) rows.set(name, await tx.repository(name).findMany());
    return [error, rows] as const;
  });

  if (error instanceof Error && error.name === 'AssertionError') throw error;
  const isKept = write.operation === 'delete' && error instanceof DataError && error.code === 'foreign_key';
  // PostgreSQL looks at references when all rows are deleted, the others row by row.
  const place = schema.tables.findIndex(({ name }) => name === write.table);
  const refersToItself = schema.tables[place]?.references.some((reference) => reference.table === place);
  if (isKept && refersToItself && !one.deletesOwnReferences) return;
  if (expected.kind === 'refused') {
    const isQuiet = write.operation !== 'create' && expected.matched === 0;
    if (!isQuiet) expect(error, label).to.be.instanceOf(Error);
  } else if (error !== undefined) {
    const isGuest = user === undefined && expected.ids.length === 0 && error instanceof PolicyError;
    if (!isGuest) expect.fail(`${label}: ${String(error)}`);
  }
  for (const { name } of schema.tables) {
    const rows = before.get(name) as readonly Row[];
    const wanted =
      name === write.table && expected.kind === 'changed' ? changed(rows, write, values, expected.ids, table) : rows;
    expect(byId(after.get(name) as Row[]), label).to.deep.equal(byId(wanted));
  }
}

function checkResult(result: unknown, expected: Awaited<ReturnType<RowSecurity['write']>>, label: string): void {
  if (expected.kind === 'changed' && typeof result === 'number') expect(result, label).to.equal(expected.ids.length);
}

function changed(
  rows: readonly Row[],
  { operation }: RandomWrite,
  values: readonly Row[],
  ids: readonly string[],
  { description }: NaiveTable,
): Row[] {
  if (operation === 'create') {
    const empty = Object.fromEntries(Array.from(description.columns.keys(), (name) => [name, null]));
    return [...rows, ...values.map((row) => ({ ...empty, ...row }))];
  }
  const isChanged = ({ id }: Row): boolean => ids.includes(String(id));
  if (operation === 'delete') return rows.filter((row) => !isChanged(row));
  return rows.map((row) => (isChanged(row) ? { ...row, ...values[0] } : row));
}

function byId(rows: readonly Row[]): unknown {
  const sorted = [...rows].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  return withoutNegativeZero(sorted);
}

/** What a write stores: a new record also has what its policy sets. */
export function valuesStored(
  { operation }: RandomWrite,
  given: readonly Row[],
  policy: RandomPolicy,
  user: RandomUser,
  table: NaiveTable,
): Row[] {
  const defaults = operation === 'create' ? defaultsOf(policy, user, table) : {};
  return given.map((row) => ({ ...defaults, ...row }));
}

/** What a new record gets of the conditions that leave one filter. */
function defaultsOf({ always, create }: RandomPolicy, user: RandomUser, { description }: NaiveTable): Row {
  const values: Row = {};
  for (const rules of [always, create]) {
    const allowed = rules === undefined ? true : allowedBy(rules, user);
    if (allowed === false) return {};
    for (const [name, condition] of Object.entries(allowed === true ? {} : allowed)) {
      const isBare = typeof condition !== 'object' || condition instanceof Uint8Array || condition instanceof Date;
      const value = isBare ? condition : (condition as { eq?: unknown } | null)?.eq;
      const isSet =
        value !== undefined && value !== null && description.columns.has(name) && !Object.hasOwn(values, name);
      if (isSet) values[name] = value;
    }
  }
  return values;
}

/** The rows as a user sees them, and relations whose own conditions compare what is stored. */
export async function seenBy(
  user: RandomUser,
  stored: (table: string) => NaiveTable,
  security: RowSecurity,
  { tables }: RandomSchema,
  policies: readonly RandomPolicy[],
): Promise<(table: string) => NaiveTable> {
  const visible = await security.visible(user);
  const rows = new Map<string, Row[]>();
  const masked = new Map<string, ReadonlySet<string>>();
  for (const [index, { name }] of tables.entries()) {
    const ids = visible.get(name);
    const shown = stored(name)
      .rowsOf(name)
      .filter(({ id }) => ids?.has(String(id)))
      .map((row) => {
        const hidden = [...(ids?.get(String(row.id)) ?? [])];
        const originals = Object.entries(row).map(([column, value]) => [STORED + column, value]);
        return {
          ...row,
          ...Object.fromEntries(originals),
          ...Object.fromEntries(hidden.map((column) => [column, null])),
        };
      });
    rows.set(name, shown);
    masked.set(name, new Set((policies[index] as RandomPolicy).fields.map((field) => field.name)));
  }
  const known = new Map<Relations, Relations>();
  const seen = new Map(
    tables.map(({ name }): [string, NaiveTable] => {
      const { description, relations } = stored(name);
      return [
        name,
        { description, relations: comparingStored(relations, known), rowsOf: (table) => rows.get(table) as Row[] },
      ];
    }),
  );
  return (table) => seen.get(table) as NaiveTable;
}

const STORED = 'stored ';

function comparingStored(relations: Relations, known: Map<Relations, Relations>): Relations {
  const made = known.get(relations);
  if (made !== undefined) return made;
  const renamed = new Map<string, Relation>();
  known.set(relations, renamed);
  for (const [name, { where, target, ...relation }] of relations) {
    const originals = Array.from(target.columns, ([column, details]) => [STORED + column, details] as const);
    renamed.set(name, {
      ...relation,
      target: { ...target, columns: new Map([...target.columns, ...originals]) },
      ...(where && { where: Object.fromEntries(Object.entries(where).map(([key, one]) => [STORED + key, one])) }),
      relations: comparingStored(relation.relations, known),
    });
  }
  return renamed;
}

export function toPolicy({ fields, ...operations }: RandomPolicy) {
  const conditions = Object.entries(operations).flatMap(([name, rules]) =>
    rules === undefined ? [] : [[name, toCondition(rules)]],
  );
  return {
    ...Object.fromEntries(conditions),
    fields: Object.fromEntries(
      fields.map(({ name, read, write }) => [
        name,
        { ...(read && { read: toCondition(read) }), ...(write && { write: toCondition(write) }) },
      ]),
    ),
  };
}

const ROLLBACK = new Error('rolled back');

async function rolledBack<T>(models: ModelProvider, work: (tx: ModelProvider) => Promise<T>): Promise<T> {
  let result: T | undefined;
  const thrown = await errorOf(
    models.transaction(async (tx) => {
      result = await work(tx);
      throw ROLLBACK;
    }),
  );
  if (thrown !== ROLLBACK) throw thrown;
  return result as T;
}

/** What it rejects with, or what it resolves to where that is an error. */
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    const result = await work;
    return result instanceof Error ? result : undefined;
  } catch (error) {
    return error;
  }
}
