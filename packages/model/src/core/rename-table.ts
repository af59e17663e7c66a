import type { FieldNames } from './field-names.ts';
import { withoutAggregates } from './groups.ts';
import { byKey, keyOf, keyText, whereKeys } from './key.ts';
import type { AggregateQuery, Query, Repository } from './provider.ts';
import { type Include, NO_RELATIONS, type Relations } from './relations.ts';
import { storedFilter, storedPath } from './rename-filter.ts';
import { shownGroup, storedAggregate } from './rename-groups.ts';
import { showRelated, storedInclude } from './rename-relations.ts';
import { conceal, isConcealed } from './stored.ts';
import type { Description, Filter, Id, Row } from './types.ts';
import { inParts, insertRows, updateRows } from './write-rows.ts';

/**
 * The same table with other names for its fields: what it is asked has the names of a version, and so have its rows, its description and its errors.
 *
 * @param table - opened with {@link storedRelations}
 * @param relations - in the names of the version
 * @param isHooked - `beforeWrite` of the class takes related fields out of the values
 */
export function renameTable(
  table: Repository,
  names: FieldNames,
  relations: Relations = NO_RELATIONS,
  isHooked = false,
): Repository {
  return new RenamedTable(table, names, relations, isHooked);
}

// --- internal ---

class RenamedTable implements Repository {
  readonly #table: Repository;
  readonly #names: FieldNames;
  readonly #relations: Relations;
  readonly #isHooked: boolean;

  constructor(table: Repository, names: FieldNames, relations: Relations, isHooked: boolean) {
    this.#table = table;
    this.#names = names;
    this.#relations = relations;
    this.#isHooked = isHooked;
  }

  get unrestricted(): Repository | undefined {
    return this.#rename(this.#table.unrestricted);
  }

  get deleted(): Repository | undefined {
    return this.#rename(this.#table.deleted);
  }

  async describe(): Promise<Description> {
    return this.#names.describe(await this.#table.describe());
  }

  findMany(query: Query = {}): Promise<Row[]> {
    return this.#run(async () => {
      const rows = await this.#table.findMany(this.#query(query));
      return rows.map((row) => this.#show(row, query));
    });
  }

  findOne(query: Query): Promise<Row | undefined> {
    return this.#run(async () => {
      const row = await this.#table.findOne(this.#query(query));
      return row && this.#show(row, query);
    });
  }

  count(where?: Filter): Promise<number> {
    return this.#run(() => this.#table.count(where && this.#filter(where)));
  }

  insert(values: Row): Promise<Id> {
    return this.#run(() => this.#table.insert(this.#values(values)));
  }

  insertRows(list: readonly Row[]): Promise<Row[]> {
    return this.#run(async () => {
      const rows = await insertRows(
        this.#table,
        list.map((values) => this.#values(values)),
      );
      return this.#showWritten(rows);
    });
  }

  update(where: Filter, values: Row): Promise<number> {
    return this.#run(() => this.#table.update(this.#filter(where), this.#values(values)));
  }

  updateRows(where: Filter, values: Row): Promise<Row[]> {
    return this.#run(async () => {
      const rows = await updateRows(this.#table, this.#filter(where), this.#values(values));
      return this.#showWritten(rows);
    });
  }

  delete(where: Filter): Promise<number> {
    return this.#run(() => this.#table.delete(this.#filter(where)));
  }

  aggregate(query: AggregateQuery): Promise<Row[]> {
    return this.#run(async () => {
      if (this.#table.aggregate === undefined) throw await withoutAggregates(this);
      const rows = await this.#table.aggregate(storedAggregate(query, this.#names, this.#filter(query.where)));
      return rows.map((row) => shownGroup(row, query, this.#names));
    });
  }

  #rename(table: Repository | undefined): Repository | undefined {
    return table && renameTable(table, this.#names, this.#relations, this.#isHooked);
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#names.shownError(error);
    }
  }

  #values(values: Row): Row {
    return this.#names.storedRow(values, this.#isHooked);
  }

  #filter(where: Filter): Filter {
    return storedFilter(where, this.#names, this.#relations);
  }

  #stored(name: string): string {
    return storedPath(name, this.#names, this.#relations);
  }

  #query({ where, orderBy, include, ...query }: Query): Query {
    const fields = this.#fields(query);
    return {
      ...query,
      ...(where && { where: this.#filter(where) }),
      ...(orderBy && { orderBy: orderBy.map(([name, direction]) => [this.#stored(name), direction] as const) }),
      ...(fields && { fields: fields.map((name) => this.#stored(name)) }),
      ...(include && { include: storedInclude(include, this.#relations) }),
    };
  }

  /** The fields to read; `undefined` for all of a table without related ones. */
  #fields({ fields }: Query): readonly string[] | undefined {
    return fields ?? (this.#names.related.size > 0 ? this.#names.all : undefined);
  }

  #show(row: Row, query: Query): Row {
    const { include = {} } = query;
    const fields = this.#fields(query);
    const shown: Row = {};
    if (fields !== undefined) for (const name of fields) shown[name] = row[this.#stored(name)];
    else for (const name in row) if (!Object.hasOwn(include, name)) shown[this.#names.shown(name)] = row[name];
    this.#showIncluded(shown, row, include);
    return shown;
  }

  #showIncluded(shown: Row, row: Row, include: Include): void {
    for (const [name, inner] of Object.entries(include)) {
      const relation = this.#relations.get(name);
      if (relation !== undefined) shown[name] = showRelated(row[name], relation, inner);
    }
  }

  /** A write reads columns only: fields of related records are read after it. */
  async #showWritten(rows: readonly Row[]): Promise<Row[]> {
    const { primaryKey } = await this.describe();
    const shown = rows.map((row) => {
      const named = this.#names.shownRow(row);
      return isConcealed(row) ? conceal(named, primaryKey) : named;
    });
    if (this.#names.related.size === 0) return shown;
    const whole = new Map<string, Row>();
    for (const part of inParts(shown.filter((row) => !isConcealed(row)))) {
      const where = whereKeys(
        part.map((row) => keyOf(row, primaryKey)),
        primaryKey,
      );
      for (const [key, row] of byKey(await this.findMany({ where }), primaryKey)) whole.set(key, row);
    }
    return shown.map((row) => whole.get(keyText(keyOf(row, primaryKey))) ?? row);
  }
}
