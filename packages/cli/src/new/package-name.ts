import { builtinModules } from 'node:module';
import { CliError } from '../errors.ts';
import { quote } from '../text.ts';

/** Longest name of a package, in characters: npm's own. */
export const MAX_NAME = 214;

/**
 * Check the name of a new package by npm's rules, and as the name of a directory on every system.
 *
 * @param taken - dependencies of the project: npm refuses a package that depends on its own name
 * @throws {CliError} `E_NAME`, with the reason and the nearest valid name
 */
export function checkPackageName(name: string, taken: readonly string[]): void {
  const fault = faultOf(name, taken);
  if (fault === undefined) return;
  const candidate = name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^[._-]+|[-.]+$/g, '');
  const meant = faultOf(candidate, taken) === undefined ? ` Did you mean ${candidate}?` : '';
  const rule = 'Use lowercase letters, digits, ".", "-" and "_", beginning with a letter or a digit.';
  throw new CliError('E_NAME', `The project name ${quote(name)} ${fault}.`, `${rule}${meant}`);
}

// --- internal ---

const NAME = /^[a-z0-9][a-z0-9._-]*$/;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;
const RESERVED: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico', ...builtinModules]);

function faultOf(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return 'is empty';
  if (!NAME.test(name)) return 'is not valid for a package';
  if (name.endsWith('.')) return 'ends with a dot, which Windows removes';
  if (DEVICE.test(name)) return 'is a device name of Windows';
  if (RESERVED.has(name)) return 'is reserved by Node or npm';
  if (taken.includes(name)) return 'is the name of a dependency of the project';
  return name.length > MAX_NAME ? `has ${name.length} characters; at most ${MAX_NAME} are allowed` : undefined;
}
