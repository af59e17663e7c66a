import type { Repository } from '../provider.ts';
import type { Relation } from '../relations.ts';
import type { Filter, KeyValue, Row } from '../types.ts';
import type { Session } from './session.ts';

/** A table between two others whose rows are written: it refers to primary keys of one column. */
export type LinkColumns = NonNullable<Relation['through']> & { readonly from: string; readonly to: string };

/** The table between two others, as its writer may use it. */
export interface LinkTable {
  /** All rows that match, also those that the user may not read. */
  find(where: Filter): Promise<Row[]>;
  /** Bring back those of these that were deleted softly. @returns the others @throws {PolicyError} */
  restore(rows: readonly Row[]): Promise<readonly Row[]>;
  /** @throws {PolicyError} */
  add(rows: readonly Row[]): Promise<unknown>;
  /** Remove what the user may read of these. @throws {PolicyError} */
  remove(where: Filter): Promise<unknown>;
}

/** The tables of many-to-many relations, in the transaction that the running code belongs to. */
export interface LinkTables {
  readonly session: Session;
  targetOf(relation: Relation): Repository;
  linksOf(relation: Relation): LinkTable;
  /** Add to an error of a class where in the record its value is, as a JSON Pointer. @returns the error */
  placed(error: unknown, pointer: string): unknown;
}

/** The relations that values of a table can name. */
export interface RelationWriter {
  /** Many to many: lists of ids. */
  readonly links: ReadonlyMap<string, Relation>;
  /** Lists of new records that refer to the record: the names of their relations. */
  readonly children: ReadonlySet<string>;
  readonly tables: LinkTables;
  /**
   * Add new records that refer to others, all together.
   *
   * @param keys - of the records that they refer to, by a key of one column
   * @param lists - the new records of each
   */
  addChildren(name: string, keys: readonly KeyValue[], lists: readonly (readonly Row[] | undefined)[]): Promise<void>;
}
