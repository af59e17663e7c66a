import { inspect } from 'node:util';
import type { ControllerConstructor, CoreStatics } from './contracts/controller.ts';
import type { Part, StaticMember, StaticMembers } from './contracts/part.ts';
import { StartError } from './errors.ts';
import { wrongStatic } from './wrong-static.ts';

/** A static member that is true or false. */
export const BOOLEAN: StaticMember = {
  expected: 'true or false',
  isValid: (value) => typeof value === 'boolean',
};

/** A static member that is a whole number. */
export function wholeNumber(min: number, max: number, expected: string): StaticMember {
  return {
    expected,
    isValid: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  };
}

/** A static member that is a list of names. @param example - of a name */
export function listOfNames(example: string): StaticMember {
  return {
    expected: `a list of names, such as ['${example}']`,
    isValid: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  };
}

/** A static member whose value is checked where it is used, or not at all. */
export const ANY_VALUE: StaticMember = { expected: 'any value', isValid: () => true };

export const CORE_STATICS: StaticMembers<CoreStatics> = {
  abstract: ANY_VALUE,
  singleton: ANY_VALUE,
  actions: ANY_VALUE,
  forms: BOOLEAN,
  // A longer delay would overflow the timer and fire at once.
  timeout: wholeNumber(0, 2_147_483_647, 'milliseconds, 0 for none'),
  maxItems: wholeNumber(1, 1_000_000_000, 'a whole number from 1 to 1,000,000,000'),
  unscoped: listOfNames('lang'),
  description: ANY_VALUE,
};

/**
 * Collect the static members that mean something: those of the core and of the parts.
 *
 * @throws {StartError} `E_PART` for a value that is no part, and where two parts have the same name, static member or security scheme
 */
export function collectStatics(parts: readonly Part[]): ReadonlyMap<string, StaticMember> {
  const members = new Map<string, StaticMember>(Object.entries(CORE_STATICS));
  const names = new Set<string>();
  const schemes = new Set<string>();
  for (const part of parts) {
    checkPart(part);
    const { statics, securitySchemes = {} } = part;
    if (names.has(part.name)) throw clash(part.name, 'the name of another part');
    names.add(part.name);
    for (const [name, member] of Object.entries<StaticMember>(statics)) {
      if (members.has(name) || RESERVED.has(name)) throw clash(part.name, `static ${name}, which is taken`);
      members.set(name, member);
    }
    for (const scheme of Object.keys(securitySchemes)) {
      if (schemes.has(scheme)) throw clash(part.name, `the security scheme "${scheme}" of another part`);
      schemes.add(scheme);
    }
  }
  return members;
}

/** Check the values of the static members of a class, those that it inherits among them. @throws {StartError} `E_CONTROLLER_STATIC` */
export function checkStatics(
  Class: ControllerConstructor,
  members: ReadonlyMap<string, StaticMember>,
  file: string | undefined,
): void {
  for (const [name, member] of members) {
    const value: unknown = Reflect.get(Class, name);
    if (value === undefined || member.isValid(value, Class)) continue;
    const { expected } = member;
    throw wrongStatic(name, value, typeof expected === 'string' ? expected : expected(Class), file);
  }
}

// --- internal ---

/** Members that every function has. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Function.prototype),
  'prototype',
  '__proto__',
]);

/** A part of a program in JavaScript may be anything. */
function checkPart(part: Partial<Part> | undefined): void {
  const { name, statics } = Object(part) as Partial<Part>;
  const wrong = Object.entries(Object(statics) as Readonly<Record<string, Partial<StaticMember> | undefined>>).find(
    ([, member]) => typeof member?.isValid !== 'function',
  );
  if (typeof name === 'string' && name !== '' && typeof statics === 'object' && statics !== null && wrong === undefined)
    return;
  const reason = wrong
    ? `the part "${name}" has statics.${wrong[0]} without isValid(value)`
    : `an element of the option parts returns ${inspect(part, { depth: 0 })}, which is no part`;
  throw new StartError('E_PART', reason, {
    hint: "Return { name: 'timing', statics: { timing: BOOLEAN }, plan }: docs/parts.md.",
  });
}

function clash(part: string, what: string): StartError {
  return new StartError('E_PART', `the part "${part}" has ${what}`, { hint: 'Give it another one.' });
}
