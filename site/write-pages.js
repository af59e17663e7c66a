// The pages of docs/ as VitePress takes them, and as Markdown for programs.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path/posix';
import process from 'node:process';
import { ROOT, readPages } from './read-pages.js';
import { linkToRepository, rewriteLinks } from './rewrite-links.js';
import { toJavaScript } from './to-javascript.js';

/** Generated: what VitePress builds. */
export const PAGES = join(ROOT, 'site/pages');

/** Write every page to {@link PAGES}, with each TypeScript block as JavaScript too. */
export async function writePages() {
  const { pages } = readPages();
  const place = placeOf(pages, ({ name }) => `/${name}`, '/images/');
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(join(PAGES, 'public'), { recursive: true });
  for (const image of ['docs/images/terminal.svg', ...pages.flatMap(imagesOf)]) {
    cpSync(join(ROOT, image), join(PAGES, 'public/images', nameOfImage(image)));
  }
  cpSync(join(ROOT, 'site/index.md'), join(PAGES, 'index.md'));
  for (const { name, path, text } of pages) {
    writeFileSync(join(PAGES, `${name}.md`), await addJavaScript(rewriteLinks(text, path, place), path));
  }
}

/**
 * Write the Markdown of each page, `llms.txt` and `llms-full.txt`.
 *
 * @param {string} folder - the built site
 */
export function writeMarkdown(folder) {
  const { pages } = readPages();
  const place = placeOf(pages, ({ name }) => `${name}.md`, 'images/');
  const texts = pages.map(({ path, text }) => rewriteLinks(text, path, place));
  for (const [index, { name }] of pages.entries()) writeFileSync(join(folder, `${name}.md`), texts[index]);
  writeFileSync(join(folder, 'llms-full.txt'), texts.join('\n---\n\n'));
  writeFileSync(
    join(folder, 'llms.txt'),
    rewriteLinks(readFileSync(join(ROOT, 'llms.txt'), 'utf8'), 'llms.txt', place),
  );
}

/**
 * Put the JavaScript of each TypeScript block after it, with a switch.
 *
 * @param {string} text
 * @param {string} path - for errors
 */
export async function addJavaScript(text, path) {
  const parts = text.split(/^```(tsx?)\n([\s\S]*?)^```$/m);
  for (let index = 1; index < parts.length; index += 3) {
    const [language, code] = [parts[index], parts[index + 1]];
    const shown = await toJavaScript(code, language).catch((cause) => {
      throw new Error(`${path}: ${cause.message}`, { cause });
    });
    const javaScript = shown.trim() === '' ? '// Types only: JavaScript does not need this file.\n' : shown;
    parts.splice(
      index,
      2,
      `${block('ts', language, code)}\n\n${block('js', language.replace('t', 'j'), javaScript)}`,
      '',
    );
  }
  return parts.join('');
}

/** Remove the JavaScript that {@link addJavaScript} added. */
export function withoutJavaScript(text) {
  return text.replace(/<!--js-->[\s\S]*?<!--\/js-->/g, '');
}

// --- internal ---

/** Each block has the switch that shows its own state, so that the style alone decides what is visible. */
function block(shown, language, code) {
  const button = (value, label) =>
    `<button type="button" data-code="${value}" aria-pressed="${value === shown}">${label}</button>`;
  const group = `<div class="code-switch" role="group" aria-label="Language of the code">${button('ts', 'TypeScript')}${button('js', 'JavaScript')}</div>`;
  const html = `<div class="code-as-${shown}">${group}\n\n\`\`\`${language}\n${code}\`\`\`\n\n</div>`;
  return shown === 'js' ? `<!--js-->${html}<!--/js-->` : html;
}

/** @param {import('./read-pages.js').Page} page */
function imagesOf({ path, text }) {
  return [...text.matchAll(/\]\(([\w./-]+\.(?:png|svg))\)/g)].map(([, image = '']) =>
    normalize(join(path, '..', image)),
  );
}

/** @param {string} path - `docs/images/a.png` → `a.png`, `bench/http/b.svg` → `bench/http/b.svg` */
function nameOfImage(path) {
  return path.replace(/^docs\/images\//, '');
}

/**
 * @param {import('./read-pages.js').Page[]} pages
 * @param {(page: import('./read-pages.js').Page) => string} address
 * @param {string} images - where they are
 */
function placeOf(pages, address, images) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return (/** @type {string} */ path) => {
    const page = byPath.get(path);
    if (page !== undefined) return address(page);
    if (/\.(?:png|svg)$/.test(path)) return images + nameOfImage(path);
    return linkToRepository(process.env.REST_GEN_REPOSITORY, path);
  };
}
