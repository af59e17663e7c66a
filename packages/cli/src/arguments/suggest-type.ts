import { nearest } from '@rest-gen/logic/common';
import { FIELD_TYPES, isFieldType } from './field-types.ts';

/** The type that an unknown one probably stands for, with what follows it: `enum(draft,live)!` for `enmu(draft,live)!`. */
export function suggestType(text: string): string | undefined {
  const marked = /^(\w+)([!?])(\([^()]*\))$/.exec(text);
  if (marked) return suggestion(marked[1], `${marked[3]}${marked[2]}`);
  const compared = /^(\w+)(?:\(([^()]*)\))?([<>]=)(-?[\d.]+)([!?]?)$/.exec(text);
  if (compared) {
    const [, type, given, sign, bound, mark] = compared;
    const range = sign === '>=' ? `${bound}..` : `..${bound}`;
    return suggestion(type, `(${[given, range].filter(Boolean).join(',')})${mark}`);
  }
  const [, word = '', rest = ''] = /^(\w*)(\([^()]*\)[!?]?)?[!?]?$/.exec(text) ?? [];
  return isFieldType(word) ? undefined : suggestion(word, rest);
}

// --- internal ---

/** The types of other tools and databases. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...(['int', 'int4', 'number', 'smallint'] as const).map((name) => [name, 'integer'] as const),
  ...(['float', 'real'] as const).map((name) => [name, 'double'] as const),
  ...(['varchar', 'char', 'str'] as const).map((name) => [name, 'string'] as const),
  ...(['timestamp', 'time', 'timestamptz'] as const).map((name) => [name, 'datetime'] as const),
  ...(['bool'] as const).map((name) => [name, 'boolean'] as const),
  ...(['numeric', 'money', 'price'] as const).map((name) => [name, 'decimal'] as const),
  ...(['jsonb', 'object', 'array'] as const).map((name) => [name, 'json'] as const),
  ...(['int8', 'long'] as const).map((name) => [name, 'bigint'] as const),
  ...(['belongs_to', 'ref', 'foreign'] as const).map((name) => [name, 'references'] as const),
]);

function suggestion(word = '', rest = ''): string | undefined {
  if (isFieldType(word)) return word + rest;
  const meant = ALIASES.get(word.toLowerCase()) ?? nearest(word, FIELD_TYPES);
  return meant === undefined ? undefined : meant + rest;
}
