export { findEnclosing, runInside } from './async-context.ts';
export type { CompareCondition, Condition, ListCondition, NullCondition, Present } from './conditions.ts';
export { DataError, type DataErrorCode, type DataErrorOptions } from './data-error.ts';
export { findColumn } from './find-column.ts';
export { Increment } from './increment.ts';
export { isRounded, parseExactly } from './json-numbers.ts';
export { type Atomically, createModel, Model, type Page } from './model.ts';
export { readFilter } from './read-filter.ts';
export { type CheckedQuery, readQuery } from './read-query.ts';
export { readValue } from './read-value.ts';
export { type ColumnValue, readValues } from './read-values.ts';
export { Stored } from './stored.ts';
// Not by name: a module augmentation would not find the interface.
export type * from './tables.ts';
export type {
  AnyTable,
  Column,
  ColumnType,
  Description,
  Direction,
  Filter,
  Id,
  ModelProvider,
  Operators,
  Query,
  Repository,
  RequestOptions,
  Row,
  Scalar,
} from './types.ts';
