import { DataError, isDataError } from './data-error.ts';
import { columnsOf } from './key.ts';
import { NO_RELATIONS, type Relation, type Relations } from './relations.ts';
import type { Column, Description, KeyColumns, Row } from './types.ts';
import { pointerOf } from './write-rows.ts';

/** A field whose value a related record has. */
export interface RelatedName {
  /** The name of the relation in {@link FieldNames.relations}. */
  readonly relation: string;
  readonly column: string;
  /** The type of the value, under the name of the field. */
  readonly type: Column;
}

/** What {@link FieldNames} is made of. */
export interface NamedFields {
  /** Name → column, or field of a related record. Such a field comes before the next column of the map, or last. */
  readonly fields: ReadonlyMap<string, string | RelatedName>;
  /** The relations to one record that the names need, as the store has them. */
  readonly relations: Relations;
}

/**
 * Other names for the fields of a table, as a version of a service has them: `body` for the column `text`, `author_name` for the column `name` of the related
 * record `author`. "Shown" is what the version says, "stored" what the table has.
 *
 * @see docs/change-a-field.md
 */
export class FieldNames {
  /** The table as the store describes it. */
  readonly table: Description;
  readonly related: ReadonlyMap<string, RelatedName>;
  readonly relations: Relations;
  readonly #fields: NamedFields['fields'];
  readonly #columns: ReadonlyMap<string, string>;
  readonly #shown: ReadonlyMap<string, string>;
  readonly #described = new WeakMap<Description, Description>();
  #all: readonly string[] | undefined;

  constructor(table: Description, { fields, relations }: NamedFields = NOTHING) {
    this.table = table;
    this.relations = relations;
    const columns = new Map<string, string>();
    const related = new Map<string, RelatedName>();
    const shown = new Map<string, string>();
    for (const [name, field] of fields) {
      if (typeof field === 'string') columns.set(name, field);
      else related.set(name, field);
      shown.set(typeof field === 'string' ? field : `${field.relation}.${field.column}`, name);
    }
    this.#fields = fields;
    this.#columns = columns;
    this.related = related;
    this.#shown = shown;
  }

  /** The names of all fields. */
  get all(): readonly string[] {
    this.#all ??= [...this.describe(this.table).columns.keys()];
    return this.#all;
  }

  /**
   * The column that a name means, or the path of a related field.
   *
   * @throws {DataError} `unknown_field` for a column by the name that the table has
   */
  stored(name: string): string {
    const related = this.related.get(name);
    if (related !== undefined) return `${related.relation}.${related.column}`;
    const column = this.#columns.get(name);
    const shown = column === undefined ? this.#shown.get(name) : undefined;
    if (shown === undefined) return column ?? name;
    throw new DataError('unknown_field', `"${this.table.name}" has no field "${name}" here`, {
      field: name,
      hint: `static names of the class calls it "${shown}".`,
    });
  }

  /** The name of a column; what has no other name keeps its own. */
  shown(column: string): string {
    return this.#shown.get(column) ?? column;
  }

  /** A key in the names of the table. */
  storedKey(key: KeyColumns): KeyColumns {
    return typeof key === 'string' ? this.stored(key) : key.map((name) => this.stored(name));
  }

  /** A key in the names of the version. */
  shownKey(key: KeyColumns): KeyColumns {
    return typeof key === 'string' ? this.shown(key) : key.map((name) => this.shown(name));
  }

  /** The description of the table in the names of the version, with the related fields among the columns. */
  describe(table: Description): Description {
    const known = this.#described.get(table) ?? withNames(this.#describe(table), this);
    this.#described.set(table, known);
    return known;
  }

  /** Columns and values as the version names them. */
  shownRow(row: Row): Row {
    const shown: Row = {};
    for (const name in row) shown[this.shown(name)] = row[name];
    return shown;
  }

  /**
   * Values to write, as the table names them. Relations keep their names.
   *
   * @param isHooked - `beforeWrite` of the class comes first: it replaces related fields by columns
   * @throws {DataError} `unknown_field`; also for a related field, which the table does not have
   */
  storedRow(values: Row, isHooked = false): Row {
    const stored: Row = {};
    for (const name in values) {
      const related = isHooked ? undefined : this.related.get(name);
      if (related !== undefined) throw this.#notWritten(name, related);
      stored[this.stored(name)] = values[name];
    }
    return stored;
  }

  /** An error about columns in the names of the version; one about another table, or no column, as it is. */
  shownError(error: unknown): unknown {
    // Of an unknown field, the name is that of the code.
    if (!isDataError(error) || error.code === 'unknown_field' || pointerOf(error) !== undefined) return error;
    const renamed = error.fields.filter((field) => this.#shown.has(field));
    if (renamed.length === 0) return error;
    const { code, fields, value, index, hint, cause, stack } = error;
    const message = renamed.reduce(
      (text, name) => text.replaceAll(`"${name}"`, `"${this.shown(name)}"`),
      error.message,
    );
    const names = fields.map((name) => this.shown(name));
    return Object.assign(new DataError(code, message, { fields: names, value, index, hint, cause }), { stack });
  }

  #describe(table: Description): Description {
    const { primaryKey, indexes, unique, foreignKeys, deletedAt } = table;
    const toShown = (name: string): string => this.shown(name);
    return {
      ...table,
      columns: this.#describeColumns(table),
      primaryKey: primaryKey.map(toShown),
      ...(indexes && { indexes: indexes.map((names) => names.map(toShown)) }),
      ...(unique && { unique: unique.map(toShown) }),
      ...(foreignKeys && {
        foreignKeys: foreignKeys.map((one) => ({ ...one, column: this.shownKey(one.column) })),
      }),
      ...(deletedAt !== undefined && { deletedAt: toShown(deletedAt) }),
    };
  }

  #describeColumns(table: Description): Description['columns'] {
    const before = new Map<string, Column[]>();
    let waiting: Column[] = [];
    for (const [name, field] of this.#fields) {
      if (typeof field !== 'string') waiting.push(field.type);
      else {
        before.set(name, waiting);
        waiting = [];
      }
    }
    const columns = [...table.columns.values()].flatMap((column): Column[] => {
      const name = this.shown(column.name);
      return [...(before.get(name) ?? []), name === column.name ? column : { ...column, name }];
    });
    const all = [...columns, ...[...before.values(), waiting].flat()];
    // A column keeps its first place: the others come last.
    return new Map(all.map((column) => [column.name, column]));
  }

  #notWritten(name: string, { relation }: RelatedName): DataError {
    const columns = columnsOf((this.relations.get(relation) as Relation).from).map((column) => this.shown(column));
    return new DataError('unknown_field', `"${name}" of "${this.table.name}" is a field of a related record`, {
      field: name,
      hint: `Set ${columns.map((column) => `"${column}"`).join(', ')} in beforeWrite of the class, and delete it from the values.`,
    });
  }
}

/** Remember whose names a description has. @returns the description */
export function withNames(description: Description, names: FieldNames): Description {
  NAMES.set(description, names);
  return description;
}

/** Whose names a description has; `undefined` for those of the table. */
export function namesOf(description: Description): FieldNames | undefined {
  return NAMES.get(description);
}

// --- internal ---

const NAMES = new WeakMap<Description, FieldNames>();

const NOTHING: NamedFields = { fields: new Map(), relations: NO_RELATIONS };
