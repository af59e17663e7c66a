import { createRequire } from 'node:module';
import { StartError } from '../errors.ts';
import { showPath } from './show-path.ts';
import { wayOut } from './way-out.ts';

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
    const reason = cause instanceof Error ? `${cause.name}: ${reasonOf(cause)}` : String(cause);
    const error = new StartError('E_LOAD', reason, { file: showPath(file), hint: wayOut(cause, file), cause });
    // The file's own error is what people have to see first; the stack of our loader tells them nothing.
    if (cause instanceof Error && cause.stack) error.stack = `${error.name}: ${error.message}\n${cause.stack}`;
    throw error;
  }
}

/** Behind an empty line or a list Node tells of its own loader. */
function reasonOf({ message }: Error): string {
  return message.split(/\n\s*(?:From |Requir(?:e stack:|ed module:|ing ))/, 1)[0] as string;
}

function isModuleNamespace(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Module]';
}
