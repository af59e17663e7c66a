import { DataError } from './data-error.ts';
import type { Include } from './relations.ts';
import type { Filter, Id, Order, Row } from './types.ts';

/** The state of a model: its filters, order and fields. */
export interface Request {
  /** All must hold. */
  readonly filters: readonly Filter[];
  readonly ids: readonly Id[];
  /** The column that stands for the primary key. */
  readonly key: string | undefined;
  readonly orderBy: readonly Order[];
  readonly fields: readonly string[] | undefined;
  readonly omitted: readonly string[];
  readonly include: Include | undefined;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly after: Row | undefined;
  readonly lock: boolean;
  /** One row at most is meant, whatever the conditions. */
  readonly only: boolean;
}

// All members are here: Node 20 is slow at copies that get members which the original lacks.
export const everything: Request = {
  filters: [],
  ids: [],
  key: undefined,
  orderBy: [],
  fields: undefined,
  omitted: [],
  include: undefined,
  limit: undefined,
  offset: undefined,
  after: undefined,
  lock: false,
  only: false,
};

/** `-created_at` → `['created_at', 'desc']`. @throws {DataError} `invalid_filter` */
export function readOrder(text: string): Order {
  const order: Order = text.startsWith('-') ? [text.slice(1), 'desc'] : [text, 'asc'];
  if (order[0] === '') throw refuse('An order has an empty field name', "Write it as order('-created_at', 'title').");
  return order;
}

/**
 * Add the primary key to an order, so that pages neither overlap nor leave gaps; in the direction of the last key, so that one index serves both.
 */
export function totalOrder(orderBy: readonly Order[], primaryKey: readonly string[]): Order[] {
  const missing = primaryKey.filter((column) => !orderBy.some(([field]) => field === column));
  const direction = orderBy.at(-1)?.[1] ?? 'asc';
  return [...orderBy, ...missing.map((column): Order => [column, direction])];
}

/** Read names of relations, `author,comments.author`, into what to include. @throws {DataError} `invalid_filter` */
export function parseInclude(names: readonly string[]): Include {
  const include: Record<string, Include> = {};
  for (const path of names.flatMap((list) => list.split(','))) {
    let inner: Record<string, Include> = include;
    for (const name of path.trim().split('.')) {
      if (name === '') throw refuse('A list of relations has an empty name', "Write it as include('author,comments').");
      const next = Object.hasOwn(inner, name) ? inner[name] : {};
      Object.defineProperty(inner, name, { value: next, enumerable: true, configurable: true, writable: true });
      inner = next as Record<string, Include>;
    }
  }
  return include;
}

/** @throws {DataError} `invalid_filter` */
export function checkPositive(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw refuse(`The ${name} must be a whole number from 1 on`, undefined, value);
}

/**
 * Refuse to write into rows that nobody has chosen, or that a page has cut off.
 *
 * @throws {DataError} `invalid_filter`
 */
export function checkBounded({ filters, ids, limit, offset, after, only }: Request, action: string): void {
  if (filters.length === 0 && ids.length === 0 && !only) {
    throw refuse(
      `A model must have a condition before it may ${action}`,
      `Call where(…), byId(…) or only() first; to ${action} every row, use repository.${action}({}${action === 'update' ? ', values' : ''}).`,
    );
  }
  if (limit !== undefined || offset !== undefined || after !== undefined) {
    throw refuse(
      `A model with page, limit, offset or after cannot ${action}`,
      'Say with where(…) which rows are meant.',
    );
  }
}

export function refuse(message: string, hint?: string, value?: unknown): DataError {
  return new DataError('invalid_filter', message, { hint, value });
}
