import { LogicError, type Place } from '../errors.ts';
import type { Kind } from '../kind.ts';
import type { FieldRule } from './field.ts';

/**
 * Find out what the values of a field are: the declared type, else what its rules imply (`email` is text), else `any`.
 *
 * @throws {LogicError} `E_LOGIC_TYPE` on two types, or on a rule that does not work on the type
 */
export function resolveKind(
  rules: readonly FieldRule[],
  place: Place,
): { readonly kind: Kind; readonly kindRule: FieldRule | undefined } {
  const [declared, second] = rules.filter(({ rule }) => rule.declares !== undefined);
  if (second !== undefined) {
    throw new LogicError(
      'E_LOGIC_TYPE',
      { ...place, rule: second.name },
      `has two types, ${declared?.name} and ${second.name}; keep one`,
    );
  }
  const kindRule = declared ?? rules.find((rule) => kindOf(rule) !== undefined);
  const kind = (kindRule && kindOf(kindRule)) ?? 'any';
  for (const { name, rule } of rules) {
    if (rule.on === undefined || rule.on.includes(kind)) continue;
    const source = declared === undefined ? ` (implied by ${kindRule?.name})` : '';
    throw new LogicError(
      'E_LOGIC_TYPE',
      { ...place, rule: name },
      `${name} applies to ${rule.on.join(', ')}, but the field has the type ${kind}${source}`,
    );
  }
  return { kind, kindRule };
}

// --- internal ---

function kindOf({ argument, rule }: FieldRule): Kind | undefined {
  if (rule.declares !== undefined) return rule.declares;
  if (rule.implies !== undefined) return rule.implies(argument as never);
  return rule.on?.includes('any') ? undefined : rule.on?.[0];
}
