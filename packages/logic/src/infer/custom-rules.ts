import type { CustomRule } from '../custom-rule.ts';

/** The rules of a logic's own, by name; those of a list whose names are not known are under every name. */
export type CustomRules<L> = L extends { readonly rules: readonly (infer Rule)[] }
  ? { readonly [One in Rule as NameOf<One>]: One }
  : unknown;

/** The type of the argument of a custom rule. */
export type ArgumentOf<Rule> = Rule extends CustomRule<string, infer Argument> ? Argument : never;

// --- internal ---

type NameOf<Rule> = Rule extends { readonly name: infer Name extends string } ? Name : never;
