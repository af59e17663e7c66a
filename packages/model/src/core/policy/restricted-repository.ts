import { DataError } from '../data-error.ts';
import { withoutAggregates } from '../groups.ts';
import { isThenable } from '../is-thenable.ts';
import type { AggregateQuery, ModelProvider, Query, Repository } from '../provider.ts';
import { restricted } from '../restriction.ts';
import type { Description, Filter, Id, Row } from '../types.ts';
import { updateRows } from '../write-rows.ts';
import type { Access } from './access.ts';
import { type Change, changeRows } from './change-rows.ts';
import { createRows } from './create-rows.ts';
import { maskColumns } from './restrict-relations.ts';
import { type Opening, RestrictedTable } from './restricted-table.ts';
import { showWritten } from './show-written.ts';

/**
 * A table as the policies show it to a user. Reads give what the user may read; a write that touches a record which the user may read, and not write, is
 * refused as a whole (`PolicyError`); records that may not be read are as if they did not exist.
 */
export class RestrictedRepository implements Repository {
  readonly #table: RestrictedTable;

  constructor(opening: Opening, models: ModelProvider, access: Access) {
    this.#table = new RestrictedTable(opening, models, access);
  }

  /** The same table without policies. */
  get unrestricted(): Repository {
    return this.#table.stored;
  }

  get deleted(): Repository | undefined {
    const { opening, models, access, stored } = this.#table;
    if (stored.deleted === undefined) return undefined;
    const open: Opening['open'] = (inside) => opening.open(inside).deleted as Repository;
    return new RestrictedRepository({ ...opening, open, isDeleted: true }, models, access);
  }

  async describe(): Promise<Description> {
    const { stored, policy, seen } = this.#table;
    const description = maskColumns(await stored.describe(), policy);
    return seen === false ? { ...description, isClosed: true } : description;
  }

  async findMany(query: Query = {}): Promise<Row[]> {
    const narrowed = this.#table.narrow(query.where);
    const where = isThenable(narrowed) ? await narrowed : narrowed;
    return where === undefined ? [] : this.#table.reads.findMany({ ...query, where });
  }

  async findOne(query: Query): Promise<Row | undefined> {
    const narrowed = this.#table.narrow(query.where);
    // Fast path: `await` takes time even where there is no promise.
    const where = isThenable(narrowed) ? await narrowed : narrowed;
    return where && this.#table.reads.findOne({ ...query, where });
  }

  async count(where?: Filter): Promise<number> {
    const narrowed = await this.#table.narrow(where);
    return narrowed === undefined ? 0 : this.#table.reads.count(narrowed);
  }

  async aggregate(query: AggregateQuery): Promise<Row[]> {
    const { policy, reads } = this.#table;
    const readable = await this.#table.readable();
    const masks = policy.readMasks();
    const masked = [...query.groupBy, query.field].find((name) => name !== undefined && masks.has(name));
    if (masked !== undefined) {
      throw new DataError('invalid_filter', `The user may not read "${masked}" of "${policy.table}" in every record`, {
        field: masked,
        hint: 'Compute it with unrestricted().',
      });
    }
    if (reads.aggregate === undefined) throw await withoutAggregates(reads);
    return reads.aggregate({ ...query, where: restricted(query.where, readable) });
  }

  async insert(values: Row): Promise<Id> {
    const { primaryKey } = await this.#table.stored.describe();
    const [row] = await this.insertRows([values]);
    return row?.[primaryKey] as Id;
  }

  async insertRows(list: readonly Row[]): Promise<Row[]> {
    const description = await this.#table.stored.describe();
    return showWritten(this.#table, await createRows(this.#table, list, description), description);
  }

  async update(where: Filter, values: Row): Promise<number> {
    const change = {
      run: (repository: Repository, target: Filter) => repository.update(target, values),
      sizeOf: (count: number) => count,
      nothing: 0,
    };
    const description = await this.#table.stored.describe();
    return changeRows(this.#table, { ...this.#updating(values, description), where, ...change }, description);
  }

  async updateRows(where: Filter, values: Row): Promise<Row[]> {
    const change = {
      run: (repository: Repository, target: Filter) => updateRows(repository, target, values),
      sizeOf: ({ length }: Row[]) => length,
      nothing: [],
    };
    const description = await this.#table.stored.describe();
    const updating = this.#updating(values, description);
    const rows = await changeRows(this.#table, { ...updating, where, ...change }, description);
    return showWritten(this.#table, rows, description);
  }

  async delete(where: Filter): Promise<number> {
    const change = {
      run: (repository: Repository, target: Filter) => repository.delete(target),
      sizeOf: (count: number) => count,
      nothing: 0,
    };
    return changeRows(this.#table, { operation: 'delete', where, ...change }, await this.#table.stored.describe());
  }

  /** Who may delete a record may restore it. */
  #updating(values: Row, { deletedAt }: Description): Pick<Change<unknown>, 'operation' | 'values'> {
    const isRestored = this.#table.opening.isDeleted && Object.keys(values).every((name) => name === deletedAt);
    return isRestored ? { operation: 'delete' } : { operation: 'update', values };
  }
}
