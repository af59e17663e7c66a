import type { Column } from './core/types.ts';

/** A table or view, as the tables of a database are listed. */
export interface TableDescription {
  readonly name: string;
  readonly dialect: 'sqlite' | 'postgres' | 'mysql';
  /** `undefined` without one of a single column (for a view: a column `id`): the models cannot use such a table. */
  readonly primaryKey: string | undefined;
  readonly columns: ReadonlyMap<string, Column>;
  /** The columns of each index in order, that of the key too. Those of expressions end before the first one, and those of a part of the records are left out. */
  readonly indexes?: readonly (readonly string[])[];
}
