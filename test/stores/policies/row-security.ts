import { randomBytes } from 'node:crypto';
import type { Filter, Row } from '@rest-gen/model/core';
import pg from 'pg';
import type { RandomSchema } from '../relations/random-schema.ts';
import { filterSql, literal, type Place, quote } from './filter-sql.ts';
import { allowedBy, type RandomPolicy, type RandomUser } from './random-policy.ts';
import type { RandomWrite } from './random-write.ts';

/*
 * Policies as row-level security of PostgreSQL. Every statement runs under `set local role`, with policies that are made for one user in the same
 * transaction, and is rolled back.
 *
 * Four things are translated, because PostgreSQL means something else:
 * - Subqueries of a policy see the tables as they are. They name views of the superuser, who is not restricted.
 * - PostgreSQL demands that an updated row stays readable. A write runs under a role that reads everything; its rows are first selected under the role that
 *   reads what the user may read, and `using` is "read and update".
 * - PostgreSQL skips a row that may not be changed, here the whole write is refused: it is refused when fewer rows were changed than were selected.
 * - `with check` runs before a row is stored, so its subqueries do not see that row. A condition that leads back to the table is checked after the write.
 */

/** What a write does under row-level security. */
export type Outcome =
  | { readonly kind: 'changed'; readonly ids: readonly string[] }
  /** `matched`: how many rows the user sees of those that the filter names. */
  | { readonly kind: 'refused'; readonly why: string; readonly matched: number };

/** The tables of a database under the policies of one case. */
export class RowSecurity {
  readonly #client: pg.Client;
  readonly #reader: string;
  readonly #writer: string;
  #case: { schema: RandomSchema; policies: readonly RandomPolicy[] } | undefined;

  private constructor(client: pg.Client, name: string) {
    this.#client = client;
    this.#reader = `${name}_reader`;
    this.#writer = `${name}_writer`;
  }

  /** Connect as a superuser, and create two roles. */
  static async open(url: string): Promise<RowSecurity> {
    const client = new pg.Client(url);
    await client.connect();
    // Compiling a statement takes longer than running it on six rows.
    await client.query('set jit = off');
    const security = new RowSecurity(client, `rest_gen_${randomBytes(6).toString('hex')}`);
    for (const role of security.#roles) {
      await client.query(`create role ${role}; grant usage on schema public to ${role}`);
    }
    return security;
  }

  /** Enable row-level security of the tables of a case, and create the views that its policies name. */
  async begin(schema: RandomSchema, policies: readonly RandomPolicy[]): Promise<void> {
    this.#case = { schema, policies };
    const tables = schema.tables.map(({ name }) => {
      const table = quote(name);
      return `create view whole.${table} as select * from public.${table}; alter table ${table} enable row level security; alter table ${table} force row level security;`;
    });
    const roles = this.#roles.join();
    const grants = `grant usage on schema whole to ${roles}; grant select on all tables in schema whole to ${roles}; grant all on all tables in schema public to ${roles};`;
    await this.#client.query(`create schema whole; ${tables.join(' ')} ${grants}`);
  }

  async end(): Promise<void> {
    await this.#client.query('drop schema if exists whole cascade');
  }

