import { conceal } from '../concealed.ts';
import type { Condition } from '../conditions.ts';
import { DataError } from '../data-error.ts';
import { withoutAggregates } from '../groups.ts';
import type { AggregateQuery, ModelProvider, Query, Repository, RequestOptions } from '../provider.ts';
import { readFilter } from '../read-filter.ts';
import type { Relations } from '../relations.ts';
import { restricted } from '../restriction.ts';
import type { Description, Filter, Id, Row } from '../types.ts';
import { insertRows, keyIn, updateRows } from '../write-rows.ts';
import { type Access, PolicyError, type TableAccess } from './access.ts';
import { meetsAll, staysTrue } from './after-image.ts';
import { checkReferences } from './check-references.ts';
import type { Operation } from './define-policy.ts';
import { type Allowed, maskColumns, readDecision, restrictRelations } from './restrict-relations.ts';

/** How a table is opened, and what its writes do besides. */
export interface Opening {
  readonly table: string;
  readonly relations: Relations | undefined;
  readonly options: RequestOptions | undefined;
  /** Open the table for writes, as the store has it. */
  open(models: ModelProvider): Repository;
  /** Run work in one transaction. */
  transaction<T>(work: (models: ModelProvider) => Promise<T>): Promise<T>;
  /** Something may change the values of a write before it is stored. */
  readonly rewrites: boolean;
}

/**
 * A table as the policies show it to a user. Reads give what the user may read; a write that touches a record which the user may read, and not write, is
 * refused as a whole ({@link PolicyError}); records that may not be read are as if they did not exist.
 */
export class RestrictedRepository implements Repository {
  readonly #opening: Opening;
  readonly #models: ModelProvider;
  readonly #access: Access;
  readonly #stored: Repository;
  #seen: Repository | undefined;
  #relations: Relations | undefined;

  constructor(opening: Opening, models: ModelProvider, access: Access) {
    this.#opening = opening;
    this.#models = models;
    this.#access = access;
    this.#stored = opening.open(models);
  }

  /** The same table without policies. */
  get unrestricted(): Repository {
    return this.#stored;
  }

