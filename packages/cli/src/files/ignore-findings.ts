import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Finding } from '@rest-gen/inspect';
import { statPath } from '../paths.ts';
import { parseSource } from './edit-source.ts';

/** What comments make of the findings of a check. */
export interface Ignored {
  /** Without those that a comment suppresses, and with those about comments. */
  readonly findings: readonly Finding[];
  /** How many a comment suppresses. */
  readonly ignored: number;
}

/**
 * Apply the comments `// rest-gen-ignore C_LOGIC_COLUMN: the hook maps it`. A comment is about the end of its own line, or
 * about the next line; findings without a line are suppressed anywhere in their file. Errors are not suppressed.
 *
 * @param findings - with their lines; files are relative to `root`
 * @param rulesFile - absolute path of `config/router`: the sources beside it are searched for comments
 * @param hasTables - every table was compared: a comment about one that suppresses nothing is a finding
 */
export function ignoreFindings(
  findings: readonly Finding[],
  { root, rulesFile, hasTables }: { root: string; rulesFile: string | undefined; hasTables: boolean },
): Ignored {
  const files = new Set([...findings.flatMap(({ file }) => file ?? []), ...sourcesBeside(root, rulesFile)]);
  const comments = [...files].flatMap((file) => commentsOf(root, file));
  const isOf = (finding: Finding, { code, file, target }: Comment): boolean =>
    finding.level !== 'error' && finding.code === code && finding.file === file && (finding.line ?? target) === target;
  const kept = findings.filter((finding) => !comments.some((comment) => isOf(finding, comment)));
  // Where something is wrong, not everything was checked.
  const isComplete = findings.every(({ level, code }) => level !== 'error' && code !== 'C_COLUMNS_UNKNOWN');
  const faults = comments.flatMap((comment): Finding[] => {
    const { code, reason, file, line, column } = comment;
    const about = { level: 'warning', file, line, column } as const;
    if (findings.some((finding) => isOf(finding, comment))) {
      if (reason !== '') return [];
      const message = `the comment gives no reason why ${code} is wrong here`;
      return [{ code: 'C_IGNORE_REASON', ...about, message, hint: `Write it: // rest-gen-ignore ${code}: why.` }];
    }
    if (!isComplete || (!hasTables && ABOUT_TABLES.has(code))) return [];
    const why = code === '' ? 'it names no code' : `no ${code} is found on its line or the next one`;
    const message = `the comment suppresses nothing: ${why}`;
    const hint = 'Remove it, or move it to the line of the finding: // rest-gen-ignore C_LOGIC_COLUMN: why.';
    return [{ code: 'C_IGNORE_UNUSED', ...about, message, hint }];
  });
  const notes = kept.findIndex(({ level }) => level === 'note');
  return {
    findings: kept.toSpliced(notes === -1 ? kept.length : notes, 0, ...faults),
    ignored: findings.length - kept.length,
  };
}

// --- internal ---

interface Comment {
  readonly code: string;
  readonly reason: string;
  readonly file: string;
  /** The line that it is about. */
  readonly target: number;
  readonly line: number;
  readonly column: number;
}

/** Found only where the tables can be read, and the migrations are applied. */
const ABOUT_TABLES: ReadonlySet<string> = new Set([
  ...['C_LOGIC_COLUMN', 'C_LOGIC_TYPE', 'C_COLUMN_REQUIRED', 'C_SECRET_SHOWN', 'C_NO_INDEX'],
  ...['C_POLICY_COLUMN', 'C_POLICY_CASCADE'],
]);

function commentsOf(root: string, file: string): Comment[] {
  const path = join(root, file);
  const source = statPath(path)?.isFile() ? readFileSync(path, 'utf8') : '';
  if (!source.includes('rest-gen-ignore')) return [];
  const lines = source.split('\n');
  const isOwnLine = (line: number): boolean => /^\s*\/\/\s*rest-gen-ignore\b/.test(lines[line - 1] ?? '');
  return (parseSource(source)?.comments ?? []).flatMap(({ type, value, loc }) => {
    const [, code, reason = ''] = /^\s*rest-gen-ignore\b\s*([\w-]*)(.*)$/.exec(value) ?? [];
    if (type !== 'CommentLine' || code === undefined || !loc) return [];
    const { line, column } = loc.start;
    let target = line;
    // Several comments are about the same line.
    while (isOwnLine(target)) target++;
    return [{ code, reason: reason.replace(/^:/, '').trim(), file, target, line, column: column + 1 }];
  });
}

/** The sources of a project: those beside `config`, and in its folders. */
function sourcesBeside(root: string, rulesFile: string | undefined): string[] {
  if (rulesFile === undefined) return [];
  const base = dirname(dirname(rulesFile));
  const list = (folder: string, recursive: boolean): string[] =>
    statPath(join(base, folder))?.isDirectory()
      ? readdirSync(join(base, folder), { recursive }).map((name) => join(base, folder, String(name)))
      : [];
  return [...list('.', false), ...['config', 'controller', 'logic', 'policy'].flatMap((folder) => list(folder, true))]
    .filter((file) => /\.[cm]?[jt]s$/.test(file))
    .map((file) => relative(root, file).replaceAll('\\', '/'));
}
