import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { realPathInside, statPath } from '../paths.ts';
import type { Project } from '../project/project.ts';
import { render, type Template } from '../render.ts';
import { addRule, type Rule, ruleText } from './router-file.ts';

/** A file to create. */
export interface PlannedFile {
  /** Relative to the root, with `/`: `src/controller/post.ts`. */
  readonly path: string;
  readonly template: Template | `auth/${string}`;
  readonly values: Readonly<Record<string, unknown>>;
  /**
   * The treatment of an existing file: with `own` it must be the same, with `once` it belongs to the user and is never
   * changed, with `rule` only the rule in it matters.
   */
  readonly policy: 'own' | 'once' | 'rule';
  /** The rules of a file with the policy `rule`. */
  readonly rules?: readonly Rule[];
}

/** A file to create, with its text. */
export interface RenderedFile extends Partial<PlannedFile> {
  readonly path: string;
  readonly contents: string;
}

/**
 * The result for a file. `create`, `overwrite`, `update` (a file that was generated before) and `route` are written,
 * except a `route` that the user has to add. For `destroy`, `remove` is a file or a rule that is deleted, and `changed`
 * one that stays.
 */
export type Status =
  | 'create'
  | 'identical'
  | 'exists'
  | 'route'
  | 'overwrite'
  | 'update'
  | 'skip'
  | 'conflict'
  | 'remove'
  | 'changed';

/** A planned file, compared with the disk. */
export interface ComparedFile {
  readonly path: string;
  readonly status: Status;
  /** The obstacle, if the status does not say it. */
  readonly reason?: string;
  /** The rule that the file has, or should get; several are separated by commas. */
  readonly rule?: string;
  /** The user has to add the rule. */
  readonly byHand?: boolean;
  /** The text on the disk and the planned text; only if they differ. */
  readonly before?: string;
  readonly after?: string;
  /** Absolute path, symbolic links resolved. */
  readonly target: string;
  /** Directories that `remove` leaves empty are deleted up to this one. */
  readonly keep?: string;
}

/** The treatment of an existing file that differs. By default it is a conflict. */
export type OnConflict = 'force' | 'skip' | undefined;

/** Render planned files and compare them with the disk. Writes nothing. */
export function comparePlanned(
  { root }: Project,
  planned: readonly PlannedFile[],
  onConflict?: OnConflict,
): ComparedFile[] {
  return planned.map((file) => {
    const isNew = file.policy === 'own' || !statPath(join(root, file.path));
    const contents = isNew ? render(file.template, file.values, root) : '';
    return compareFile(root, { ...file, contents }, onConflict);
  });
}

/**
 * Compare a rendered file with the disk. Writes nothing.
 *
 * @param root - absolute path of the project
 * @throws {CliError} `E_OUTSIDE`
 */
export function compareFile(root: string, file: RenderedFile, onConflict?: OnConflict): ComparedFile {
  const { path, contents, policy, rules } = file;
  if (policy === 'once' && statPath(join(root, path))) return { path, status: 'exists', target: join(root, path) };
  const target = realPathInside(root, path);
  const rule = rules === undefined ? {} : { rule: ruleTexts(rules) };
  const before = readText(target);
  if (typeof before !== 'string') {
    const obstacle = before.isAbsent ? findObstacle(root, path) : undefined;
    if (before.isAbsent && obstacle === undefined) return { path, status: 'create', ...rule, after: contents, target };
    // There is something else in its place, which --force must not overwrite.
    const reason = before.isAbsent ? `${obstacle} exists` : 'the existing file is not text';
    return { path, status: onConflict === 'skip' ? 'skip' : 'conflict', reason, target };
  }
  if (rules !== undefined) return { path, target, ...compareRules(before, rules) };
  if (before.replaceAll('\r\n', '\n') === contents.replaceAll('\r\n', '\n'))
    return { path, status: 'identical', target };
  const status = onConflict === undefined ? 'conflict' : onConflict === 'force' ? 'overwrite' : 'skip';
  return { path, status, before, after: contents, target };
}

/** Print the rule instead of adding it, for `--no-route`. */
export function leaveRoute(file: ComparedFile): ComparedFile {
  if (file.rule === undefined || file.status === 'identical') return file;
  const { before: _before, after: _after, ...rest } = file;
  return { ...rest, status: 'route', byHand: true };
}

// --- internal ---

/** Add one rule after another to the text. */
function compareRules(before: string, rules: readonly Rule[]): Omit<ComparedFile, 'path' | 'target'> {
  const missing: Rule[] = [];
  let after = before;
  for (const rule of rules) {
    const added = addRule(after, rule);
    if (added !== 'present') missing.push(rule);
    if (typeof added !== 'string') after = added.source;
  }
  if (missing.length === 0) return { status: 'identical', rule: ruleTexts(rules) };
  const rule = ruleTexts(missing);
  return after === before ? { status: 'route', rule, byHand: true } : { status: 'route', rule, before, after };
}

function ruleTexts(rules: readonly Rule[]): string {
  return rules.map((rule) => ruleText(rule)).join(', ');
}

function readText(target: string): string | { readonly isAbsent: boolean } {
  const entry = statPath(target);
  if (!entry?.isFile()) return { isAbsent: entry === undefined };
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(target));
  } catch {
    return { isAbsent: false };
  }
}

/**
 * Find what prevents a new file: a file instead of a directory, a name in other case (the same file on macOS and
 * Windows), or another extension.
 */
function findObstacle(root: string, path: string): string | undefined {
  const parts = path.split('/');
  const name = parts.pop() as string;
  let directory = '';
  for (const part of parts) {
    const entries = list(posix.join(root, directory));
    const found = entries.includes(part) ? part : entries.find((entry) => entry.toLowerCase() === part.toLowerCase());
    if (found === undefined) return undefined;
    const here = posix.join(directory, found);
    if (found !== part || !statPath(posix.join(root, here))?.isDirectory()) return here;
    directory = here;
  }
  const obstacle = list(posix.join(root, directory)).find((entry) => SOURCE.test(entry) && stem(entry) === stem(name));
  return obstacle && posix.join(directory, obstacle);
}

const SOURCE = /\.[cm]?[jt]sx?$/;

function stem(name: string): string {
  return name.replace(SOURCE, '').toLowerCase();
}

function list(directory: string): string[] {
  return statPath(directory)?.isDirectory() ? readdirSync(directory) : [];
}
