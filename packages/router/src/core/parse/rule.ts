import { nearest } from '@rest-gen/logic/common';
import { StartError } from '../errors.ts';
import { formatElement, formatRule, isGroup, isPlainObject } from './format-rule.ts';
import { ParseError, parsePattern, parseRegExp } from './pattern.ts';
import { parseTarget } from './target.ts';
import type { Gate, ParsedPattern, ParsedRule, ParsedTarget, RuleConfig, RuleOptions, SkippedRule } from './types.ts';

/** Defaults of rule options, and the file for error messages. */
export interface ParseOptions {
  caseSensitive: boolean;
  strict: boolean;
  file?: string | undefined;
  /** The name, besides `id`, under which rules give the id of a record of this controller. Default: none. */
  idName?: ((controller: string) => string | undefined) | undefined;
}

/**
 * Parse the authored list of rules: groups are flattened, the written order is kept.
 *
 * @throws {StartError} `E_RULE_SHAPE`, `E_RULE_PATTERN`, `E_RULE_TARGET` or `E_RULE_SLOT`, naming file, rule number and rule text
 */
export function parseRules(rules: readonly RuleConfig[], options: ParseOptions): (ParsedRule | SkippedRule)[] {
  return rules.flatMap((rule, index) => parseEntry(rule, `${index + 1}`, [], options));
}

// --- internal ---

function parseEntry(
  rule: RuleConfig,
  number: string,
  gates: readonly Gate[],
  options: ParseOptions,
): (ParsedRule | SkippedRule)[] {
  if (isGroup(rule)) {
    const inner = [...gates, readGate(rule.match, number, rule, options)];
    return rule.rules.flatMap((entry, index) => parseEntry(entry, `${number}.${index + 1}`, inner, options));
  }
  const place = { file: options.file, rule: { number, text: formatRule(rule) } };
  const shape = readShape(rule, place);
  if (shape.foreign) {
    return [{ kind: 'skipped', ...place.rule, reason: shape.foreign }];
  }
  const step = inRule(place);
  const pattern = step('E_RULE_PATTERN', () => readPattern(shape.pattern, shape.options, options));
  const target = step('E_RULE_TARGET', () => readTarget(shape.target, pattern));
  step('E_RULE_SLOT', () => checkSlots(pattern, target));
  const { match, strict } = shape.options;
  const search = match === 'search';
  const named = nameId(target, pattern, options);
  return [{ kind: 'rest', ...place.rule, pattern, target: named, gates, search, strict: strict ?? options.strict }];
}

interface Shape {
  readonly pattern: RegExp | string;
  /** `undefined` for the short form: the literals of the path name the controller. */
  readonly target: string | undefined;
  readonly options: RuleOptions;
  /** Why the rule is skipped. */
  readonly foreign?: string;
}

function readShape(rule: unknown, place: { file: string | undefined; rule: { number: string; text: string } }): Shape {
  const refuse = (reason: string): never => {
    const hint =
      "A rule is [/expression/, 'controller?id=:1', 'rest'], ['/post/:id?', '/post', 'rest'] or ['/post/:id?', 'rest'].";
    throw new StartError('E_RULE_SHAPE', reason, { ...place, hint });
  };
  if (!Array.isArray(rule) || rule.length === 0)
    return refuse('the entry is not a list and not a group { match, rules }');
  const [pattern, second, third, fourth] = rule as unknown[];
  if (typeof pattern !== 'string' && !(pattern instanceof RegExp))
    return refuse('its first element is not a path and not an expression');
  const short = second === 'rest' && (third === undefined || isPlainObject(third));
  const mark = short ? second : third;
  if (mark !== 'rest') {
    const [place, found] = third === undefined || isPlainObject(third) ? ['last', second ?? pattern] : ['third', third];
    if (isMisspelled(found, place === 'third'))
      return refuse(`its ${place} element is ${formatElement(found)}; did you mean 'rest'?`);
    const foreign = `its ${place} element is ${formatElement(found)}, not 'rest'`;
    return { pattern, target: undefined, options: {}, foreign };
  }
  if (short && pattern instanceof RegExp) return refuse('the short form needs a path; an expression needs a target');
  if (!short && typeof second !== 'string') return refuse('its second element is not a target');
  return {
    pattern,
    target: short ? undefined : (second as string),
    options: readOptions(short ? third : fourth, refuse),
  };
}

