export { DataError, type DataErrorCode, type DataErrorOptions } from './data-error.ts';
export { Increment } from './increment.ts';
export type {
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
  Row,
  Scalar,
} from './types.ts';
