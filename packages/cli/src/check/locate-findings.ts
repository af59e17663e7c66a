import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@rest-gen/router/inspect';
import { readTokens } from '../read-tokens.ts';
import { type FindRule, readRules } from './find-rule.ts';

/**
 * Put line and column to findings: of the rule in `config/router`, or of the name in a controller or logic.
 *
 * @param root - absolute; the files of the findings are relative to it
 */
export function locateFindings(findings: readonly Finding[], root: string): Finding[] {
  const sources = new Map<string, Source | undefined>();
  return findings.map((finding) => {
    const { file, rule, name } = finding;
    if (file === undefined || (rule === undefined && name === undefined)) return finding;
    if (!sources.has(file)) sources.set(file, readSource(join(root, file), file));
    const source = sources.get(file);
    const offset = rule ? source?.findRule(rule.number) : source?.findName(name as string);
    return offset === undefined ? finding : { ...finding, ...placeAt((source as Source).text, offset) };
  });
}

// --- internal ---

interface Source {
  readonly text: string;
  readonly findRule: FindRule;
  readonly findName: (name: string) => number | undefined;
}

function readSource(path: string, file: string): Source | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Without its source a finding is as right as with it.
    return undefined;
  }
  return { text, findRule: readRules(text, file), findName: (name) => findName(text, name) };
}

/** Where an action is defined: as a method, a field, or the key of an object. */
function findName(text: string, name: string): number | undefined {
  const tokens = readTokens(text) ?? [];
  return tokens.find((token, at) => {
    const isName = token.text === name || token.text.slice(1, -1) === name;
    return isName && /^[(=:]$/.test(tokens[at + 1]?.text ?? '') && tokens[at - 1]?.text !== '.';
  })?.start;
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  return { line: lines.length, column: (lines.at(-1) as string).length + 1 };
}
