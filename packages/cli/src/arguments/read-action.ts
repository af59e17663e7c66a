import { CliError } from '../errors.ts';
import { quote } from '../text.ts';
import { isPrototypeName } from './reserved.ts';

/**
 * Check the name of an action of one's own: `archive` for `archiveAction` and `issue#archive`.
 *
 * @throws {CliError} `E_ACTION`
 */
export function readAction(name: string): string {
  const fault = faultOf(name);
  if (fault === undefined) return name;
  const candidate = name
    .replace(/Action$/, '')
    .replace(/[^A-Za-z0-9]+([A-Za-z0-9])?/g, (_, letter = '') => letter.toUpperCase());
  const hint = candidate !== name && faultOf(candidate) === undefined ? ` Did you mean ${candidate}?` : '';
  throw new CliError('E_ACTION', `The action name ${quote(name)} ${fault}.`, `Name what it does: archive.${hint}`);
}

// --- internal ---

/** Actions that have an HTTP method. */
const METHODS: ReadonlySet<string> = new Set(['get', 'query', 'post', 'put', 'patch', 'delete']);

function faultOf(name: string): string | undefined {
  if (METHODS.has(name)) return `is that of an HTTP method, which the base class answers`;
  if (/Action$/.test(name)) return 'has the ending of the method, which is added';
  if (isPrototypeName(name)) return 'is that of a property of every object';
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return 'is not an identifier';
  return name.length > 64 ? `has ${name.length} characters, and may have 64` : undefined;
}
