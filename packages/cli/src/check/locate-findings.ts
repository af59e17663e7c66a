import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@rest-gen/inspect';
import { locateRule } from '../files/router-file.ts';

/**
 * Add line and column to findings: of the rule in `config/router`, or of the action in a controller or logic.
 *
 * @param root - absolute; the files of the findings are relative to it
 */
export function locateFindings(findings: readonly Finding[], root: string): Finding[] {
  const sources = new Map<string, string>();
  return findings.map((finding) => {
    const { file, rule, name } = finding;
    if (file === undefined) return finding;
    if (!sources.has(file)) sources.set(file, readSource(join(root, file)));
    const source = sources.get(file) as string;
    const place = rule ? locateRule(source, rule.number) : name === undefined ? undefined : locateName(source, name);
    return { ...finding, ...place };
  });
}

// --- internal ---

/** Findings are right without their place, too. */
function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Where an action is defined: as a method, a field, or the key of an object. */
function locateName(source: string, name: string): { line: number; column: number } | undefined {
  const definition = new RegExp(`^(|.*?[\\s{,*])(['"]?)${name}\\2\\s*[(=:<]`);
  for (const [index, line] of source.split('\n').entries()) {
    const [, before] = /^\s*(?:\/\/|\/?\*)/.test(line) ? [] : (definition.exec(line) ?? []);
    if (before !== undefined) return { line: index + 1, column: before.length + 1 };
  }
  return undefined;
}
