// Links between files of the repository → links that work where the text goes.
import { existsSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path/posix';
import { ROOT } from './read-pages.js';

/**
 * Replace the relative links of a text outside of code.
 *
 * @param {string} text
 * @param {string} path - of its file, relative to the root
 * @param {(target: string) => string | undefined} place - where a file is, by its path relative to the root; without an answer the link becomes text
 * @returns {string}
 */
export function rewriteLinks(text, path, place) {
  const rewrite = (whole, label, target) => {
    if (target === undefined || /^(?:[a-z]+:|#)/.test(target)) return whole;
    const [file = '', anchor] = target.split('#');
    const found = place(normalize(join(path, '..', file)));
    return found === undefined ? label : `[${label}](${found}${anchor === undefined ? '' : `#${anchor}`})`;
  };
  return outsideOfBlocks(text, (part) => part.replace(/`[^`\n]*`|\[((?:`[^`\n]*`|[^[\]`])*)\]\(([^)\s]+)\)/g, rewrite));
}

/**
 * Change the parts of a text that are no code blocks.
 *
 * @param {string} text
 * @param {(part: string) => string} change
 */
export function outsideOfBlocks(text, change) {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/**
 * Where a file is in the repository on the web.
 *
 * @param {string | undefined} repository - `https://github.com/<owner>/<name>`
 * @param {string} path
 */
export function linkToRepository(repository, path) {
  if (!existsSync(join(ROOT, path))) throw new Error(`There is no file ${path}`);
  if (repository === undefined) return undefined;
  return `${repository}/${statSync(join(ROOT, path)).isDirectory() ? 'tree' : 'blob'}/main/${path}`;
}
