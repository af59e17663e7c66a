import type { FieldRules, Fields } from './field-rules.ts';
import { conditionNames } from './rules/conditions.ts';

/** The type of `partial(fields)`. */
export type PartialFields<F> = { readonly [Name in keyof F]: PartialRules<F[Name]> };

/**
 * Fields for a merge patch (RFC 7396): what is absent stays as it is, `null` removes.
 *
 * Every `required: true` becomes `required: 'present'` (may be absent, not blank), every other field gets `nullable: true`,
 * defaults and conditions such as `requiredIf` go: a part of a record cannot tell. So do the children of objects; a list is replaced
 * as a whole, so its items keep their rules.
 *
 * @example
 * patchAction: { body: partial(fields) }
 */
export function partial<const F extends Fields>(fields: F): PartialFields<F> {
  const result: Record<string, FieldRules> = {};
  for (const [name, rules] of Object.entries(fields)) {
    Object.defineProperty(result, name, {
      value: partialRules(rules),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return result as PartialFields<F>;
}

// --- internal ---

type Dropped = 'default' | 'required' | 'nullable' | 'children' | `required${'If' | 'NotIf' | `With${string}`}`;

type PartialRules<R> = { readonly [Rule in Exclude<keyof R, Dropped>]: R[Rule] } & (R extends {
  readonly required: true | 'present';
}
  ? { readonly required: 'present' } & Pick<R, keyof R & 'nullable'>
  : { readonly nullable: true }) &
  (R extends { readonly children: infer C }
    ? { readonly children: R extends { readonly object: true } ? PartialFields<C> : C }
    : unknown);

function partialRules(rules: FieldRules): FieldRules {
  // A declaration that is wrong is left as it is: the compiler names it better.
  if (typeof rules !== 'object' || rules === null) return rules;
  const { default: _default, required, ...rest } = rules;
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !conditionNames.has(name))) as FieldRules;
  const presence: FieldRules =
    required === true || required === 'present' ? { required: 'present' } : { nullable: true };
  const children =
    rules.object === true && rules.children !== undefined ? { children: partial(rules.children as Fields) } : {};
  return { ...kept, ...presence, ...children };
}
