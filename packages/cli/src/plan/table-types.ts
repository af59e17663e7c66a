import type { Column, TableDescription } from '@rest-gen/model';
import { keyOf, literal } from '../render.ts';
import { pascalCase, takeName } from '../text.ts';
import { NOTHING, type RelatedTypes, type TableRelations, typeRelations } from './related-types.ts';

/** A table as the template `tables` writes it. */
export interface TypedTable {
  /** Its name, as the key of an object: `post`, `'order-items'`. */
  readonly key: string;
  /** Beginning of the names of its types: `OrderItems`. */
  readonly type: string;
  /** Type of the primary key; `undefined` where the models cannot use the table. */
  readonly id: string | undefined;
  /** The columns, sorted by name. */
  readonly columns: readonly TypedColumn[];
  readonly related: RelatedTypes;
}

/** A column, with its types as text. */
export interface TypedColumn {
  readonly name: string;
  readonly key: string;
  readonly row: string;
  readonly insert: string;
  /** An insert may leave it out. */
  readonly isOptional: boolean;
  readonly update: string;
  readonly where: string;
  readonly sql: string;
}

/**
 * The types of tables, in the order of their names: the order of the database may differ from one machine to another.
 */
export function typeTables(tables: readonly TableDescription[], relations: TableRelations = new Map()): TypedTable[] {
  const used = new Set<string>();
  const typed = new Map<string, TypedTable>();
  for (const { name, primaryKey, columns } of [...tables].sort(byName)) {
    const [key, ...others] = primaryKey.map((column) => ROW[(columns.get(column) as Column).type]);
    typed.set(name, {
      key: keyOf(name),
      type: typeName(name, used),
      id: others.length === 0 ? key : `readonly [${[key, ...others].join(', ')}]`,
      columns: [...columns.values()].sort(byName).map(typeColumn),
      related: NOTHING,
    });
  }
  return Array.from(typed, ([name, table]) => {
    const own = relations.get(name);
    return own === undefined ? table : { ...table, related: typeRelations(own, table.type, typed, used) };
  });
}

// --- internal ---

type ColumnType = Column['type'];

/** The types of values that the models return. */
const ROW: Readonly<Record<ColumnType, string>> = {
  string: 'string',
  integer: 'number',
  bigint: 'number | bigint',
  decimal: 'string',
  double: 'number',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  json: 'unknown',
  binary: 'Uint8Array',
};

/** The types of values that the models accept. */
const INPUT: Readonly<Record<ColumnType, string>> = {
  ...ROW,
  bigint: 'number | bigint | string',
  decimal: 'string | number',
  date: 'string | Date',
  datetime: 'string | Date',
  binary: 'Uint8Array | string',
};

/** The types of values that Kysely accepts, where they differ from those that it returns: those of the models. JSON of MySQL is text there. */
const SQL_INPUT: Partial<Record<ColumnType, string>> = { datetime: 'string | Date', json: 'string' };

/** Types that can be incremented. */
const NUMBERS: ReadonlySet<ColumnType> = new Set(['integer', 'bigint', 'decimal', 'double']);

function typeColumn(column: Column): TypedColumn {
  const { name, type, nullable, hasDefault, isReadOnly = false, items } = column;
  const orNull = (text: string) => (nullable ? or(text, 'null') : text);
  const values = column.values?.map(literal).join(' | ');
  const list = items && 'unknown[]';
  const input = values ?? list ?? INPUT[type];
  const isOptional = nullable || hasDefault || isReadOnly;
  const sql = values ?? list ?? ROW[type];
  const sqlInput = values ?? list ?? SQL_INPUT[type] ?? sql;
  return {
    name,
    key: keyOf(name),
    row: orNull(values ?? list ?? ROW[type]),
    insert: isReadOnly ? 'undefined' : isOptional ? or(orNull(input), 'undefined') : orNull(input),
    isOptional,
    update: isReadOnly ? 'undefined' : or(orNull(NUMBERS.has(type) ? or(input, 'Increment') : input), 'undefined'),
    // JSON can be compared with null only; a list contains an item.
    where: `${type === 'string' || items ? 'TextFilterOf' : 'FilterOf'}<${type === 'json' ? 'null' : orNull(input)}>`,
    sql: sqlColumn(orNull(sql), orNull(sqlInput), hasDefault),
  };
}

function sqlColumn(select: string, input: string, hasDefault: boolean): string {
  if (select === input) return hasDefault ? `Generated<${select}>` : select;
  return hasDefault ? `SqlColumn<${select}, ${or(input, 'undefined')}, ${input}>` : `SqlColumn<${select}, ${input}>`;
}

function or(type: string, other: string): string {
  return type === 'unknown' ? type : `${type} | ${other}`;
}

/** Compare by code points, so that the language of the machine does not count. */
function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** `order_items` → `OrderItems`, with a number if the name is taken. */
function typeName(table: string, used: Set<string>): string {
  const joined = pascalCase(table);
  const stem = /^\p{L}/u.test(joined) ? joined : `Table${joined}`;
  return takeName(stem, used);
}
