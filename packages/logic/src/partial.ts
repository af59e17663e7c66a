import type { FieldRules, Fields } from './field-rules.ts';
import { recognizeForeign } from './foreign/parse-foreign.ts';
import type { FieldFormOf, StandardOutput } from './infer/form.ts';
import { conditionNames } from './rules/conditions.ts';

/**
 * The type of `partial(fields)`.
 *
 * @see docs/logic.md
 */
export type PartialFields<F> = { readonly [Name in keyof F]: PartialField<F[Name]> };

/**
 * Fields for a merge patch (RFC 7396): what is absent stays as it is, `null` removes.
 *
 * Every `required: true` becomes `required: 'present'` (may be absent, not blank), every other field gets `nullable:
 * true`, defaults and conditions such as `requiredIf` are removed: they need the whole record. This applies to children
 * of objects, too; a list is replaced as a whole, so its items keep their rules. A schema instead of rules is kept; it
 * may be absent, and gives no default then.
 *
 * @example
 * patchAction: { body: partial(fields) }
 *
 * @see docs/logic.md
 */
export function partial<const F extends Fields>(fields: F): PartialFields<F> {
  const result: Record<string, unknown> = {};
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

type PartialField<R> =
  FieldFormOf<R> extends 'rules' ? PartialRules<R> : FieldFormOf<R> extends 'standard' ? MayBeAbsent<R> : R;

/** The result of `partial` for a Standard Schema: its validation alone. */
type MayBeAbsent<R> = R extends { readonly '~standard': infer S }
  ? {
      readonly '~standard': Omit<S, 'types'> & {
        readonly types?: { readonly input: unknown; readonly output: StandardOutput<R> | undefined } | undefined;
      };
    }
  : never;

type PartialRules<R> = { readonly [Rule in Exclude<keyof R, Dropped>]: R[Rule] } & (R extends {
  readonly required: true | 'present';
}
  ? { readonly required: 'present' } & Pick<R, keyof R & 'nullable'>
  : { readonly nullable: true }) &
  (R extends { readonly children: infer C }
    ? { readonly children: R extends { readonly object: true } ? PartialChildren<C> : C }
    : unknown);

type PartialChildren<C> = FieldFormOf<C> extends 'rules' ? PartialFields<C> : C;

function partialRules(declared: Fields[string]): unknown {
  // A declaration that is wrong is left as it is: the compiler names it better.
  const foreign = recognizeForeign(declared, 'field');
  if (foreign !== undefined) return foreign === 'json' ? withoutDefault(declared) : mayBeAbsent(declared);
  if (typeof declared !== 'object' || declared === null) return declared;
  const { default: _default, required, ...rest } = declared as FieldRules;
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !conditionNames.has(name)));
  const presence = required === true || required === 'present' ? { required: 'present' } : { nullable: true };
  return { ...kept, ...presence, ...partialChildren(rest) };
}

function withoutDefault(schema: object): object {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'default'));
}

/** Wrap a Standard Schema so that it does not see absent values. */
function mayBeAbsent(schema: object): object {
  const standard = (schema as { readonly '~standard': Standard })['~standard'];
  if (typeof standard?.validate !== 'function') return schema;
  const validate = (value: unknown): unknown => (value === undefined ? { value } : standard.validate(value));
  return { '~standard': { ...standard, validate } };
}

interface Standard {
  validate(value: unknown): unknown;
}

function partialChildren({ object, children }: FieldRules): { readonly children?: unknown } {
  if (object !== true || children === undefined || recognizeForeign(children, 'field') !== undefined) return {};
  return { children: partial(children as Fields) };
}
