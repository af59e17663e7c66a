import { isPlainObject } from '../is-object.ts';
import { suggestion } from '../nearest.ts';
import { checkRegExp } from '../regexp/check-regexp.ts';
import { showArgument } from './arguments.ts';

/** The check of an option, and what it accepts, as the end of the sentence "has the option x, which takes …". */
export interface Option {
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
}

/** The options of a format by name. */
export type Options = Readonly<Record<string, Option>>;

/**
 * Describe the first mistake in the options of a format as the end of the sentence "the rule …"; undefined without one.
 *
 * The package `validator` ignores unknown names, and throws for a wrong value only when an input uses the option.
 */
export function refuseOptions(argument: unknown, known: Options): string | undefined {
  if (!isPlainObject(argument)) return 'takes true, or an object of options';
  const names = Object.keys(known);
  for (const [name, value] of Object.entries(argument)) {
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (option === undefined) {
      return `has no option "${name}"${suggestion(name, names, `; the options are ${names.join(', ')}`)}`;
    }
    if (!option.fits(value)) return `has the option ${name}, which takes ${option.takes}, not ${showArgument(value)}`;
  }
  return undefined;
}

/**
 * One of some values.
 *
 * @param takes - how messages call them; default: the values
 */
export function oneOf(values: readonly unknown[], takes: string = values.join(', ')): Option {
  return { takes, fits: (value) => values.includes(value) };
}

/** A non-empty list of valid values. */
export function listOf(takes: string, fits: (value: unknown) => boolean): Option {
  return { takes, fits: (value) => Array.isArray(value) && value.length > 0 && value.every(fits) };
}

/** A switch. */
export const flag: Option = { takes: 'true or false', fits: (value) => typeof value === 'boolean' };

/** A count. */
export const size: Option = {
  takes: 'an integer of at least 0',
  fits: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};

/** Any text. */
export const text: Option = { takes: 'a string', fits: (value) => typeof value === 'string' };

/** A separator between digits. */
export const separator: Option = {
  takes: 'one character that is not a letter or digit',
  fits: (value) => typeof value === 'string' && /^\W$/.test(value),
};

/** Names of hosts, or expressions for them. */
export const hosts: Option = {
  takes: 'a list of hosts: strings, or regular expressions that cannot hang and have no flag g or y',
  fits: (value) =>
    Array.isArray(value) && value.every((host) => (typeof host === 'string' ? host !== '' : isSafe(host))),
};

/** Characters that are removed before the check. */
export const ignored: Option = {
  takes: 'a string of characters, or a regular expression that cannot hang and has no flag y',
  fits: (value) =>
    typeof value === 'string' || (value instanceof RegExp && !value.sticky && checkRegExp(value) === undefined),
};

/** Characters: the package builds a character class of them when an address is checked. */
export const characters: Option = {
  takes: 'a string of characters, "]" and "\\" written with a "\\" before them',
  fits: (value) => typeof value === 'string' && /^(?:[^\]\\]|\\[\]\\^-])*$/.test(value) && isClass(value),
};

// --- internal ---

/** Without `g` and `y`: `lastIndex` would change the results of later calls. */
function isSafe(value: unknown): boolean {
  return value instanceof RegExp && !value.global && !value.sticky && checkRegExp(value) === undefined;
}

/** Whether characters form a valid class: `z-a` does not. */
function isClass(text: string): boolean {
  try {
    new RegExp(`[${text}]`);
    return true;
  } catch {
    return false;
  }
}
