/**
 * The time at which a filter is used, where a `Date` would be the time at which it was written.
 *
 * @example definePolicy({ read: { expires_at: { gt: now() } } })
 * @returns works as a `Date` in filters and values; it has `getTime`, `toISOString` and how it is written, no other method
 * @see docs/policies.md
 */
export function now(): Date {
  return new Now() as unknown as Date;
}

// --- internal ---

/** No `Date` of its own: one would have a fixed time that other methods read. */
class Now {
  getTime(): number {
    return Date.now();
  }

  valueOf(): number {
    return Date.now();
  }

  toISOString(): string {
    return new Date(this.getTime()).toISOString();
  }

  /** Where a filter is shown it has no time yet. */
  toJSON(): string {
    return 'now()';
  }

  toString(): string {
    return 'now()';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return 'now()';
  }
}

Object.setPrototypeOf(Now.prototype, Date.prototype);