  async close(): Promise<void> {
    for (const role of this.#roles) await this.#client.query(`drop owned by ${role}; drop role ${role}`);
    await this.#client.end();
  }

  /** The keys of the rows of each table that a user may read, and of each row the columns that are null for the user. */
  async visible(user: RandomUser): Promise<Map<string, Map<string, ReadonlySet<string>>>> {
    const { schema, policies } = this.#current;
    const found = new Map<string, Map<string, ReadonlySet<string>>>();
    await this.#rolledBack(this.#reading(user), async () => {
      await this.#as(this.#reader);
      for (const [index, { name }] of schema.tables.entries()) {
        const table = quote(name);
        const fields = (policies[index] as RandomPolicy).fields.filter(({ read }) => read !== undefined);
        const masks = fields.map((field, at) => `, ${this.#whole(allowedBy(field.read, user), name, table)} as m${at}`);
        const { rows } = await this.#client.query(`select id::text${masks.join('')} from ${table}`);
        const ids = rows.map((row): [string, ReadonlySet<string>] => [
          row.id,
          new Set(fields.filter((_, at) => row[`m${at}`] !== true).map((field) => field.name)),
        ]);
        found.set(name, new Map(ids));
      }
    });
    return found;
  }

  /** The keys of the rows that a filter finds for a user. */
  async find(table: string, where: Filter, user: RandomUser): Promise<string[]> {
    return this.#rolledBack(this.#reading(user), () => this.#select(table, where, user));
  }

  async write(
    { table, operation, where }: RandomWrite,
    values: readonly Row[],
    given: readonly Row[],
    user: RandomUser,
  ): Promise<Outcome> {
    const refused = (why: string, matched = 0): Outcome => ({ kind: 'refused', why, matched });
    return this.#rolledBack(this.#reading(user), async () => {
      const ids = operation === 'create' ? [] : await this.#select(table, where, user);
      const missing = operation === 'delete' ? undefined : await this.#missingReference(table, given, ids, user);
      if (missing !== undefined) return refused(missing, ids.length);
      await this.#reset();
      const changed: string[] = [];
      const name = quote(table);
      // Columns with conditions of their own are those that the request names, not those that policies set.
      for (const [index, row] of (operation === 'delete' ? [{}] : values).entries()) {
        const named = Object.keys(given[index] ?? {});
        const allowed = operation === 'delete' ? 'true' : this.#allowed(table, operation, named, user, name);
        const isLate = operation !== 'delete' && allowed.includes(`whole.${name}`);
        const readable = this.#allowed(table, 'read', [], user, name);
        const using = `(${readable} and ${this.#allowed(table, operation, named, user, name)})`;
        const check = isLate ? 'true' : allowed;
        await this.#client.query(
          `drop policy if exists everything on ${name}; drop policy if exists written on ${name}; ` +
            `create policy everything on ${name} for select to ${this.#writer} using (true); ` +
            (operation === 'create'
              ? `create policy written on ${name} for insert to ${this.#writer} with check (${check})`
              : `create policy written on ${name} for ${operation} to ${this.#writer} using (${using})${operation === 'delete' ? '' : ` with check (${check})`}`),
        );
        await this.#as(this.#writer);
        try {
          const { rows } = await this.#client.query(statementOf(operation, name, row, ids));
          changed.push(...rows.map(({ id }) => String(id)));
        } catch (error) {
          return refused(String((error as Error).message), ids.length);
        }
        await this.#reset();
      }
      if (operation !== 'create' && changed.length < ids.length)
        return refused('some rows may not be changed', ids.length);
      for (const [index, row] of given.entries()) {
        if (operation === 'delete') break;
        const allowed = this.#allowed(table, operation, Object.keys(row), user, name);
        const written = operation === 'create' ? [changed[index] as string] : changed;
        const { rows } = await this.#client.query(
          `select id from ${name} where id::text in (${['', ...written].map(literal).join()}) and not ${allowed}`,
        );
        if (rows.length > 0) return refused('what was written is not allowed', ids.length);
      }
      return { kind: 'changed', ids: changed };
    });
  }

  get #roles(): string[] {
    return [this.#reader, this.#writer];
  }

  get #current(): { schema: RandomSchema; policies: readonly RandomPolicy[] } {
    if (this.#case === undefined) throw new Error('No case has begun');
    return this.#case;
  }

  async #rolledBack<T>(prepare: string, work: () => Promise<T>): Promise<T> {
    await this.#client.query(`begin; ${prepare}`);
    try {
      return await work();
    } finally {
      await this.#client.query('rollback');
    }
  }

  async #as(role: string): Promise<void> {
    await this.#client.query(`set local role ${role}`);
  }

  async #reset(): Promise<void> {
    await this.#client.query('set local role none');
  }

  #reading(user: RandomUser): string {
    const policies = this.#current.schema.tables.map(({ name }) => {
      const table = quote(name);
      return `create policy readable on ${table} for select to ${this.#reader} using (${this.#allowed(name, 'read', [], user, table)})`;
    });
    return policies.join('; ');
  }

  async #select(table: string, where: Filter, user: RandomUser): Promise<string[]> {
    await this.#as(this.#reader);
    const place: Place = {
      schema: this.#current.schema,
      within: 'public',
      maskOf: (name, column, alias) => this.#mask(name, column, alias, user),
    };
    const { rows } = await this.#client.query(
      `select id::text from public.${quote(table)} t where ${filterSql(where, table, 't', place)} order by 1`,
    );
    return rows.map(({ id }) => id);
  }

  /** The rows in which the user sees a column; `undefined` for all. */
  #mask(table: string, column: string, alias: string, user: RandomUser): string | undefined {
    const field = this.#policyOf(table).fields.find((one) => one.name === column);
    return field?.read && this.#whole(allowedBy(field.read, user), table, alias);
  }

  /**
   * The first value of a foreign key whose record the user does not see, unless all rows that an update changes have this value already, and show
   * it.
   */
  async #missingReference(
    table: string,
    given: readonly Row[],
    ids: readonly string[],
    user: RandomUser,
  ): Promise<string | undefined> {
    const { tables } = this.#current.schema;
    await this.#as(this.#reader);
    for (const { name, to, table: other } of tables.find((one) => one.name === table)?.references ?? []) {
      for (const row of given) {
        if (row[name] === undefined || row[name] === null) continue;
        const target = quote(tables[other]?.name as string);
        const { rowCount } = await this.#client.query(`select 1 from ${target} where ${to} = ${literal(row[name])}`);
        if (rowCount !== 0) continue;
        const mask = this.#mask(table, name, 't', user) ?? 'true';
        const { rowCount: same } = await this.#client.query(
          `select 1 from public.${quote(table)} t where id::text in (${['', ...ids].map(literal).join()}) and ${mask} and ${quote(name)} = ${literal(row[name])}`,
        );
        if (ids.length === 0 || same !== ids.length) return `no record for ${name}`;
      }
    }
    return undefined;
  }

  /** The condition of an operation, for rows of the alias. */
  #allowed(
    table: string,
    operation: 'read' | 'create' | 'update' | 'delete',
    named: readonly string[],
    user: RandomUser,
    alias: string,
  ): string {
    const { always, fields, ...policy } = this.#policyOf(table);
    const demanded = [
      always === undefined ? true : allowedBy(always, user),
      allowedBy(policy[operation], user),
      ...fields
        .filter(({ name, write }) => write !== undefined && named.includes(name))
        .map(({ write }) => allowedBy(write, user)),
    ];
    return `(${demanded.map((one) => this.#whole(one, table, alias)).join(' and ')})`;
  }

  #whole(allowed: boolean | Filter, table: string, alias: string): string {
    if (typeof allowed === 'boolean') return String(allowed);
    return filterSql(allowed, table, alias, { schema: this.#current.schema, within: 'whole' });
  }

  #policyOf(table: string): RandomPolicy {
    const { schema, policies } = this.#current;
    return policies[schema.tables.findIndex(({ name }) => name === table)] as RandomPolicy;
  }
}

// --- internal ---

function statementOf(operation: RandomWrite['operation'], table: string, values: Row, ids: readonly string[]): string {
  const columns = Object.keys(values);
  const rows = `id::text in (${['', ...ids].map(literal).join()})`;
  switch (operation) {
    case 'create':
      return `insert into ${table} (${columns.map(quote).join()}) values (${columns.map((name) => literal(values[name])).join()}) returning id::text`;
    case 'update':
      return `update ${table} set ${columns.map((name) => `${quote(name)} = ${literal(values[name])}`).join()} where ${rows} returning id::text`;
    case 'delete':
      return `delete from ${table} where ${rows} returning id::text`;
  }
}
