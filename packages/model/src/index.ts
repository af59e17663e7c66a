export {
  type Column,
  type ColumnType,
  DataError,
  type DataErrorCode,
  type Description,
  type Direction,
  type Filter,
  type Id,
  Increment,
  type Model,
  type ModelProvider,
  type Operators,
  type Page,
  type Query,
  type Repository,
  type RequestOptions,
  type Row,
  type Scalar,
} from '@rest-gen/router/model';
export { sql } from 'kysely';
export { createModels } from './create-models.ts';
export type { MigrationState } from './migrate/check-records.ts';
export type { MigrateOptions } from './migrate/migrator.ts';
export { ModelsError, type ModelsErrorCode, type ModelsErrorOptions } from './models-error.ts';
export type { BackfillOptions, Migration, Schema } from './schema/schema.ts';
export type {
  ColumnBuilder,
  ColumnChange,
  OnDelete,
  ReferenceOptions,
  TableBuilder,
  TableChange,
  UniqueOptions,
} from './schema/table-builder.ts';
export type { SqlClient, SqlDialectName, SqlQuery, SqlResult } from './sql/sql-client.ts';
export type { TableDescription } from './table-description.ts';
export type { Models, ModelsOptions, RestrictedModels, Seed, SqlDatabase, TransactionModels } from './types.ts';
