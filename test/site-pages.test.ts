import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { listFiles, ROOT } from './workspace.ts';

interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

interface Page {
  readonly path: string;
  readonly name: string;
}

const load = (file: string) => import(pathToFileURL(`${ROOT}/site/${file}`).href);
const { readPages } = await load('read-pages.js');
const { rewriteLinks } = await load('rewrite-links.js');
const { pages, sidebar } = readPages() as { pages: Page[]; sidebar: SidebarItem[] };

describe('pages of the site', () => {
  it('are in four parts, as in docs/README.md', () =>
    expect(sidebar.map(({ text }) => text)).to.eql(['Tutorial', 'How-to guides', 'Reference', 'Explanation']));

  it('are all pages of docs, each in one place', () => {
    const linked = sidebar.flatMap(linksOf);
    const names = new Map(pages.map(({ name, path }) => [`/${name}`, path]));
    const docs = listFiles('docs').filter((file) => file.endsWith('.md') && file !== 'docs/README.md');
    const placed = linked.map((link) => names.get(link) ?? link);
    expect(placed).to.include.members(docs);
    expect(placed).to.eql([...new Set(placed)]);
  });

  it('have an address of their own', () => {
    const names = pages.map(({ name }) => name);
    expect(names).to.eql([...new Set(names)]);
    expect(names).not.to.include('index');
  });
});

describe('links of the site', () => {
  const place = (path: string) => (path === 'docs/models.md' ? '/models' : undefined);
  const rows: [string, string][] = [
    ['[a](models.md)', '[a](/models)'],
    ['[`a`](models.md#sql) and [b](./models.md)', '[`a`](/models#sql) and [b](/models)'],
    ['[of two\nlines](models.md)', '[of two\nlines](/models)'],
    ['[a](../examples/blog)', 'a'],
    ['[a](https://example.com/models.md), [b](#sql)', '[a](https://example.com/models.md), [b](#sql)'],
    ['`[a](models.md)`', '`[a](models.md)`'],
    ['```md\n[a](models.md)\n```', '```md\n[a](models.md)\n```'],
  ];
  for (const [text, expected] of rows) {
    it(`${text} becomes ${expected}`, () => expect(rewriteLinks(text, 'docs/rules.md', place)).to.equal(expected));
  }
});

// --- internal ---

function linksOf({ link, items = [] }: SidebarItem): string[] {
  return [...(link === undefined ? [] : [link]), ...items.flatMap(linksOf)];
}
