import type { Description, Filter, ForeignKey } from './types.ts';

/** The tables whose records are deleted by a time in a column (`static softDelete`), and the names of these columns. */
export class SoftDeletes {
  readonly #columns = new Map<string, string>();
  readonly #described = new WeakMap<Description, Description>();

  /** @param columns - by table; of two for one table the first counts, the start refuses the other */
  constructor(columns: Iterable<readonly [table: string, column: string]>) {
    // Some databases do not distinguish `Post` from `post`.
    for (const [table, column] of columns)
      if (this.columnOf(table) === undefined) this.#columns.set(table.toLowerCase(), column);
  }

  get size(): number {
    return this.#columns.size;
  }

  /** The names of the tables in lower case, and their columns. */
  [Symbol.iterator](): IterableIterator<[table: string, column: string]> {
    return this.#columns.entries();
  }

  columnOf(table: string): string | undefined {
    return this.#columns.get(table.toLowerCase());
  }

  /** A description that says so, of the table and of those that it refers to. */
  describe(description: Description): Description {
    const known = this.#described.get(description) ?? this.#mark(description);
    this.#described.set(description, known);
    return known;
  }

  #mark(description: Description): Description {
    const { name, foreignKeys } = description;
    const mark = (reference: ForeignKey): ForeignKey => ({ ...reference, ...this.#saying(reference.table) });
    return { ...description, ...this.#saying(name), ...(foreignKeys && { foreignKeys: foreignKeys.map(mark) }) };
  }

  #saying(table: string): { deletedAt?: string } {
    const deletedAt = this.columnOf(table);
    return deletedAt === undefined ? {} : { deletedAt };
  }
}

/** What records of a table have to meet, and not be deleted. */
export function notDeleted({ deletedAt }: Pick<Description, 'deletedAt'>, where?: Filter): Filter | undefined {
  if (deletedAt === undefined) return where;
  const condition: Filter = { [deletedAt]: null };
  return where === undefined ? condition : { and: [where, condition] };
}
