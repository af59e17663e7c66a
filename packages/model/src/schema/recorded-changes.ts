/** The table of the changes: one row for each change of a record. */
export const CHANGE_TABLE = 'rest_gen_change';
/** The table of the tables whose changes are recorded. */
export const CHANGE_SETTINGS = 'rest_gen_change_table';
/** The table of the position that was given to a change last: one row. */
export const CHANGE_COUNTER = 'rest_gen_change_counter';
/** The tables that record changes, which are no tables of the application. */
export const CHANGE_TABLES: readonly string[] = [CHANGE_TABLE, CHANGE_SETTINGS, CHANGE_COUNTER];
/** What the names of the triggers begin with. */
export const CHANGE_PREFIX = 'rest_gen_change_';

/**
 * What `t.changes` records, and for how long.
 *
 * @see docs/migrations.md
 */
export interface ChangesOptions {
  /** How long changes are kept: a number and a unit from seconds to weeks, `'7 days'`, or `'forever'`. */
  keep: string;
  /** Columns whose values are not recorded, such as hashes of passwords. */
  except?: readonly string[];
}

/** What a table records. */
export interface ChangesDefinition {
  /** `undefined` for ever. */
  readonly keepSeconds: number | undefined;
  readonly except: readonly string[];
}

/** Read the options of `t.changes`. @throws {TypeError} for a time that is none */
export function readChanges({ keep, except = [] }: ChangesOptions): ChangesDefinition {
  return { keepSeconds: keep === 'forever' ? undefined : secondsOf(keep), except };
}

/** The time as `t.changes` takes it: `7 days`. */
export function keepText(seconds: number | undefined): string {
  if (seconds === undefined) return 'forever';
  const [unit, length] = UNITS.find(([, one]) => seconds % one === 0) as (typeof UNITS)[number];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

// --- internal ---

const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

function secondsOf(keep: unknown): number {
  const [, count = '', name] = /^(\d{1,9}) (second|minute|hour|day|week)s?$/.exec(String(keep)) ?? [];
  const length = UNITS.find(([unit]) => unit === name)?.[1];
  if (length !== undefined && Number(count) > 0) return Number(count) * length;
  throw new TypeError(`keep: ${JSON.stringify(keep)} is no time: write a number and a unit, '7 days', or 'forever'`);
}
