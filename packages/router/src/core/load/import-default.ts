import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isError, lacksImport } from '@rest-gen/model/core';
import { StartError } from '../errors.ts';
import { loadHint } from './load-hint.ts';
import { showPath } from './show-path.ts';

/**
 * Load a file of the user's project, ES module or CommonJS, and return its default export.
 *
 * `import()` gives the copy of a module that the application itself has, under Node, tsx, vitest and Jest; `require()` from here would make a
 * second copy under tsx and vitest.
 *
 * @returns what `export default` or `module.exports` gives; `undefined` when an ES module has no default export
 * @throws {StartError} `E_LOAD` naming the file, with the file's own error as `cause`
 */
export async function importDefault(file: string): Promise<unknown> {
  const { default: exported } = await importFile(file);
  // TypeScript compiled to CommonJS keeps its default export one level deeper.
  if (typeof exported !== 'object' || exported === null || !('__esModule' in exported)) return exported;
  return 'default' in exported ? exported.default : undefined;
}

// --- internal ---

async function importFile(file: string): Promise<{ default?: unknown }> {
  try {
    return await import(/* webpackIgnore: true */ pathToFileURL(file).href);
  } catch (cause) {
    const loaded = requireInstead(cause, file);
    if (loaded) return loaded;
    const reason = isError(cause) ? `${cause.name}: ${reasonOf(cause)}` : String(cause);
    const error = new StartError('E_LOAD', reason, { file: showPath(file), hint: loadHint(cause, file), cause });
    // The stack of the file's own error says where it failed; the stack of this loader does not.
    if (isError(cause) && cause.stack) error.stack = `${error.name}: ${error.message}\n${cause.stack}`;
    throw error;
  }
}

/** Loaders that hook `require` alone (`node -r @swc-node/register`) run TypeScript only there, and that of Jest has no `import()`. */
function requireInstead(cause: unknown, file: string): { default?: unknown } | undefined {
  const require = createRequire(pathToFileURL(file));
  const isUnknown = (cause as { code?: unknown } | null)?.code === 'ERR_UNKNOWN_FILE_EXTENSION';
  const isRequired = isUnknown ? extname(file) in require.extensions : lacksImport(cause);
  return isRequired ? { default: require(file) } : undefined;
}

/** Node adds notes about its own loader after an empty line or before a list. */
function reasonOf({ message }: Error): string {
  return message.split(/\n\s*(?:From |Requir(?:e stack:|ed module:|ing ))/, 1)[0] as string;
}
