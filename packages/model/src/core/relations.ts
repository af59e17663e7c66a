import type { Description, Filter, KeyColumns, Order } from './types.ts';

/** Relations of a table by name; a `Map`, so that no name can reach a prototype. */
export type Relations = ReadonlyMap<string, Relation>;

/** Records of another table that belong to a record, or their number. */
export interface Relation {
  /** `one`: a record or null; `many`: a list; `count`: a number. */
  readonly kind: 'one' | 'many' | 'count';
  /** The other table, as its repository describes it. */
  readonly target: Description;
  /** A column of the own table, or several… */
  readonly from: KeyColumns;
  /** …are equal to these of the other table, or with `through` to `through.from`. */
  readonly to: KeyColumns;
  /** The table between the two, many to many: `from` refers to the own table, `to` to the other one. */
  readonly through?:
    | {
        readonly target: Description;
        readonly from: KeyColumns;
        readonly to: KeyColumns;
        /** Only rows between the two that match count. */
        readonly where?: Filter;
        /** Its columns that each record of the list shows besides. */
        readonly fields?: readonly string[];
      }
    | undefined;
  /** Only records that match belong to it. */
  readonly where?: Filter;
  /** The columns that are shown. Only these can be filtered and sorted by in a request. */
  readonly fields: readonly string[];
  /** A total order of the records of a list, and of those of which the first one is read. */
  readonly orderBy: readonly Order[];
  /** Records of a list that are shown. */
  readonly max: number;
  /** New records take records of it: `write: true`. */
  readonly write?: boolean;
  /** The relations of the other table that can be reached through this one. */
  readonly relations: Relations;
}

/**
 * What `static include` says of one relation; `true`: all of it follows from the name and the foreign keys. `false`, which is refused, is part of the type
 * because TypeScript widens `{ author: true }` to it.
 */
export type IncludeDeclaration =
  | boolean
  | {
      /** The other table; default: the name of the relation, in the singular for lists. */
      readonly table?: string;
      /** The column that refers, or all of several, of the own table or of the other one, where the foreign keys leave several. */
      readonly key?: string | readonly string[];
      /** One record or null: the own table refers by any column, `key`; or at most one record of the other table refers to this one. */
      readonly one?: boolean;
      /** With `through`: the column that refers to the other table. */
      readonly otherKey?: string | readonly string[];
      /** Many to many: the table between the two. */
      readonly through?: string;
      /** With `through`: the columns of that table which each record of the list shows besides its own. */
      readonly with?: string | readonly string[];
      /** A number: how many records of this table belong to the record. */
      readonly count?: string;
      /** Only records that match. */
      readonly where?: Filter;
      /** What is shown of each; default: what its own class shows. */
      readonly fields?: string | readonly string[];
      /** Records of a list that are shown, the others are behind a link. Default 20. */
      readonly max?: number;
      /** The order of a list: `-id`. Default: the primary key. */
      readonly order?: string | readonly string[];
      /** A POST takes new records of a list with the record: each is checked by the logic of its class. */
      readonly write?: boolean;
      /** Relations of the other table. */
      readonly include?: Readonly<Record<string, IncludeDeclaration>>;
    };

/** What to read with a record: name of a relation → what to read with its records. `{ author: {}, comments: { author: {} } }` */
export interface Include {
  readonly [relation: string]: Include;
}

/** The relations of a table that is asked for columns alone. */
export const NO_RELATIONS: Relations = new Map();
