import { inspect, types } from 'node:util';

/** The codes of this package: of the start, of responses, of a stop and of a probe. */
export type ServerCode =
  | 'E_OPTION'
  | 'E_NOT_FOUND'
  | 'E_TOO_MANY_HEADERS'
  | 'E_INTERNAL'
  | 'E_STOP_TIMEOUT'
  | 'E_STOP_CLOSE'
  | 'E_NOT_READY';

/**
 * A wrong argument of `createServer`, `gracefulShutdown` or `ready`. The message contains the code, the place, the
 * value and the fix.
 *
 * @see docs/server.md#createserver
 */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  readonly code = 'E_OPTION';
  /** How to fix it, in one sentence. */
  declare readonly hint: string;

  constructor(reason: string, hint: string) {
    super(`E_OPTION: ${reason}\n  ${hint}`);
    // The message contains it already: an uncaught error would print it twice.
    Object.defineProperty(this, 'hint', { value: hint, enumerable: false });
  }
}

/** The check of an option: whether a value is valid, and what it must be. */
export type Check = readonly [isRight: (value: unknown) => boolean, expected: string];

/**
 * Refuse unknown and wrong options; `undefined` counts as omitted.
 *
 * @param of - the function that received them
 * @throws {OptionError} `E_OPTION` naming the option
 */
export function checkOptions(of: string, options: object, checks: Readonly<Record<string, Check>>): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionError(`the options of ${of} are ${show(options)}`, 'They must be an object.');
  }
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check) {
      const known = Object.keys(checks).join(', ');
      throw new OptionError(`${of} has no option ${name}`, `The options are ${known}.`);
    }
    if (value !== undefined && !check[0](value)) throw wrongOption(of, name, value, check[1]);
  }
}

/** The error of an option with a wrong value. */
export function wrongOption(of: string, name: string, value: unknown, expected: string): OptionError {
  return new OptionError(`the option ${name} of ${of} is ${show(value)}`, `It must be ${expected}.`);
}

/** The longest delay of a timer, in milliseconds. A longer delay would overflow and fire at once. */
export const LONGEST_DELAY = 2_147_483_647;

/** A check of milliseconds. */
export const MILLISECONDS: Check = [
  (value) => isWhole(value) && value <= LONGEST_DELAY,
  'an integer of milliseconds, or 0 for none',
];

/**
 * A count. Node counts header fields in 32 bits: a count near that limit would overflow, and Node would omit fields.
 */
export const ABOVE_ZERO: Check = [
  (value) => isWhole(value) && value > 0 && value <= 1_000_000_000,
  'an integer from 1 to 1,000,000,000',
];

/** A value for a message: on one line, without nested contents. */
export function show(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY });
}

/** The reason of a failure, on one line, for any thrown value. */
export function reasonOf(error: unknown): string {
  const reason = types.isNativeError(error) ? error.message : error;
  return (typeof reason === 'string' ? reason : show(reason)).replaceAll(/\s+/g, ' ');
}

// --- internal ---

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
