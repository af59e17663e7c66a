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
  description: ANY_VALUE,
};

/**
 * Collect the static members that mean something: those of the core and of the parts.
 *
 * @throws {StartError} `E_PART` where two parts have the same one
 */
export function collectStatics(parts: readonly Part[]): ReadonlyMap<string, StaticMember> {
  const members = new Map<string, StaticMember>(Object.entries(CORE_STATICS));
  for (const { name: part, statics } of parts) {
    for (const [name, member] of Object.entries(statics as Readonly<Record<string, StaticMember>>)) {
      if (members.has(name))
        throw new StartError('E_PART', `the part "${part}" has static ${name}, which another part has`, {
          hint: 'Give the static members of the two parts different names.',
        });
      members.set(name, member);
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
