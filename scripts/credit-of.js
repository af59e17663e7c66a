import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The license of a package that is copied into a bundle, as a comment.
 *
 * @param {string} folder - of the package that depends on it
 * @param {string} name
 */
export function creditOf(folder, name) {
  const directory = join(folder, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return `/*! ${name} ${version}\n\n${readFileSync(join(directory, 'LICENSE'), 'utf8').trim()}\n*/`;
}
