import type { ParsedRule } from '../parse/types.ts';

/** Mapped route parameters: a null-prototype object; an optional segment that is absent leaves its parameter absent. */
export type Params = Record<string, string>;

/**
 * A piece of a compiled target: fixed text, or the captures that can fill it, by index (1 is the first). There are several where the same name
 * stands in alternatives: `/\/a\/(?<id>\d+)|\/b\/(?<id>\w+)/`.
 */
export type CompiledPart = string | readonly number[];

/** A rule ready to match: one anchored expression, and the captures that its target takes. */
export interface CompiledRule {
  readonly rule: ParsedRule;
  readonly regexp: RegExp;
  /** Text that every matching path begins with; lower case where the case does not matter. */
  readonly prefix: string;
  readonly ignoresCase: boolean;
  /** Take the path without its last slash, too. */
  readonly looseSlash: boolean;
  /** The controller's name when no capture is in it, else `undefined`. */
  readonly controller: string | undefined;
  readonly controllerParts: readonly CompiledPart[];
  readonly params: readonly { readonly name: string; readonly parts: readonly CompiledPart[] }[];
  readonly paramNames: ReadonlySet<string>;
}

/** All rules in written order. */
export interface RuleIndex {
  readonly rules: readonly CompiledRule[];
}

/** What a path resolves to before any controller is looked up. */
export interface MatchedRule {
  readonly rule: CompiledRule;
  readonly controller: string;
  readonly params: Params;
}