  async describe(): Promise<Description> {
    return maskColumns(await this.#stored.describe(), this.#table);
  }

  async findMany(query: Query = {}): Promise<Row[]> {
    const readable = await this.#readable();
    if (readable === false) return [];
    return this.#reads().findMany({ ...query, where: restricted(query.where, readable) });
  }

  async findOne(query: Query): Promise<Row | undefined> {
    const readable = await this.#readable();
    if (readable === false) return undefined;
    return this.#reads().findOne({ ...query, where: restricted(query.where, readable) });
  }

  async count(where?: Filter): Promise<number> {
    const readable = await this.#readable();
    return readable === false ? 0 : this.#reads().count(restricted(where, readable));
  }

  async aggregate(query: AggregateQuery): Promise<Row[]> {
    const readable = await this.#readable();
    const masks = this.#table.readMasks();
    const masked = [...query.groupBy, query.field].find((name) => name !== undefined && masks.has(name));
    if (masked !== undefined) {
      throw new DataError(
        'invalid_filter',
        `The user may not read "${masked}" of "${this.#opening.table}" in every record`,
        {
          field: masked,
          hint: 'Compute it with unrestricted().',
        },
      );
    }
    const reads = this.#reads();
    if (reads.aggregate === undefined) throw await withoutAggregates(reads);
    return reads.aggregate({ ...query, where: restricted(query.where, readable) });
  }

  async insert(values: Row): Promise<Id> {
    const { primaryKey } = await this.#stored.describe();
    const [row] = await this.insertRows([values]);
    return row?.[primaryKey] as Id;
  }

  async insertRows(list: readonly Row[]): Promise<Row[]> {
    const description = await this.#stored.describe();
    const { defaults } = this.#table;
    const records = list.map((values) => fillIn(values, defaults));
    const demands = this.#demandsOf(list, description);
    await checkReferences(list, description, this.#access, this.#models, this.#opening.options);
    const isSure =
      !this.#isRewritten(description) &&
      demands.every(({ conditions, indexes }) =>
        indexes.every((index) => meetsAll(conditions, records[index] as Row, description)),
      );
    if (isSure) return this.#show(await insertRows(this.#stored, records), description);
    const rows = await this.#inTransaction(async (inside) => {
      const written = await insertRows(inside.#stored, records);
      await inside.#checkCreated(written, demands, records, description);
      return written;
    });
    return this.#show(rows, description);
  }

  async update(where: Filter, values: Row): Promise<number> {
    return this.#change('update', where, values, {
      run: (repository, target) => repository.update(target, values),
      sizeOf: (count) => count,
      nothing: 0,
    });
  }

  async updateRows(where: Filter, values: Row): Promise<Row[]> {
    const rows = await this.#change('update', where, values, {
      run: (repository, target) => updateRows(repository, target, values),
      sizeOf: ({ length }) => length,
      nothing: [] as Row[],
    });
    return this.#show(rows, await this.#stored.describe());
  }

  delete(where: Filter): Promise<number> {
    return this.#change('delete', where, undefined, {
      run: (repository, target) => repository.delete(target),
      sizeOf: (count) => count,
      nothing: 0,
    });
  }

  get #table(): TableAccess {
    return this.#access.table(this.#opening.table);
  }

  /** For reads: relations show what the user may read of them, and fields that may not be read are null. */
  #reads(): Repository {
    this.#seen ??= this.#openReads();
    return this.#seen;
  }

  #openReads(): Repository {
    const relations = this.#restrictedRelations();
    if (relations === undefined && this.#table.readMasks().size === 0) return this.#stored;
    const { table, options } = this.#opening;
    return this.#models.repository(table, options, relations, (description) => maskColumns(description, this.#table));
  }

  #restrictedRelations(): Relations | undefined {
    const { relations } = this.#opening;
    this.#relations ??= relations && restrictRelations(relations, this.#access);
    return this.#relations;
  }

  /** @throws {PolicyError} for a request without a user, where only users read */
  async #readable(): Promise<Allowed> {
    const decision = this.#table.decide('read');
    if (decision === false && this.#access.user === undefined) throw new PolicyError(this.#table, 'read');
    if (decision === false || decision.length === 0) return decision as false | [];
    return readDecision(decision, await this.#stored.describe(), this.#table);
  }

  #demanded(operation: Operation, description: Description, values: Row = {}): Allowed {
    return readDecision(this.#table.decide(operation, Object.keys(values)), description, this.#table);
  }

  #isRewritten({ hasTriggers = false }: Description): boolean {
    return hasTriggers || this.#opening.rewrites;
  }

  #inTransaction<T>(work: (inside: RestrictedRepository) => Promise<T>): Promise<T> {
    return this.#opening.transaction((models) => work(new RestrictedRepository(this.#opening, models, this.#access)));
  }

  /** Update or delete what a filter matches, where the user may do that with all of it. */
  async #change<T>(operation: 'update' | 'delete', where: Filter, values: Row | undefined, how: Change<T>): Promise<T> {
    const description = await this.#stored.describe();
    const allowed = this.#demanded(operation, description, values);
    if (allowed === false && this.#access.user === undefined) throw new PolicyError(this.#table, operation);
    const readable = await this.#readable();
    if (readable === false) return how.nothing;
    // Names in the filter mean what the user sees; what is written is the table itself.
    const visible = maskColumns(description, this.#table);
    const conditions = readFilter(where, visible, this.#restrictedRelations());
    const seen = restricted(undefined, [...conditions, ...readable]);
    if (allowed === false) {
      await this.#refuseSome(operation, seen, values, description);
      return how.nothing;
    }
    if (values !== undefined)
      await checkReferences([values], description, this.#access, this.#models, this.#opening.options);
    const target = restricted(undefined, [...conditions, ...readable, ...allowed]);
    const isStable =
      values === undefined ||
      allowed.length === 0 ||
      (!this.#isRewritten(description) && staysTrue(allowed, values, description));
    const isOne = keyIn(where, description.primaryKey) !== undefined;
    if (isStable && (isOne || allowed.length === 0)) {
      const result = await how.run(this.#stored, target);
      if (allowed.length > 0 && how.sizeOf(result) === 0) await this.#refuseSome(operation, seen, values, description);
      return result;
    }
    return this.#inTransaction(async (inside) => {
      const ids = isStable ? [] : await inside.#keysOf(target, description);
      const total = await inside.#stored.count(seen);
      const result = await how.run(inside.#stored, target);
      if (how.sizeOf(result) < total) throw await inside.#refused(operation, seen, values, description);
      if (!isStable) await inside.#checkUpdated(ids, allowed, values as Row, description);
      return result;
    });
  }

  async #keysOf(where: Filter, { primaryKey }: Description): Promise<Id[]> {
    const rows = await this.#stored.findMany({ where, fields: [primaryKey], lock: true });
    return rows.map((row) => row[primaryKey] as Id);
  }

  /** @throws {PolicyError} when the user sees one of the records */
  async #refuseSome(
    operation: Operation,
    seen: Filter,
    values: Row | undefined,
    description: Description,
  ): Promise<void> {
    if ((await this.#stored.count(seen)) > 0) throw await this.#refused(operation, seen, values, description);
  }

  async #refused(
    operation: Operation,
    seen: Filter,
    values: Row | undefined,
    { primaryKey }: Description,
  ): Promise<PolicyError> {
    const rows = await this.#stored.findMany({ where: seen, fields: [primaryKey], limit: TOLD });
    return new PolicyError(this.#table, operation, {
      ids: rows.map((row) => row[primaryKey]),
      ...(values && { values }),
    });
  }

  /**
   * What new records have to meet, together for those that name the same fields with conditions of their own.
   *
   * @throws {PolicyError} where nothing would do
   */
  #demandsOf(list: readonly Row[], description: Description): Demand[] {
    const { ruledFields } = this.#table;
    const demands = new Map<string, Demand>();
    for (const [index, values] of list.entries()) {
      const named = ruledFields.filter((name) => Object.hasOwn(values, name));
      const known = demands.get(named.join());
      known?.indexes.push(index);
      if (known !== undefined) continue;
      const conditions = readDecision(this.#table.decide('create', named), description, this.#table);
      if (conditions === false) throw new PolicyError(this.#table, 'create', { values, ...atIndex(list, index) });
      demands.set(named.join(), { conditions, indexes: [index] });
    }
    return [...demands.values()];
  }

  /** What was written has to be allowed as it is stored. */
  async #checkCreated(
    rows: readonly Row[],
    demands: readonly Demand[],
    records: readonly Row[],
    { primaryKey }: Description,
  ): Promise<void> {
    for (const { conditions, indexes } of demands) {
      const ids = indexes.map((index) => rows[index]?.[primaryKey] as Id);
      const found = await this.#allowed(ids, conditions, primaryKey);
      const refused = indexes.find((_, at) => !found.has(String(ids[at])));
      if (refused === undefined) continue;
      throw new PolicyError(this.#table, 'create', { values: { ...records[refused] }, ...atIndex(records, refused) });
    }
  }

  async #checkUpdated(
    ids: readonly Id[],
    demanded: readonly Condition[],
    values: Row,
    { primaryKey }: Description,
  ): Promise<void> {
    const moved = values[primaryKey] as Id | undefined;
    const written = moved === undefined || ids.length === 0 ? ids : [moved];
    const found = await this.#allowed(written, demanded, primaryKey);
    const refused = written.filter((id) => !found.has(String(id)));
    if (refused.length > 0) throw new PolicyError(this.#table, 'update', { ids: refused.slice(0, TOLD), values });
  }

  async #allowed(ids: readonly Id[], demanded: readonly Condition[], primaryKey: string): Promise<Set<string>> {
    const found = new Set<string>();
    for (let at = 0; at < ids.length; at += PART) {
      const where = restricted({ [primaryKey]: ids.slice(at, at + PART) }, demanded);
      for (const row of await this.#stored.findMany({ where, fields: [primaryKey] }))
        found.add(String(row[primaryKey]));
    }
    return found;
  }

  /** Rows that were written, as the user may read them; of one that may not be read only the key is left. */
  async #show(rows: Row[], description: Description): Promise<Row[]> {
    const masks = this.#table.readMasks();
    const decision = this.#table.decide('read');
    const readable = decision && readDecision(decision, description, this.#table);
    if (masks.size === 0 && readable !== false && rows.every((row) => meetsAll(readable, row, description)))
      return rows;
    const { primaryKey } = description;
    const shown = new Map<string, Row>();
    for (let at = 0; readable !== false && at < rows.length; at += PART) {
      const ids = rows.slice(at, at + PART).map((row) => row[primaryKey] as Id);
      const where = restricted({ [primaryKey]: ids }, readable);
      for (const row of await this.#reads().findMany({ where })) shown.set(String(row[primaryKey]), row);
    }
    return rows.map((row) => shown.get(String(row[primaryKey])) ?? conceal(row, primaryKey));
  }
}

// --- internal ---

/** What some of the new records have to meet. */
interface Demand {
  readonly conditions: readonly Condition[];
  readonly indexes: number[];
}

/** How rows are written, and what the result says. */
interface Change<T> {
  readonly run: (repository: Repository, where: Filter) => Promise<T>;
  readonly sizeOf: (result: T) => number;
  readonly nothing: T;
}

/** Records in one statement: databases limit its parameters. */
const PART = 500;
/** Records that a refusal names. */
const TOLD = 20;

function fillIn(values: Row, defaults: Row): Row {
  const filled = { ...values };
  for (const name in defaults) if (filled[name] === undefined) filled[name] = defaults[name];
  return filled;
}

function atIndex({ length }: readonly unknown[], index: number): { index?: number } {
  return length > 1 ? { index } : {};
}