/** The last element of a short form may be the target of a rule that is not ours, such as `reset`. */
function isMisspelled(mark: unknown, isThird: boolean): boolean {
  if (typeof mark !== 'string') return false;
  const word = mark.trim().toLowerCase();
  return [...word].sort().join('') === 'erst' || (isThird && nearest(word, ['rest'], 1) !== undefined);
}

function readOptions(value: unknown, refuse: (reason: string) => never): RuleOptions {
  if (value === undefined) return {};
  if (!isPlainObject(value)) return refuse('its options are not an object');
  for (const [name, option] of Object.entries(value)) {
    if (
      name === 'match'
        ? option === 'full' || option === 'search'
        : /^(?:caseSensitive|strict)$/.test(name) && typeof option === 'boolean'
    )
      continue;
    refuse(
      `the option ${name}: ${formatElement(option)} is not one of match: 'full' | 'search', caseSensitive: boolean, strict: boolean`,
    );
  }
  return value as RuleOptions;
}

function readPattern(pattern: RegExp | string, rule: RuleOptions, options: ParseOptions): ParsedPattern {
  return pattern instanceof RegExp
    ? parseRegExp(pattern)
    : parsePattern(pattern, rule.caseSensitive ?? options.caseSensitive, rule.strict ?? options.strict);
}

function readTarget(target: string | undefined, pattern: ParsedPattern): ParsedTarget {
  if (target !== undefined) return parseTarget(target);
  if (!pattern.literals)
    throw new ParseError(
      'the path has no literal segment to name the controller',
      "Add a target, as in ['/:id?', '/post', 'rest'].",
    );
  return parseTarget(pattern.literals);
}

/** `/user/:username` → `id`, where the id of a user is called `username`. */
function nameId(target: ParsedTarget, { groups }: ParsedPattern, { idName }: ParseOptions): ParsedTarget {
  const [only, ...others] = target.controller;
  if (idName === undefined || only?.kind !== 'text' || others.length > 0) return target;
  const name = idName(only.text);
  if (name === undefined || groups.includes('id') || target.params.some((param) => param.name === 'id')) return target;
  const given = target.params.find((param) => param.name === name);
  if (given === undefined && !groups.includes(name)) return target;
  const id = { name: 'id', value: given?.value ?? [{ kind: 'slot', slot: name } as const] };
  return { ...target, params: [...target.params.filter((param) => param !== given), id] };
}

function checkSlots({ groups }: ParsedPattern, target: ParsedTarget): void {
  for (const part of [target.controller, ...target.params.map(({ value }) => value)].flat()) {
    if (part.kind === 'text') continue;
    const found =
      typeof part.slot === 'number' ? part.slot >= 1 && part.slot <= groups.length : groups.includes(part.slot);
    if (found) continue;
    const has = groups.length === 1 ? '1 capture group' : `${groups.length} capture groups`;
    const names = groups.filter((name) => name !== undefined).map((name) => `:${name}`);
    const slots = names.length > 0 ? names : groups.map((_, index) => `:${index + 1}`);
    throw new ParseError(
      `the target uses :${part.slot}, but the pattern has ${has}`,
      slots.length > 0
        ? `Use ${slots.join(' or ')}, or add the missing group to the pattern.`
        : 'Add a group to the pattern, as in (\\d+).',
    );
  }
}

function inRule(place: { file: string | undefined; rule: { number: string; text: string } }) {
  return <T>(code: 'E_RULE_PATTERN' | 'E_RULE_TARGET' | 'E_RULE_SLOT', work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw new StartError(code, error.message, { ...place, hint: error.hint });
    }
  };
}

/** A prefix is a path form too: `/admin` takes `/ADMIN/user`, and not `/administration`. */
function readGate(match: unknown, number: string, group: unknown, { file, caseSensitive }: ParseOptions): Gate {
  const place = { file, rule: { number, text: formatRule(group) } };
  if (match instanceof RegExp)
    return { regexp: new RegExp(match.source, match.flags.replace(/[gyd]/g, '')), prefix: undefined };
  if (typeof match === 'string' && match.startsWith('/')) {
    const { source, flags } = inRule(place)('E_RULE_PATTERN', () => parsePattern(match, caseSensitive));
    return { regexp: new RegExp(`^${source}(?=\\/|$)`, flags), prefix: match.replace(/(?<=.)\/$/, '') };
  }
  throw new StartError('E_RULE_SHAPE', `the match of the group is ${formatElement(match)}`, {
    ...place,
    hint: "Write a path prefix such as '/api', or an expression.",
  });
}
