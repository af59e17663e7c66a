import { findList } from './find-list.ts';
import { insertRule } from './insert-rule.ts';
import type { ControllerName } from './name.ts';
import type { List } from './read-value.ts';
import { literal } from './render.ts';

/** What adding a rule to a file comes to: the file with it, the rule there already, or no list of rules that could be found. */
export type AddedRule = { readonly source: string } | 'present' | 'not found';

/** The pattern of a resource: `/v1/post/:id?`. */
export function routePattern(name: ControllerName): string {
  return `/${name.path}/:id?`;
}

/** The rule of a pattern in its short form: `['/post/:id?', 'rest']`. */
export function ruleText(pattern: string, quoteMark: "'" | '"' = "'"): string {
  const quoted = [pattern, 'rest'].map((text) => (quoteMark === '"' ? JSON.stringify(text) : literal(text)));
  return `[${quoted.join(', ')}]`;
}

/**
 * Add a rule behind the last one of the list that a file exports. Everything else in the file stays as it is, byte for byte; but
 * a list of one rule on one line becomes one rule a line.
 *
 * @param file - name of the file; its extension says whether it is TypeScript
 */
export function addRule(source: string, file: string, pattern: string): AddedRule {
  const list = findList(source, file);
  if (list === undefined || list.elements.at(-1) === null) return 'not found';
  if (hasPattern(list, pattern)) return 'present';
  const edited = insertRule(source, list, ruleText(pattern, quoteMarkOf(source, list)));
  // The proof of the edit: one more rule, and it is this one. A layout that nobody thought of must not cost a user's file.
  const proof = findList(edited, file);
  const isRight = proof?.elements.length === list.elements.length + 1 && hasPattern(proof, pattern);
  return isRight ? { source: edited } : 'not found';
}

// --- internal ---

function hasPattern(list: List, pattern: string): boolean {
  return list.elements.some((element) => element?.pattern === pattern);
}

/** The quotation mark of the last `rest` in the list, else of the first text in the file. */
function quoteMarkOf(source: string, list: List): "'" | '"' {
  const inList = source.slice(list.start, list.end).match(/['"](?=rest['"])/g);
  const mark = inList?.at(-1) ?? /(['"])[^'"\n]*\1/.exec(source)?.[1];
  return mark === '"' ? '"' : "'";
}
