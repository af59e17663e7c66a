import type { ControllerConstructor } from '../../core/contracts/controller.ts';
import { wrongStatic } from '../../core/wrong-static.ts';
import type { ByAction, DeprecationStatics, Moment } from './statics.ts';

/** Deprecation and end of an action. */
export interface Lifecycle {
  /** Since when it is deprecated, or will be; `true` for one without a date. */
  readonly deprecated: Date | boolean;
  /** From when on it may be removed. */
  readonly sunset: Date | undefined;
}

/** The lifecycle of actions that have one of their own, by name, and of everything else of a controller. */
export interface Lifecycles {
  readonly all: Lifecycle;
  readonly actions: ReadonlyMap<string, Lifecycle>;
}

/**
 * Read the lifecycle of a controller: `static deprecated` and `static sunset`, for the class or by action.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC` for an invalid date, a name that is not an action, and a sunset before the deprecation (RFC 9745 section 4)
 */
export function planLifecycles(Class: ControllerConstructor<DeprecationStatics>, file: string | undefined): Lifecycles {
  const deprecations = readByAction('deprecated', Class, file);
  const sunsets = readByAction('sunset', Class, file);
  const lifecycleOf = (action: string): Lifecycle => {
    const deprecated = deprecations.get(action) ?? deprecations.get(ALL) ?? false;
    const sunset = (sunsets.get(action) ?? sunsets.get(ALL)) as Date | undefined;
    if (deprecated instanceof Date && sunset !== undefined && sunset < deprecated)
      throw wrongStatic('sunset', Class.sunset, `no earlier than static deprecated, ${deprecated.toISOString()}`, file);
    return { deprecated, sunset };
  };
  const names = new Set([...deprecations.keys(), ...sunsets.keys()].filter((name) => name !== ALL));
  return { all: lifecycleOf(ALL), actions: new Map(Array.from(names, (name) => [name, lifecycleOf(name)])) };
}

// --- internal ---

/** In place of an action's name. */
const ALL = '';

function readByAction(
  name: 'deprecated' | 'sunset',
  Class: ControllerConstructor<DeprecationStatics>,
  file: string | undefined,
): Map<string, Date | boolean> {
  const value = Class[name];
  const read = new Map<string, Date | boolean>();
  if (value === undefined) return read;
  for (const [action, moment] of isByAction(value) ? Object.entries(value) : [[ALL, value] as const]) {
    const date = typeof moment === 'boolean' && name === 'deprecated' ? moment : toDate(moment);
    const isAction = action === ALL || typeof Reflect.get(Class.prototype, action) === 'function';
    if (date === undefined || !isAction) throw wrongStatic(name, value, EXPECTED[name], file);
    read.set(action, date);
  }
  return read;
}

const EXPECTED = {
  deprecated: "true, a date such as '2026-01-01', or these by the names of actions: { postAction: '2026-01-01' }",
  sunset: "a date such as '2027-01-01', or dates by the names of actions: { postAction: '2027-01-01' }",
};

function isByAction(value: boolean | Moment | ByAction<unknown>): value is ByAction<boolean | Moment> {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

/** A time without an offset would mean another moment on each machine. */
const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

function toDate(value: unknown): Date | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value;
  const day = typeof value === 'string' ? ISO_DATE.exec(value)?.[1] : undefined;
  // `Date` converts February 30 to a day in March.
  if (day === undefined || !isDay(day)) return undefined;
  const date = new Date(value as string);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function isDay(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
