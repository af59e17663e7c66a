import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ejs from 'ejs';
import { CliError } from './errors.ts';
import { realPathInside, statPath } from './paths.ts';

/** A template that a project can replace by its own: the names in `templates/`. */
export type Template = (typeof TEMPLATES)[number];

export const TEMPLATES = [
  'rest',
  'controller',
  'action',
  'logic',
  'policy',
  'user',
  'router',
  'model',
  'migration',
  'test',
] as const;

/** The directory with the templates of a project, relative to its root. */
export const OWN_TEMPLATES = 'templates';

/**
 * Fill a template of this package, or the one of the project that replaces it.
 *
 * @param template - its path in `templates/`, without the extension: `controller`, `new/app`
 * @param values - checked names and complete pieces of code, which are inserted as they are
 * @param root - absolute path of the project; without it only the templates of this package are used
 * @throws {CliError} `E_TEMPLATE` when the template of the project fails; `E_OUTSIDE`
 */
export function render(template: string, values: Readonly<Record<string, unknown>>, root?: string): string {
  const own = root === undefined ? undefined : findOwn(root, template);
  const file = own ?? templateFile(template);
  // Lines of generated files end with LF on each system, so they can be compared, and added to other files.
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  try {
    return ejs.render(text, { ...values }, { filename: file, escape: String, cache: false });
  } catch (cause) {
    if (own === undefined) throw cause;
    throw templateError(`${OWN_TEMPLATES}/${template}.ejs`, cause as Error);
  }
}

/** The file of a template of this package, absolute. */
export function templateFile(template: string): string {
  return fileURLToPath(new URL(`../templates/${template}.ejs`, import.meta.url));
}

/** Write text as a string literal of JavaScript in single quotes. */
export function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Write a name as the key of an object: `post`, `'order-items'`. */
export function keyOf(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : literal(name);
}

// --- internal ---

function findOwn(root: string, template: string): string | undefined {
  const path = `${OWN_TEMPLATES}/${template}.ejs`;
  if (statPath(join(root, path), 'the link itself') === undefined) return undefined;
  const file = realPathInside(root, path);
  return statPath(file)?.isFile() ? file : undefined;
}

/** @param cause - of ejs: its message begins with file and line, and ends with what went wrong */
function templateError(path: string, cause: Error): CliError {
  const line = /^\S.*\.ejs:(\d+)\n/.exec(cause.message)?.[1];
  const reason = cause.message
    .trim()
    .split(/\n\n/)
    .at(line === undefined ? 0 : -1) as string;
  return new CliError(
    'E_TEMPLATE',
    `The template ${line === undefined ? path : `${path}:${line}`} failed: ${reason.replace(/ in \S+\.ejs while compiling ejs$/, '')}.`,
    'Fix it, or delete the file to use the default template.',
    { cause },
  );
}
