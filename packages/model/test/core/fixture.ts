import { expect } from 'chai';
import { DataError, type DataErrorCode } from '../../src/core/data-error.ts';
import type { Query, Repository } from '../../src/core/provider.ts';
import type { Column, ColumnType, Description, Filter, Id, Row } from '../../src/core/types.ts';

const types: Record<string, ColumnType> = {
  id: 'integer',
  title: 'string',
  views: 'integer',
  price: 'decimal',
  ratio: 'double',
  live: 'boolean',
  day: 'date',
  at: 'datetime',
  meta: 'json',
  photo: 'binary',
};

/** A table with a column of every type; `id` and `title` take no null. */
export const post: Description = {
  name: 'post',
  primaryKey: ['id'],
  columns: new Map(
    Object.entries(types).map(([name, type]): [string, Column] => [
      name,
      { name, type, nullable: name !== 'id' && name !== 'title', hasDefault: name === 'id' },
    ]),
  ),
};

/** A call of a repository: method and arguments. */
export type Call = readonly [method: string, ...args: unknown[]];

/** A repository that records calls, and returns fixed rows. */
export function recordingRepository(
  description: Description = post,
  count = 45,
): { repository: Repository; calls: Call[] } {
  const calls: Call[] = [];
  const note = <T>(answer: T, ...call: Call): Promise<T> => {
    calls.push(call);
    return Promise.resolve(answer);
  };
  const repository: Repository = {
    describe: () => Promise.resolve(description),
    findMany: (query?: Query) => note<Row[]>([{ id: 1 }], 'findMany', query),
    findOne: (query: Query) => note<Row>({ id: 1 }, 'findOne', query),
    count: (where?: Filter) => note(count, 'count', where),
    insert: (values: Row) => note<Id>(calls.length, 'insert', values),
    update: (where: Filter, values: Row) => note(3, 'update', where, values),
    delete: (where: Filter) => note(2, 'delete', where),
  };
  return { repository, calls };
}

/** Run `work`, and expect a `DataError` of it. */
export async function refused(work: () => unknown, code: DataErrorCode, field?: string): Promise<DataError> {
  let error: unknown;
  try {
    await work();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).to.be.instanceOf(DataError);
  expect((error as DataError).code).to.equal(code);
  expect((error as DataError).field).to.equal(field);
  return error as DataError;
}
