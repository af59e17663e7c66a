import {
  type AggregateQuery,
  type Description,
  type Filter,
  type Id,
  type Query,
  type Repository,
  type Row,
  withoutAggregates,
} from '@rest-gen/model/core';

/** The base of repositories that change how another one writes: it passes on what is read, and inserts one record as a list of one. */
export abstract class PassingRepository implements Repository {
  protected readonly repository: Repository;

  constructor(repository: Repository) {
    this.repository = repository;
  }

  describe(): Promise<Description> {
    return this.repository.describe();
  }

  findMany(query?: Query): Promise<Row[]> {
    return this.repository.findMany(query);
  }

  findOne(query: Query): Promise<Row | undefined> {
    return this.repository.findOne(query);
  }

  count(where?: Filter): Promise<number> {
    return this.repository.count(where);
  }

  async aggregate(query: AggregateQuery): Promise<Row[]> {
    if (this.repository.aggregate === undefined) throw await withoutAggregates(this.repository);
    return this.repository.aggregate(query);
  }

  async insert(values: Row): Promise<Id> {
    const { primaryKey } = await this.describe();
    const [row] = await this.insertRows([values]);
    return row?.[primaryKey] as Id;
  }

  abstract insertRows(list: readonly Row[]): Promise<Row[]>;

  abstract update(where: Filter, values: Row): Promise<number>;

  abstract updateRows(where: Filter, values: Row): Promise<Row[]>;

  abstract delete(where: Filter): Promise<number>;
}
