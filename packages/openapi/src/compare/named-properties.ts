import type { Schema } from '../types.ts';

/**
 * Properties by name, those of patterns that list their names among them: `^(?:id|views)\[(?:gt|gte)\]$`, the filters of a QUERY.
 *
 * The object has no prototype, because a field may be named "constructor".
 */
export function namedProperties({ properties, patternProperties }: Schema): Record<string, Schema> {
  const named = Object.entries((patternProperties ?? {}) as Record<string, Schema>).flatMap(([pattern, schema]) =>
    namesOf(pattern).map((name) => [name, schema] as const),
  );
  return Object.assign(Object.create(null), properties, Object.fromEntries(named)) as Record<string, Schema>;
}

/** The other patterns; `undefined` without one. */
export function otherPatterns({ patternProperties }: Schema): Record<string, Schema> | undefined {
  const others = Object.entries((patternProperties ?? {}) as Record<string, Schema>).filter(
    ([pattern]) => namesOf(pattern).length === 0,
  );
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

// --- internal ---

const FILTERS = /^\^\(\?:(.+)\)\\\[\(\?:([A-Za-z|]+)\)\\\]\$$/;

function namesOf(pattern: string): string[] {
  const [, fields = '', operators = ''] = FILTERS.exec(pattern) ?? [];
  const names = fields.split(/(?<!\\)\|/).map((name) => name.replace(/\\(.)/g, '$1'));
  return operators === '' ? [] : names.flatMap((name) => operators.split('|').map((word) => `${name}[${word}]`));
}
