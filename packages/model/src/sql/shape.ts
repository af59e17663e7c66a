import {
  type CheckedQuery,
  type ColumnValue,
  type CompareCondition,
  type Condition,
  DataError,
  Increment,
  type Scalar,
} from '@rest-gen/router/model';
import type { Dialect } from './dialect.ts';
import type { StoredColumn, StoredDescription } from './stored-table.ts';

/** Stands in a shape for a value of the request. */
export class Slot {
  /** Among the values of the request, from 0. */
  readonly place: number;
  /** A number with a fraction, for a column that does not tell the database what its values are. */
  readonly isFraction?: true;

  constructor(place: number, isFraction: boolean) {
    this.place = place;
    if (isFraction) this.isFraction = true;
  }
}

/** One comparison; `undefined` stands for a value that no row can have. */
export type Comparison =
  | { readonly column: string; readonly operator: CompareCondition['operator']; readonly operand: Slot | undefined }
  | {
      readonly column: string;
      readonly operator: 'in' | 'nin';
      readonly list: readonly Slot[];
      readonly hasNull: boolean;
    }
  | { readonly column: string; readonly operator: 'null'; readonly isNull: boolean };

/** A column, and the value to write into it, or to add to it. */
export interface Assignment {
  readonly column: string;
  readonly value: Slot | null;
  readonly isAdded: boolean;
  /** What is stored already, and shown as this text: an update leaves it. */
  readonly kept?: readonly Slot[];
}

export interface SelectShape {
  /** All in the order of the table when absent. */
  readonly fields: readonly string[] | undefined;
  readonly where: readonly Comparison[];
  readonly orderBy: CheckedQuery['orderBy'];
  readonly after: readonly (Slot | null)[] | undefined;
  /** Part of the text while it is small: SQLite compiles a statement again whenever a limit is bound. */
  readonly limit: Slot | number | undefined;
  readonly offset: Slot | undefined;
  readonly lock: boolean;
}

/**
 * Takes the values out of one request: what is left is its shape, all that the text of its statement depends on.
 *
 * `{ id: 7, live: null }` and `{ id: 8, live: null }` have the same shape; `{ id: [7, 8] }` and `{ id: [7] }` have not.
 */
export class Shaper {
  /** In the form that the driver takes. */
  readonly values: unknown[] = [];
  readonly #dialect: Dialect;
  readonly #table: StoredDescription;

  constructor(dialect: Dialect, table: StoredDescription) {
    this.#dialect = dialect;
    this.#table = table;
  }

  /** @throws {DataError} `invalid_filter` for a value that its column cannot be compared with */
  select({ conditions, orderBy, fields, limit, offset, after, lock }: CheckedQuery): SelectShape {
    return {
      fields: fields.length === this.#table.columns.size ? undefined : fields,
      where: this.where(conditions),
      orderBy,
      after: after?.map((value, index) =>
        value === null ? null : this.#operand(value, this.#column((orderBy[index] as readonly [string, string])[0])),
      ),
      limit: limit === undefined || limit <= LONGEST_PAGE ? limit : this.#take(limit),
      offset: offset === 0 ? undefined : this.#take(offset),
      lock,
    };
  }

  /** @throws {DataError} `invalid_filter` for a value that its column cannot be compared with */
  where(conditions: readonly Condition[]): Comparison[] {
    return conditions.map((condition) => this.#comparison(condition));
  }

  /** @throws {DataError} `invalid_value` for a value that does not fit into its column */
  assignments(values: readonly ColumnValue[]): Assignment[] {
    return values.map(({ column, value }): Assignment => {
      if (value === null) return { column, value, isAdded: false };
      const stored = this.#column(column);
      if (value instanceof Increment) {
        return { column, value: this.#take(this.#dialect.increment(value.by, stored)), isAdded: true };
      }
      this.#dialect.check?.(value, stored, true);
      const slot = this.#take(this.#dialect.encode(value, stored), stored);
      const kept = this.#dialect
        .alternatives?.(value, stored)
        ?.filter((one) => typeof one !== 'number' && one !== value);
      if (kept === undefined || kept.length === 0) return { column, value: slot, isAdded: false };
      return { column, value: slot, isAdded: false, kept: kept.map((one) => this.#take(one, stored)) };
    });
  }

  #comparison(condition: Condition): Comparison {
    const { column: name } = condition;
    const column = this.#column(name);
    switch (condition.operator) {
      case 'null':
        return { column: name, operator: 'null', isNull: condition.value };
      case 'in':
      case 'nin':
        return { column: name, operator: condition.operator, ...this.#list(condition.value, column) };
      case 'eq':
      case 'ne': {
        const { value, operator } = condition;
        const all = this.#dialect.alternatives?.(value, column);
        if (all !== undefined) {
          const list = all.map((one) => this.#take(one, column));
          return { column: name, operator: operator === 'eq' ? 'in' : 'nin', list, hasNull: false };
        }
        return { column: name, operator: condition.operator, operand: this.#equal(condition.value, column) };
      }
      default: {
        const [first] = this.#dialect.alternatives?.(condition.value, column) ?? [];
        return { column: name, operator: condition.operator, operand: this.#operand(first ?? condition.value, column) };
      }
    }
  }

  #list(list: readonly Scalar[], column: StoredColumn): { list: Slot[]; hasNull: boolean } {
    const values = list.flatMap((value) => {
      if (value === null) return [];
      const all = this.#dialect.alternatives?.(value, column);
      return all?.map((one) => this.#take(one, column)) ?? this.#equal(value, column) ?? [];
    });
    return { list: values, hasNull: list.includes(null) };
  }

  #operand(value: unknown, column: StoredColumn): Slot {
    try {
      return this.#take(this.#dialect.encode(value, column), column);
    } catch (error) {
      if (!isInvalid(error)) throw error;
      throw new DataError('invalid_filter', `"${column.name}" cannot be compared with the given value`, {
        field: column.name,
        cause: error,
      });
    }
  }

  /** @returns `undefined` for a value that no row can have */
  #equal(value: unknown, column: StoredColumn): Slot | undefined {
    try {
      this.#dialect.check?.(value, column, false);
      return this.#take(this.#dialect.encode(value, column), column);
    } catch (error) {
      if (isInvalid(error)) return undefined;
      throw error;
    }
  }

  #take(value: unknown, column?: StoredColumn): Slot {
    const isFraction = column?.affinity === 'none' && typeof value === 'number' && !Number.isInteger(value);
    return new Slot(this.values.push(value) - 1, isFraction);
  }

  #column(name: string): StoredColumn {
    return this.#table.columns.get(name) as StoredColumn;
  }
}

// --- internal ---

const LONGEST_PAGE = 1_001;

function isInvalid(error: unknown): boolean {
  return error instanceof DataError && error.code === 'invalid_value';
}
