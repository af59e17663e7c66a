import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@rest-gen/inspect';
import { locateMember } from '../files/edit-source.ts';
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
    const place = rule ? locateRule(source, rule.number) : name === undefined ? undefined : locateMember(source, name);
    return { ...finding, ...place };
  });
}

// --- internal ---

/** Findings are correct without their place, too. */
function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
