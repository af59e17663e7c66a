export { sql } from 'kysely';
export type { ChangeLog } from './changes/change-log.ts';
export type { ChangeQuery, RecordedChange, RecordedTable, RecordQuery } from './changes/types.ts';
export { DataError, type DataErrorCode } from './core/data-error.ts';
// Not by name: a module augmentation would not find the interfaces `Tables` and `User`.
export type * from './core/index.ts';
export type { Model, Page } from './core/model.ts';
export { now } from './core/now.ts';
export type { ModelProvider, Query, Repository, RequestOptions } from './core/provider.ts';
export { Increment } from './core/read-values.ts';
export type {
  Column,
  ColumnType,
  Description,
  Direction,
  Filter,
  Id,
  KeyValue,
  Operators,
  Row,
  Scalar,
  WriteKind,
} from './core/types.ts';
export { createModels } from './create-models.ts';
export type { MigrationState } from './migrate/check-records.ts';
export type { TableDescription } from './migrate/list-tables.ts';
export type { MigrateOptions } from './migrate/migrator.ts';
export { ModelsError, type ModelsErrorCode, type ModelsErrorOptions } from './models-error.ts';
export type { ChangesOptions } from './schema/recorded-changes.ts';
export type { BackfillOptions, Migration, Schema } from './schema/schema.ts';
export type {
  ColumnBuilder,
  ColumnChange,
  ForeignOptions,
  OnDelete,
  ReferenceOptions,
  TableBuilder,
  TableChange,
  UniqueOptions,
} from './schema/table-builder.ts';
export type { ForeignKeyDefinition, IndexDefinition } from './schema/table-definition.ts';
export type { SqlClient, SqlDialectName, SqlQuery, SqlResult } from './sql/sql-client.ts';
export type { ColumnStructure, TableStructure } from './sql/table-structure.ts';
export type { Models, ModelsOptions, RestrictedModels, Seed, SqlDatabase, TransactionModels } from './types.ts';
