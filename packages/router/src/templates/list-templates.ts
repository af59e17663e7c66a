import { compileTarget, fillingOf } from '../core/compile/compile-target.ts';
import {
  type CaptureToken,
  flattenExpression,
  type ReadClass,
  type Token,
} from '../core/compile/flatten-expression.ts';
import type { Filling } from '../core/compile/types.ts';
import { ENDLESS } from '../core/parse/parse-expression.ts';
import type { ClassNode, ParsedRule } from '../core/parse/types.ts';
import { type Opaque, type Value, valueTemplate } from './value-template.ts';

/** A text of a path, or a place for a value; a place knows the capture that it fills. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'place'; readonly group: number | undefined; readonly source: string; readonly value: Value };

/** One variant of an expression, as a template. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  /** The parameters and the part of the controller's name that its captures fill. */
  readonly filling: Filling;
}

/**
 * Read the variants of the expression of a rule as templates, in the order in which they are tried.
 *
 * @returns for a variant that cannot be written as one a text that says why
 */
export function listTemplates(rule: ParsedRule): (Template | Opaque)[] {
  const { pattern } = rule;
  const target = compileTarget(rule);
  const parts = [target.controllerParts, ...target.params.map((param) => param.parts)].flat();
  const whole = new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : part)));
  return flattenExpression(pattern, { whole, maxVariants: MAX_VARIANTS }).map((tokens) => {
    const read = readParts(tokens);
    if (typeof read === 'string') return read;
    return { parts: read, filling: fillingOf(target, new Set(tokens.flatMap(capturesOf))) };
  });
}

// --- internal ---

/** More than for a match, which has to be fast. */
const MAX_VARIANTS = 256;

function capturesOf(token: Token | CaptureToken): number[] {
  if (token.kind === 'open') return [token.capture];
  return token.kind === 'capture' ? [token.group.capture] : [];
}

function readParts(tokens: readonly (Token | CaptureToken)[]): TemplatePart[] | Opaque {
  const parts: TemplatePart[] = [];
  let classes: ReadClass[] = [];
  for (const token of tokens) {
    if (token.kind === 'unread' || token.kind === 'assertion') return token.reason;
    if (token.kind === 'text') addText(parts, token.written);
    else if (token.kind === 'capture' || token.kind === 'class') {
      // Two classes without anything between them are one place.
      const last = parts.at(-1);
      const joins = token.kind === 'class' && last?.kind === 'place' && last.group === undefined;
      if (token.kind === 'class') classes = joins ? [...classes, token] : [token];
      const { capture: group = undefined, ...part } =
        token.kind === 'capture' ? token.group : { source: classes.map(writeClass).join(''), alternatives: [classes] };
      const value = valueTemplate(part);
      if (typeof value === 'string') return value;
      if (joins) parts.pop();
      parts.push({ kind: 'place', group, source: part.source, value });
    }
  }
  return parts;
}

function addText(parts: TemplatePart[], char: string): void {
  const last = parts.at(-1);
  if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + char };
  else parts.push({ kind: 'text', text: char });
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['{0,}', '*'],
  ['{1,}', '+'],
  ['{0,1}', '?'],
]);

function writeClass({ source, min, max }: ClassNode): string {
  if (min === max) return min === 1 ? source : `${source}{${min}}`;
  const counts = `{${min},${max < ENDLESS ? max : ''}}`;
  return source + (SIGNS.get(counts) ?? counts);
}
