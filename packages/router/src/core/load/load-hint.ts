import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '@rest-gen/logic/common';
import { isError } from '@rest-gen/model/core';
import { showPath } from './show-path.ts';

/** Say how to fix a file that could not be loaded. */
export function loadHint(cause: unknown, file: string): string {
  const { code, hint, message } = (cause ?? {}) as { code?: unknown; hint?: unknown; message?: unknown };
  // Errors of this package and of the model bring a better hint.
  if (typeof hint === 'string') return hint;
  switch (code) {
    case 'ERR_UNKNOWN_FILE_EXTENSION':
      return 'This Node does not run TypeScript: start with tsx (npm install --save-dev tsx, npx tsx src/app.ts), or compile the project and start dist/.';
    case 'ERR_MODULE_NOT_FOUND':
    case 'ERR_UNSUPPORTED_DIR_IMPORT':
    case 'MODULE_NOT_FOUND':
      return missingModule(String(message), file);
    default:
      return isError(cause) ? mistakeIn(cause, file) : 'Fix the file: it throws a value that is not an error.';
  }
}

/**
 * Say how to fix an import that finds nothing: the file or package of a similar name, or the command that writes it.
 *
 * @param message - Node's, of ES modules or CommonJS
 * @param file - that was loaded; the import may stand in another one
 */
export function missingModule(message: string, file: string): string {
  const asked = /'([^']+)'/.exec(message)?.[1];
  if (asked === undefined) return 'Check the import.';
  const importer = /imported from (.+)$/m.exec(message)?.[1] ?? /^- (.+)$/m.exec(message)?.[1] ?? file;
  if (/^(?:\.|\/|[A-Za-z]:|file:)/.test(asked)) return missingFile(toPath(asked, importer), importer);
  return missingPackage(asked);
}

// --- internal ---

function mistakeIn({ name, message, stack = '' }: Error, file: string): string {
  const asked = /^The requested module '(.+)' does not provide an export named '(.+)'/.exec(message);
  if (asked) {
    const [, from, word] = asked;
    if (word === 'default')
      return `Write export default in '${from}', or import what it exports: import { … } from '${from}'.`;
    return `Correct the name; for the default export of that file write: import ${word} from '${from}'.`;
  }
  if (/^(?:module|exports|require) is not defined in ES module scope/.test(message)) {
    return 'Write import and export default, or name the file .cjs.';
  }
  if (name === 'SyntaxError') {
    return `Run \`${/\.[cm]?ts$/.test(file) ? 'npx tsc --noEmit' : `node ${showPath(file)}`}\` to see the place.`;
  }
  const place = placeIn(stack);
  return place === undefined ? 'Fix the file.' : `It was thrown at ${place}.`;
}

/** The innermost frame of a stack that is in a file of the project: `src/logic/post.js:3:7`. */
function placeIn(stack: string): string | undefined {
  for (const line of stack.split('\n')) {
    const [, path, position] = /^ +at (?:.* \(|async )?((?:file:\/\/)?[^()]+?)(:\d+:\d+)\)?$/.exec(line) ?? [];
    if (path === undefined || path.startsWith('node:') || /[\\/]node_modules[\\/]/.test(path)) continue;
    return `${showPath(path.startsWith('file:') ? fileURLToPath(path) : path)}${position}`;
  }
  return undefined;
}

const OURS = ['inspect', 'logic', 'model', 'openapi', 'router', 'server'].map((name) => `@rest-gen/${name}`);
const EXTENSIONS = ['.js', '.ts', '.mjs', '.cjs', '.mts', '.cts'];

function toPath(asked: string, importer: string): string {
  return asked.startsWith('file:') ? fileURLToPath(asked) : resolve(dirname(importer), asked);
}

function missingPackage(asked: string): string {
  const name = /^(?:@[\w.~-]+\/)?[\w.~-]+/.exec(asked)?.[0];
  if (name === undefined || name.startsWith('#')) return 'Check the import.';
  const meant = OURS.includes(name) ? undefined : nearest(name, OURS);
  return meant === undefined ? `Install it: npm install ${name}` : `Did you mean "${meant}"?`;
}

function missingFile(path: string, importer: string): string {
  const place = /.*[\\/](controller|logic)[\\/](.+?)(?:\.[cm]?[jt]s)?$/.exec(path);
  const name = place?.[2]?.split(sep).join('/') ?? '';
  const isBase = place?.[1] === 'controller' && basename(name) === 'rest';
  return (
    extended(path, importer) ??
    (isBase ? missingBase(path, importer) : similar(path, importer)) ??
    (name === ''
      ? 'Check the path: there is no such file.'
      : `Write it with: npx rest-gen ${commandFor(place?.[1], name)}`)
  );
}

/** The file exists with another extension, or with one. */
function extended(path: string, importer: string): string | undefined {
  const extension = extname(path);
  const source = path.replace(/\.([cm]?)js$/, '.$1ts');
  // An import of `./rest.js` beside `rest.ts` is right for compilers and wrong for a Node that runs the source.
  if (source !== path && existsSync(source)) {
    return `${showPath(source)} is there: run the compiled files, start with tsx, or import '${specifier(source, importer)}'.`;
  }
  const found = [path, join(path, 'index')].flatMap((stem) => EXTENSIONS.map((one) => stem + one)).find(existsSync);
  if (EXTENSIONS.includes(extension) || found === undefined) return undefined;
  return `${showPath(found)} is there: write its whole name, '${specifier(found, importer)}'.`;
}

function commandFor(directory: string | undefined, name: string): string {
  return directory === 'logic' ? `logic ${name}` : `controller ${name} -r`;
}

/** The base class of all REST controllers is one, for all versions. */
function missingBase(path: string, importer: string): string {
  for (let above = dirname(path); basename(above) !== 'controller'; ) {
    above = dirname(above);
    const found = EXTENSIONS.map((one) => join(above, `rest${one}`)).find(existsSync);
    if (found) return `The base class is ${showPath(found)}: import it from '${specifier(found, importer)}'.`;
  }
  const own = /.*[\\/]controller[\\/](.+)\.[cm]?[jt]s$/.exec(importer)?.[1]?.split(sep).join('/') ?? 'post';
  return `Write the base class with: npx rest-gen controller ${own} -r --skip (what is there stays as it is).`;
}

/** A file of nearly this name. */
function similar(path: string, importer: string): string | undefined {
  const directory = dirname(path);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const meant = nearest(basename(path), names);
  return meant === undefined ? undefined : `Did you mean '${specifier(join(directory, meant), importer)}'?`;
}

function specifier(path: string, importer: string): string {
  const shown = relative(dirname(importer), path).split(sep).join('/');
  return shown.startsWith('.') ? shown : `./${shown}`;
}
