import type { Schema } from '../types.ts';
import { compareKeywords, type Verdict } from './compare-keywords.ts';
import { namedProperties } from './named-properties.ts';
import { follow, type Placed, toPointer } from './pointer.ts';
import type { ChangeCode, Comparison, Direction } from './types.ts';

/** Two versions of a schema, and the pointer of the old one. */
export interface SchemaPair {
  readonly pointer: string;
  readonly before: Schema;
  readonly after: Schema;
}

/**
 * Compare two versions of a schema: narrowing breaks senders, widening breaks readers.
 *
 * Keywords are compared one by one, not in combination.
 */
export function compareSchemas(comparison: Comparison, direction: Direction, pair: SchemaPair): void {
  compare({ ...comparison, direction, seen: new Set() }, pair);
}

// --- internal ---

interface Walk extends Comparison {
  readonly direction: Direction;
  /** Schemas may be recursive. */
  readonly seen: Set<string>;
}

function compare(walk: Walk, { pointer: given, before: one, after: other }: SchemaPair): void {
  const { value: before = {}, pointer } = follow<Schema>(walk.before, one, given) as Placed<Schema | undefined>;
  const { value: after = {}, pointer: place } = follow<Schema>(walk.after, other, given) as Placed<Schema | undefined>;
  const key = `${pointer} ${place}`;
  if (walk.seen.has(key)) return;
  walk.seen.add(key);
  if (JSON.stringify(before) === JSON.stringify(after) && !JSON.stringify(before).includes('"$ref"')) return;
  for (const verdict of compareKeywords(before, after)) judge(walk, pointer, verdict);
  compareProperties(walk, pointer, before, after);
  for (const keyword of ['items', 'additionalProperties', 'not'] as const)
    compareInside(walk, pointer, keyword, before, after);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) compareLists(walk, pointer, keyword, before, after);
}

/** Narrowing breaks requests, widening breaks responses, other changes break both. */
function judge({ direction, report }: Walk, pointer: string, { change, message }: Verdict): void {
  const harmless = direction === 'request' ? 'widened' : 'narrowed';
  report({ breaking: change !== harmless, code: `schema-${change}`, pointer, message });
}

function compareProperties(walk: Walk, pointer: string, before: Schema, after: Schema): void {
  const isRequest = walk.direction === 'request';
  const needed = new Set(before.required as readonly string[] | undefined);
  const needs = new Set(after.required as readonly string[] | undefined);
  const earlier = namedProperties(before);
  const later = namedProperties(after);
  const say = (breaking: boolean, code: ChangeCode, name: string, message: string) => {
    walk.report({
      breaking,
      code,
      pointer: `${pointer}${toPointer('properties', name)}`,
      message: `"${name}" ${message}.`,
    });
  };
  for (const [name, schema] of Object.entries(earlier)) {
    const next = later[name];
    if (next === undefined) {
      const isRefused = after.additionalProperties === false;
      say(
        isRequest ? isRefused : true,
        'property-removed',
        name,
        isRequest ? 'is not taken any more' : 'is not answered any more',
      );
      continue;
    }
    if (needs.has(name) && !needed.has(name))
      say(isRequest, 'property-required', name, isRequest ? 'is required now' : 'is always there now');
    if (!needs.has(name) && needed.has(name))
      say(
        !isRequest,
        'property-optional',
        name,
        isRequest ? 'is not required any more' : 'is not always there any more',
      );
    compare(walk, { pointer: `${pointer}${toPointer('properties', name)}`, before: schema, after: next });
  }
  for (const name of Object.keys(later)) {
    if (earlier[name] !== undefined) continue;
    say(
      isRequest && needs.has(name),
      'property-added',
      name,
      needs.has(name) && isRequest ? 'is new, and required' : 'is new',
    );
  }
}

/** A subschema; `true` accepts everything, `false` nothing. */
function compareInside(
  walk: Walk,
  pointer: string,
  keyword: 'items' | 'additionalProperties' | 'not',
  before: Schema,
  after: Schema,
): void {
  const [one = true, other = true] = [before[keyword], after[keyword]] as (Schema | boolean | undefined)[];
  if (JSON.stringify(one) === JSON.stringify(other) && typeof one === 'boolean') return;
  const place = `${pointer}/${keyword}`;
  // Under `not`, narrowing is widening; the result is reported as a change only.
  if (keyword === 'not') {
    if (JSON.stringify(one) !== JSON.stringify(other))
      judge(walk, place, { change: 'changed', message: '"not" is another one' });
  } else if (typeof one === 'object' && typeof other === 'object')
    compare(walk, { pointer: place, before: one, after: other });
  else if (keyword === 'additionalProperties') compareAdditional(walk, place, one, other);
  else
    judge(walk, place, {
      change: typeof other === 'object' ? 'narrowed' : 'widened',
      message: 'The items are described otherwise.',
    });
}

/** New properties in responses are not breaking. */
function compareAdditional(walk: Walk, pointer: string, before: Schema | boolean, after: Schema | boolean): void {
  const narrowed = before === true || after === false;
  if (narrowed) judge(walk, pointer, { change: 'narrowed', message: 'Other members are not taken any more.' });
  else walk.report({ breaking: false, code: 'schema-widened', pointer, message: 'Other members are possible now.' });
}

/** Equal parts are ignored. Others are compared by position; the rest is added or removed. */
function compareLists(
  walk: Walk,
  pointer: string,
  keyword: 'allOf' | 'anyOf' | 'oneOf',
  before: Schema,
  after: Schema,
): void {
  const one = (before[keyword] ?? []) as Schema[];
  const other = (after[keyword] ?? []) as Schema[];
  if (one.length === other.length) {
    for (const [index, schema] of one.entries())
      compare(walk, { pointer: `${pointer}/${keyword}/${index}`, before: schema, after: other[index] as Schema });
    return;
  }
  const isAlternative = keyword !== 'allOf';
  const lost = without(one, other).filter((part) => isAlternative || !isVacuous(part, after));
  const won = without(other, one).filter((part) => isAlternative || !isVacuous(part, before));
  const message = `"${keyword}" has ${other.length} parts instead of ${one.length}.`;
  // Removing an alternative narrows; removing a condition widens, and so does removing all alternatives.
  const isFirst = one.length === 0 || other.length === 0;
  const say = (change: Verdict['change']) => judge(walk, `${pointer}/${keyword}`, { change, message });
  if (lost.length > 0) say(isAlternative && !isFirst ? 'narrowed' : 'widened');
  if (won.length > 0) say(isAlternative && !isFirst ? 'widened' : 'narrowed');
}

function without(parts: readonly Schema[], others: readonly Schema[]): Schema[] {
  const known = new Set(others.map((part) => JSON.stringify(part)));
  return parts.filter((part) => !known.has(JSON.stringify(part)));
}

/** Ignore conditions on items that cannot occur, such as a new column in `sort`. */
function isVacuous({ contains, minContains }: Schema, { items }: Schema): boolean {
  const possible = (items as Schema | undefined)?.enum as readonly unknown[] | undefined;
  const values = (contains as Schema | undefined)?.enum as readonly unknown[] | undefined;
  return minContains === 0 && possible !== undefined && values?.every((value) => !possible.includes(value)) === true;
}
