import type { AnyTable, Operators } from './types.ts';

/** The tables of the database by name. It is empty until `src/tables.d.ts` adds them, which `rest-gen types` writes. */
// biome-ignore lint/suspicious/noEmptyInterface: the members come from the project, by declaration merging.
export interface Tables {}

/** The tables of the database for Kysely; `rest-gen types` adds them, too. */
// biome-ignore lint/suspicious/noEmptyInterface: see Tables.
export interface SqlTables {}

/** A column of `SqlTables` that the database fills when an insert leaves it out; the same as Kysely's type of this name. */
export interface Generated<Value> {
  readonly __select__: Value;
  readonly __insert__: Value | undefined;
  readonly __update__: Value;
}

/** A column of `SqlTables` that is read and written in different forms; the same as Kysely's `ColumnType`. */
export interface SqlColumn<Select, Insert, Update = Insert> {
  readonly __select__: Select;
  readonly __insert__: Insert;
  readonly __update__: Update;
}

/** The names of `Tables`; any name while there are none. */
export type TableName = keyof KnownTables & string;

/** The types of a table. */
export type TableOf<Name extends TableName> = KnownTables[Name];

/**
 * Names of columns of a table, and of fields of its relations, for the static members of a class.
 *
 * @example static hidden: Columns<'user'> = ['password_hash'];
 * @see docs/typed-tables.md
 */
export type Columns<Name extends TableName> = readonly (TableOf<Name>['column'] | RelatedField<TableOf<Name>>)[];

/** The filter of a column: a value, a list of which any is meant, or operators. `Value` includes null where the column can be null. */
export type FilterOf<Value> = Value | readonly Value[] | Comparisons<Value>;

/** The filter of a column of text. */
export type TextFilterOf<Value> = Value | readonly Value[] | Operators<Value>;

/** The filter of a relation: at least one of its records matches (`some`), none does, or every one. */
export interface RelationFilterOf<Where> {
  some?: Where;
  none?: Where;
  every?: Where;
}

/** A name of a column, or a list of them: `'id,title'`. */
export type FieldList<List extends string, Column extends string> = NamesOf<List> extends Column ? List : Column;

/** The names that `include` takes: relations, and paths that begin with one. */
export type IncludeName<T extends AnyTable> = T extends { related: infer Related extends object }
  ? (keyof Related & string) | `${keyof Related & string}.${string}`
  : string;

/** What these relations add to a row. */
export type Included<T extends AnyTable, List extends string> = T extends { related: infer Related extends object }
  ? Pick<Related, FirstOf<NamesOf<List>> & keyof Related>
  : unknown;

/** A row with only these fields. */
export type Only<Row, List extends string> = string extends keyof Row ? Row : Pick<Row, NamesOf<List> & keyof Row>;

/** A row without these fields. */
export type Without<Row, Name extends string> = string extends keyof Row ? Row : Omit<Row, Name>;

// --- internal ---

type RelatedField<T extends AnyTable> = T extends { related: infer Related extends object }
  ? (keyof Related & string) | `${keyof Related & string}.${string}`
  : never;

type Comparisons<Value> = Omit<Operators<Value>, 'contains' | 'startsWith' | 'endsWith'>;

type KnownTables = [keyof Tables] extends [never] ? Readonly<Record<string, AnyTable>> : Tables;

type NamesOf<List extends string> = List extends `${infer Name},${infer Rest}`
  ? NamesOf<Name> | NamesOf<Rest>
  : Trim<List>;

type FirstOf<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} ` ? Trim<Rest> : Text;
