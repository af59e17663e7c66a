import { readCode, skipCode } from './skip-code.ts';

/** Where a rule is written. */
export interface RulePlace {
  /** From 1. */
  readonly line: number;
  /** In one line, without comments. */
  readonly text: string;
}

/** Find the rules of one condition in the source of a policy: those of a list one by one, where each can be told from the others. */
export type RuleFinder = (place: readonly string[], index: number) => RulePlace | undefined;

/**
 * Read where the rules of a policy are written: the argument of `definePolicy`, or the object that is exported.
 *
 * Nothing is found for a policy that is put together elsewhere.
 *
 * @returns finds the n-th rule of a place such as `['fields', 'email', 'read']`
 */
export function locateRules(source: string): RuleFinder {
  const argument = findArgument(source);
  return (place, index) => {
    if (argument === undefined) return undefined;
    const first = source[argument.from] as string;
    // One word for all operations.
    if (/['"]/.test(first)) return index === 0 && place.length === 1 ? placeOf(argument) : undefined;
    let found: Part | undefined = argument;
    for (const key of place) found = found && membersOf(source, found).get(key);
    if (found === undefined) return undefined;
    const elements = elementsOf(source, found);
    if (elements === undefined) return index === 0 ? placeOf(found) : undefined;
    const element = elements[index];
    return element && placeOf(element);
  };

  function placeOf({ named, from, to }: Part): RulePlace {
    return { line: source.slice(0, named).split('\n').length, text: readCode(source, from, to) };
  }
}

// --- internal ---

/** A value in the source: where its name begins, or it does, and its text. */
interface Part {
  readonly named: number;
  readonly from: number;
  readonly to: number;
}

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const STARTS = ['definePolicy', 'export default', 'export =', 'module.exports ='];

function findArgument(source: string): Part | undefined {
  for (let at = 0; at < source.length; ) {
    const next = skipCode(source, at);
    const start = next === at + 1 && !isInName(source, at) && STARTS.find((text) => source.startsWith(text, at));
    if (start) {
      let from = at + start.length;
      if (start === 'definePolicy') {
        const open = source.indexOf('(', from);
        // Between the name and the bracket only the name of a table can be.
        if (open < 0 || !/^(?:<[^<>()]*>)?$/.test(source.slice(from, open).trim())) from = -1;
        else from = open + 1;
      }
      const part = from < 0 ? undefined : readPart(source, skipSpace(source, from), undefined, ',);');
      if (part && (start === 'definePolicy' || source[part.from] === '{')) return part;
    }
    at = next;
  }
  return undefined;
}

function isInName(source: string, at: number): boolean {
  return at > 0 && /[\w$.]/.test(source[at - 1] as string);
}

/** The members of an object; one that later code may replace is left out. */
function membersOf(source: string, { from, to }: Part): Map<string, Part> {
  const members = new Map<string, Part>();
  if (source[from] !== '{') return members;
  for (let at = skipSpace(source, from + 1); at < to && source[at] !== '}'; ) {
    if (source.startsWith('...', at)) members.clear();
    const [name, end] = readName(source, at);
    const colon = skipSpace(source, end);
    const isValue = name !== undefined && source[colon] === ':';
    const part = readPart(source, isValue ? skipSpace(source, colon + 1) : at, at, ',}');
    if (isValue || /[(,}]/.test(source[colon] ?? '')) {
      if (name !== undefined) members.set(name, part);
    }
    at = skipSpace(source, source[part.to] === ',' ? part.to + 1 : part.to);
  }
  return members;
}

/** The elements of a list up to one that stands for several; `undefined` for a value that is no list. */
function elementsOf(source: string, { from, to }: Part): Part[] | undefined {
  if (source[from] !== '[') return undefined;
  const elements: Part[] = [];
  let at = skipSpace(source, from + 1);
  let isKnown = true;
  while (at < to && source[at] !== ']') {
    isKnown &&= !source.startsWith('...', at);
    const part = readPart(source, at, at, ',]');
    if (isKnown) elements.push(part);
    at = skipSpace(source, source[part.to] === ',' ? part.to + 1 : part.to);
  }
  const rest = readCode(source, at + 1, to);
  return rest === '' || /^(?:as|satisfies)\b/.test(rest) ? elements : undefined;
}

function readName(source: string, at: number): [name: string | undefined, end: number] {
  if (/['"]/.test(source[at] as string)) {
    const end = skipCode(source, at);
    return [source.slice(at + 1, end - 1), end];
  }
  NAME.lastIndex = at;
  const [name] = NAME.exec(source) ?? [];
  return [name, at + (name?.length ?? 0)];
}

/** A value up to one of these characters, outside of brackets. */
function readPart(source: string, from: number, named: number | undefined, ends: string): Part {
  let depth = 0;
  let at = from;
  while (at < source.length) {
    const next = skipCode(source, at);
    if (next === at + 1) {
      const char = source[at] as string;
      if (depth === 0 && ends.includes(char)) break;
      if ('([{'.includes(char)) depth++;
      else if (')]}'.includes(char)) {
        if (depth === 0) break;
        depth--;
      }
    }
    at = next;
  }
  return { named: named ?? from, from, to: at };
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length) {
    const isComment = source.startsWith('//', at) || source.startsWith('/*', at);
    if (isComment) at = skipCode(source, at);
    else if (/\s/.test(source[at] as string)) at++;
    else break;
  }
  return at;
}
