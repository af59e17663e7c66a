// Which pages the site has, and where: docs/README.md says it.
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/');
export const INDEX = 'docs/README.md';

/**
 * A page of the site.
 *
 * @typedef {object} Page
 * @property {string} path - of its Markdown, relative to the root: `docs/models.md`
 * @property {string} name - its address without the base: `models`
 * @property {string} title - its first heading
 * @property {string} text - its Markdown
 */

/**
 * A part of the sidebar, in the form that VitePress takes.
 *
 * @typedef {object} SidebarItem
 * @property {string} text
 * @property {string} [link] - `/models`
 * @property {SidebarItem[]} [items]
 * @property {boolean} [collapsed]
 */

/**
 * Read the index, and the pages that it links to.
 *
 * @returns {{ pages: Page[], sidebar: SidebarItem[] }} pages in the order of the sidebar, the index first
 */
export function readPages() {
  const sections = readSections(readFileSync(join(ROOT, INDEX), 'utf8'));
  const placed = new Set();
  // A how-to links into pages of the reference: a page belongs to the section about whole pages, if there is one.
  for (const section of [...sections.filter(({ isHowTo }) => !isHowTo), ...sections.filter(({ isHowTo }) => isHowTo)]) {
    for (const group of section.groups) {
      group.paths = group.paths.filter((path) => !placed.has(path) && placed.add(path));
    }
  }
  const pages = new Map(
    [INDEX, ...sections.flatMap(({ groups }) => groups.flatMap(({ paths }) => paths))].map(readPage),
  );
  const sidebar = sections.map(({ text, groups }) => {
    const filled = groups.filter(({ paths }) => paths.length > 0);
    const items = filled.flatMap((group) => {
      const links = group.paths.map((path) => linkTo(pages.get(path)));
      return group.text === '' ? links : [{ text: group.text, items: links, collapsed: false }];
    });
    return { text, items };
  });
  return { pages: [...pages.values()], sidebar };
}

// --- internal ---

/** @typedef {{ text: string, isHowTo: boolean, groups: { text: string, paths: string[] }[] }} Section */

const LINK = /\]\(([\w./-]+\.md)(?:#[\w-]+)?\)/g;
const PAGE = /\]\(([\w./-]+\.md)\)/g;

/**
 * `## Reference` with its lines; a row of a table, or a table with a title, is a group.
 *
 * @param {string} index
 * @returns {Section[]}
 */
function readSections(index) {
  return index
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [text = '', ...lines] = section.split('\n');
      const isHowTo = text.startsWith('How');
      const groups = [{ text: '', paths: [] }];
      for (const line of lines) {
        const [, cell = ''] = /^\| ?([^|[]*?) ?\|/.exec(line) ?? [];
        const isTitle = isHowTo ? /^\| [^|]+ \| \|$/.test(line) : cell !== '' && !cell.startsWith('-');
        if (isTitle) groups.push({ text: capitalize(cell), paths: [] });
        // A link to a heading of a page does not make the page a part of the reference.
        groups.at(-1).paths.push(...readTargets(line, isHowTo ? LINK : PAGE));
      }
      return { text: isHowTo ? 'How-to guides' : text, isHowTo, groups };
    });
}

/** @param {string} line @param {RegExp} link @returns {string[]} the Markdown files that it links to, relative to the root */
function readTargets(line, link) {
  return [...line.matchAll(link)].map(([, path = '']) => normalize(join('docs', path)));
}

/** @param {string} path @returns {[string, Page]} */
function readPage(path) {
  if (!existsSync(join(ROOT, path))) throw new Error(`${INDEX} links to ${path}, which does not exist`);
  const text = readFileSync(join(ROOT, path), 'utf8');
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  return [path, { path, name: nameOf(path), title: title.replaceAll('`', ''), text }];
}

/** @param {string} path - `docs/models.md` → `models`, `bench/README.md` → `bench`, `THREAT_MODEL.md` → `threat-model` */
function nameOf(path) {
  if (path === INDEX) return 'documentation';
  return path
    .replace(/^docs\//, '')
    .replace(/\/README\.md$|\.md$/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}

/** @param {Page} page */
function linkTo({ title, name }) {
  return { text: title, link: `/${name}` };
}

/** @param {string} text */
function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
