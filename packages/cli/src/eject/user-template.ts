import { readdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { entryAt } from '../entry.ts';
import { CliError } from '../errors.ts';
import { realPathInside } from '../inside.ts';
import type { Template } from '../render.ts';
import { sentence } from '../sentence.ts';

/** Where the templates of a project are, relative to its root. */
export const TEMPLATES = '.rest-gen/templates';

/** The first line of an ejected template: the version that it comes from, and the values that it was written for. */
export const SIGNATURE: RegExp = /^\/\/ rest-gen (\S+), values: ([\w ]*)\r?\n/;

/** The file of an ejected template, relative to the root. */
export function templatePath(template: Template): string {
  return `${TEMPLATES}/${template}.mjs`;
}

/**
 * Fill the template of a project, where it has one.
 *
 * @returns lines; undefined where the project has none of its own
 * @throws {CliError} `E_TEMPLATE`, with file and line where they are known; `E_OUTSIDE`
 */
export async function fillUserTemplate(
  root: string,
  template: Template,
  values: Readonly<Record<string, unknown>>,
): Promise<string[] | undefined> {
  const path = templatePath(template);
  if (entryAt(join(root, path), 'the link itself') === undefined) return undefined;
  const file = realPathInside(root, path);
  const entry = entryAt(file) as Stats;
  const lines = await attempt(root, path, async () => {
    // A program that runs several commands sees what was edited between them.
    const url = `${pathToFileURL(file).href}?${entry.mtimeMs}-${entry.size}`;
    const write = ((await import(url)) as Record<string, unknown>)[template];
    if (typeof write !== 'function') throw new TypeError(`it exports no function ${template}`);
    return (await write(values)) as unknown;
  });
  if (isLines(lines)) return lines;
  throw refuse(path, `gives ${describe(lines)} instead of a list of lines`, 'Return a list of texts, one a line.');
}

/** Say which templates of a project were ejected for other values than they get now, as remarks. */
export function templateNotes(root: string, templates: ReadonlyMap<Template, string>): string[] {
  return [...templates].flatMap(([template, now]) => {
    const path = templatePath(template);
    const file = join(root, path);
    if (!entryAt(file)?.isFile()) return [];
    const [, version, then] = SIGNATURE.exec(readFileSync(file, 'utf8')) ?? [];
    if (then === undefined || then === now) return [];
    const differences = [...difference('new', now, then), ...difference('gone', then, now)].join('; ');
    return [`${path} is from rest-gen ${version}, and its values have changed since: ${differences}.`];
  });
}

// --- internal ---

async function attempt<T>(root: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    throw refuse(
      (await placeOf(root, cause)) ?? path,
      `cannot be used: ${text}`,
      'Mend it there, or remove the file.',
      cause,
    );
  }
}

function refuse(place: string, fault: string, wayOut: string, cause?: unknown): CliError {
  return new CliError('E_TEMPLATE', sentence(`The template ${place} ${fault}`), wayOut, { cause });
}

/** The innermost line of a template that an error comes from: `.rest-gen/templates/controller.mjs:12`. */
async function placeOf(root: string, cause: unknown): Promise<string | undefined> {
  const text = cause instanceof SyntaxError ? await checkSyntax(root) : cause instanceof Error ? cause.stack : '';
  const [, name, line] = FRAME.exec(text ?? '') ?? [];
  return name === undefined ? undefined : `${TEMPLATES}/${name}:${line}`;
}

/** What Node says about the first template that is no JavaScript: the error of an import does not tell where it is. */
async function checkSyntax(root: string): Promise<string> {
  const { spawnSync } = await import('node:child_process');
  const directory = join(root, TEMPLATES);
  for (const name of readdirSync(directory).filter((one) => one.endsWith('.mjs'))) {
    const checked = spawnSync(process.execPath, ['--check', join(directory, name)], { encoding: 'utf8' });
    if (checked.status !== 0) return checked.stderr.replaceAll('\\', '/');
  }
  return '';
}

const FRAME = /\.rest-gen\/templates\/([^/\s?:]+)(?:\?[^\s:)]*)?:(\d+)/;

function isLines(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((line) => typeof line === 'string');
}

function describe(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? 'null' : typeof value;
  const index = value.findIndex((line) => typeof line !== 'string');
  return `a list whose element ${index} is ${value[index] === null ? 'null' : typeof value[index]}`;
}

function difference(word: string, these: string, those: string): string[] {
  const names = these.split(' ').filter((name) => !those.split(' ').includes(name));
  return names.length > 0 ? [`${word}: ${names.join(', ')}`] : [];
}
