import type { Include, Relation, Relations, Row } from '@rest-gen/model/core';
import { expect } from 'chai';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Models } from '../../../packages/model/src/index.ts';
import { type NaiveTable, naiveFind } from '../../../packages/router/test/naive-store.ts';
import { itHolds } from './random-relations.ts';
import type { RandomSchema } from './random-schema.ts';

/** `kysely/helpers/sqlite` or `kysely/helpers/postgres`. */
export interface JsonHelpers {
  jsonArrayFrom(query: Select): RawBuilder<unknown>;
  jsonObjectFrom(query: Select): RawBuilder<unknown>;
}

/**
 * The naive store includes what Kysely's helpers do, for columns that JSON keeps exactly.
 *
 * @param open - gives models with the tables of a schema, all of them empty
 */
export function describeKyselyRelations(
  name: string,
  open: (schema: RandomSchema) => Promise<Models>,
  helpers: JsonHelpers,
): void {
  describe(`relations of Kysely: ${name}`, () => {
    itHolds('are those of the naive store', open, async (models, naive, requests) => {
      const known = new Map<Relations, Relations>();
      for (const { table, include } of requests) {
        const plain = { ...naive(table), relations: withoutConditions(naive(table).relations, known) };
        expect(await readInclude(models.kysely, table, include, plain, helpers)).to.deep.equal(
          naiveFind({ fields: ['code'], orderBy: [['code', 'asc']], include }, plain),
        );
      }
    });
  });
}

// --- internal ---

// biome-ignore lint/suspicious/noExplicitAny: tables that no type knows.
type Select = SelectQueryBuilder<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: the same.
type Database = Kysely<any>;

/** What the helpers of Kysely can say: no conditions, one order, and columns of text and small integers. */
function withoutConditions(relations: Relations, known: Map<Relations, Relations>): Relations {
  const made = known.get(relations);
  if (made !== undefined) return made;
  const plain = new Map<string, Relation>();
  known.set(relations, plain);
  for (const [name, { where: _, ...relation }] of relations) {
    const { columns } = relation.target;
    const exact = relation.fields.filter((field) => ['string', 'integer'].includes(columns.get(field)?.type ?? ''));
    plain.set(name, {
      ...relation,
      fields: [...new Set([...exact, 'code'])],
      orderBy: [['code', 'asc']],
      relations: withoutConditions(relation.relations, known),
    });
  }
  return plain;
}

async function readInclude(
  db: Database,
  table: string,
  include: Include,
  { relations }: NaiveTable,
  helpers: JsonHelpers,
): Promise<Row[]> {
  const query = selectRows(db, table, 't', ['code'], include, relations, helpers);
  const rows = await query.orderBy(sql.id('t', 'code')).execute();
  return rows.map((row) => named(row, ['code'], include, relations));
}

/** Columns and relations by their place, because not every name can be an alias. */
function selectRows(
  db: Database,
  table: string,
  alias: string,
  fields: readonly string[],
  include: Include,
  relations: Relations,
  helpers: JsonHelpers,
): Select {
  return db.selectFrom(sql`${sql.id(table)}`.as(alias)).select([
    ...fields.map((field, place) => sql`${sql.id(alias, field)}`.as(`f${place}`)),
    ...Object.entries(include).map(([name, inner], place) => {
      const relation = relations.get(name) as Relation;
      return selectRelated(db, relation, `${alias}${place}`, alias, inner, helpers).as(`r${place}`);
    }),
  ]);
}

function selectRelated(
  db: Database,
  { kind, target, through, from, to, fields, max, relations }: Relation,
  alias: string,
  parent: string,
  include: Include,
  helpers: JsonHelpers,
): RawBuilder<unknown> {
  const refers = through
    ? sql<boolean>`${sql.id(alias, to as string)} in (select ${sql.id(through.to as string)} from ${sql.id(through.target.name)} as "l" where ${sql.id('l', through.from as string)} = ${sql.id(parent, from as string)})`
    : sql<boolean>`${sql.id(alias, to as string)} = ${sql.id(parent, from as string)}`;
  if (kind === 'count') return sql`(select count(*) from ${sql.id(target.name)} as ${sql.id(alias)} where ${refers})`;
  const rows = selectRows(db, target.name, alias, fields, include, relations, helpers).where(refers);
  return kind === 'one'
    ? helpers.jsonObjectFrom(rows)
    : helpers.jsonArrayFrom(rows.orderBy(sql.id(alias, 'code')).limit(max + 1));
}

function named(row: Row, fields: readonly string[], include: Include, relations: Relations): Row {
  return Object.fromEntries([
    ...fields.map((field, place) => [field, row[`f${place}`]]),
    ...Object.entries(include).map(([name, inner], place) => {
      const { kind, fields, relations: reached } = relations.get(name) as Relation;
      const value = row[`r${place}`];
      if (kind === 'count') return [name, Number(value)];
      const read = typeof value === 'string' ? JSON.parse(value) : value;
      if (kind === 'many') return [name, read.map((one: Row) => named(one, fields, inner, reached))];
      return [name, read === null ? null : named(read, fields, inner, reached)];
    }),
  ]);
}
