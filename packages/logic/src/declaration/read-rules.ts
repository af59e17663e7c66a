import { LogicError, type Place } from '../errors.ts';
import { suggestion } from '../nearest/nearest.ts';
import { conditionNames } from '../rules/conditions.ts';
import { ALIASES } from './aliases.ts';
import type { FieldRule } from './field.ts';
import type { KnownRules } from './known-rules.ts';

/** The rules that are switched on, by their names, in written order. */
export function readNames(
  declared: Record<string, unknown>,
  { names }: KnownRules,
  place: Place,
): Map<string, unknown> {
  const written = new Map<string, unknown>();
  for (const [name, argument] of Object.entries(declared)) {
    const known = conditionNames.get(name) ?? name;
    if (!names.has(name)) {
      const alias = ALIASES.get(name);
      const fix = alias === undefined ? suggestion(name, [...names], ELSEWHERE) : `; use ${alias}`;
      throw new LogicError('E_LOGIC_RULE', { ...place, rule: name }, `"${name}" is not a rule${fix}`);
    }
    if (argument === undefined) {
      throw new LogicError(
        'E_LOGIC_ARGUMENT',
        { ...place, rule: name },
        `${name} is undefined; remove it or use false`,
      );
    }
    // A copy: what happens to the list later must not change what was checked.
    if (argument !== false || takesFalse.has(name))
      written.set(known, Array.isArray(argument) ? [...argument] : argument);
  }
  return written;
}

/** Those of them that test values. */
export function readRules(written: ReadonlyMap<string, unknown>, { vocabulary }: KnownRules): readonly FieldRule[] {
  const rules: FieldRule[] = [];
  for (const [name, argument] of written) {
    const rule = vocabulary.get(name);
    if (rule !== undefined) rules.push({ name, argument, rule });
  }
  // Without the room that a list has to which something was added.
  return rules.slice();
}

// --- internal ---

const ELSEWHERE = '; list a rule of your own in rules: [defineRule(…)]; docs/logic-rules.md lists all others';

/** Rules whose argument `false` is a value and no switch. */
const takesFalse = new Set(['default', 'const']);
