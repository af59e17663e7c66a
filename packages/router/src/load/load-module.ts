import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, relative, sep } from 'node:path';
import { StartError } from '../errors.ts';

/**
 * Load a file of the user's project, ES module or CommonJS, and give its default export.
 *
 * @returns what `export default` or `module.exports` gives; `undefined` when an ES module has no default export
 * @throws {StartError} `E_LOAD` naming the file, with the file's own error as `cause`
 */
export function loadDefault(file: string): unknown {
  const exported = requireFile(file);
  if (typeof exported === 'object' && exported !== null) {
    if ('default' in exported) return unwrap(exported.default);
    if (isModuleNamespace(exported)) return undefined;
  }
  return exported;
}

/** A path as it is shown to people: relative to the working directory, with forward slashes. */
export function showPath(file: string): string {
  const shown = relative(process.cwd(), file);
  return (shown === '' ? '.' : shown.startsWith('..') ? file : shown).split(sep).join('/');
}

// --- internal ---

/** An ES module that passes on a CommonJS one compiled from TypeScript has the export one level deeper. */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('__esModule' in value) || !('default' in value)) return value;
  return value.default;
}

const require = createRequire(import.meta.url);

function requireFile(file: string): unknown {
  try {
    return require(file);
  } catch (cause) {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    const error = new StartError('E_LOAD', reason, { file: showPath(file), hint: wayOut(cause, file), cause });
    // The file's own error is what people have to see first; the stack of our loader tells them nothing.
    if (cause instanceof Error && cause.stack) error.stack = `${error.name}: ${error.message}\n${cause.stack}`;
    throw error;
  }
}

function wayOut(cause: unknown, file: string): string {
  const { code, hint, message } = (cause ?? {}) as { code?: unknown; hint?: unknown; message?: unknown };
  // An error of ours or of the model's knows better.
  if (typeof hint === 'string') return hint;
  switch (code) {
    case 'ERR_REQUIRE_ASYNC_MODULE':
      return 'Files of the convention are loaded synchronously: move the top-level await into a function.';
    case 'ERR_REQUIRE_CYCLE_MODULE':
      return 'The file imports the one that calls createRestRouter(): break that circle.';
    case 'ERR_MODULE_NOT_FOUND':
    case 'MODULE_NOT_FOUND':
      return missingModule(String(message));
    default:
      // Node does not say where the mistake in an ES module is when it is loaded in this way.
      return cause instanceof SyntaxError
        ? `Run \`node ${showPath(file)}\` to see the place.`
        : 'Mend the file; its own error follows.';
  }
}

/** An import of `./rest.js` beside `rest.ts` is right for compilers and wrong for a Node that runs the source. */
function missingModule(message: string): string {
  const path = /'([^']+)\.([cm]?)js'/.exec(message);
  const source = path && `${path[1]}.${path[2]}ts`;
  if (!source || !existsSync(source)) return 'Check the import, or install the package that it names.';
  return `${showPath(source)} is there: run the compiled files, start with tsx, or import './${basename(source)}'.`;
}

function isModuleNamespace(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Module]';
}
