import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, FieldRange } from '../arguments/field-types.ts';
import type { ControllerName } from '../arguments/parse-name.ts';
import { findSource, type Project } from '../project/project.ts';
import { parseColumns } from './parse-columns.ts';

/**
 * Parse the fields of a generated resource: the columns of its migration, with the ranges of its logic, which no column
 * has.
 *
 * @returns undefined when there is no such migration, or it is not as it was generated
 */
export function parseResource(project: Project, { path, table }: ControllerName): Field[] | undefined {
  const columns = parseColumns(project, table);
  const file = findSource(project.root, `src/logic/${path}`, project.language);
  if (columns === undefined || file === undefined) return columns;
  const lines = readFileSync(join(project.root, file), 'utf8').split('\n');
  return columns.map((field) => {
    const range = findRange(lines, field.name);
    return range === undefined ? field : { ...field, range };
  });
}

// --- internal ---

const BOUNDED = /\b(?:length|int|bigint|float|decimal): \{ ([^}]*) \}/;
const BOUND = /^(min|max): '?(-?\d+(?:\.\d+)?)'?$/;

/** The range in the rules of a field, which are on one line, or on one line each. */
function findRange(lines: readonly string[], name: string): FieldRange | undefined {
  const from = lines.findIndex((line) => line.startsWith(`  ${name}: {`));
  if (from === -1) return undefined;
  const end = lines.findIndex((line, at) => at >= from && line.endsWith('},') && /^ {2}\S/.test(line));
  const text = lines.slice(from, end + 1).join('\n');
  const bounds = BOUNDED.exec(text)?.[1]?.split(', ') ?? [];
  const entries = bounds.flatMap((bound) => {
    const [, key, number] = BOUND.exec(bound) ?? [];
    return key === undefined ? [] : [[key, number]];
  });
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as FieldRange);
}
