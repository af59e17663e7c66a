import type { RouteRow } from '@rest-gen/router';
import { oneLine } from '../text.ts';

/**
 * Format who may do what with the table of a route: `read: everyone · create: user · update, delete: nobody`, with long sources shortened.
 *
 * @param columns - characters of a line
 */
export function policyLines({ policy }: Pick<RouteRow, 'policy'>, columns: number): string[] {
  if (policy === undefined) return [];
  const { always, read, create, update, delete: remove } = policy;
  const operations = { ...(always !== undefined && { always }), read, create, update, delete: remove };
  // Operations with the same rules are named together.
  const named = new Map<string, string[]>();
  for (const [name, text] of Object.entries(operations)) named.set(text, [...(named.get(text) ?? []), name]);
  const lines: string[] = [];
  for (const [text, names] of named) {
    const part = shorten(`${names.join(', ')}: ${withoutHead(oneLine(text))}`, columns - INDENT.length);
    const last = lines.at(-1);
    if (last !== undefined && last.length + SEPARATOR.length + part.length <= columns) {
      lines[lines.length - 1] = last + SEPARATOR + part;
    } else lines.push(INDENT + part);
  }
  return lines;
}

// --- internal ---

const INDENT = '  ';
const SEPARATOR = ' · ';

/** `(user) => ({ id: user.id })` says no more than what it returns. */
function withoutHead(text: string): string {
  return text.replace(/\(user\) => (?:\((\{[^{}()]*\})\))?/g, '$1');
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, Math.max(length, 2) - 1)}…` : text;
}
