import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import express from 'express';
import { describeInBrowser, openPage, type Visit } from '../../packages/openapi/test/docs/open-page.ts';

const SITE = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(SITE, 'dist');
/** As on GitHub Pages. */
const BASE = '/rest-gen/';
const REPOSITORY = 'https://github.com/example/rest-gen';
const LOW_CONTRAST = readFileSync(new URL('./low-contrast.js', import.meta.url), 'utf8');

const { findDeadLinks } = await import(new URL('../check-links.js', import.meta.url).href);
const { readPages } = await import(new URL('../read-pages.js', import.meta.url).href);
const names = (readPages() as { pages: { name: string }[] }).pages.map(({ name }) => name);

describe('the documentation site', function () {
  this.timeout(300_000);
  let server: Server;
  let origin: string;
  before(async () => {
    const env = { ...process.env, SITE_BASE: BASE, REST_GEN_REPOSITORY: REPOSITORY };
    execFileSync(process.execPath, [join(SITE, 'build.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    server = express()
      .use(BASE, express.static(DIST, { extensions: ['html'] }))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server?.close());

  describe('files', () => {
    it('have a page and its Markdown for each page of docs', () =>
      expect(readdirSync(DIST)).to.include.members(names.flatMap((name) => [`${name}.html`, `${name}.md`])));

    it('lead from llms.txt to Markdown that exists', () => {
      const links = [...read('llms.txt').matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link);
      const own = links.filter((link) => !link.startsWith(REPOSITORY));
      expect(own).to.include.members(['getting-started.md', 'architecture.md']);
      expect(readdirSync(DIST)).to.include.members(own);
    });

    it('have all pages in llms-full.txt', () => {
      const text = read('llms-full.txt');
      for (const name of names) expect(text.includes(read(`${name}.md`)), name).to.equal(true);
    });

    it('link to files of the repository at its address', () =>
      expect(read('frameworks.html')).to.include(`href="${REPOSITORY}/tree/main/examples/tracker"`));
  });

  it('reports dead links', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rest-gen-links-'));
    const links = ['/base/a', '/base/a#b', '/base/c.md', 'https://example.com/', '/base/a#gone', '/base/gone', '/a'];
    writeFileSync(join(folder, 'a.html'), `<p id="b">${links.map((link) => `<a href="${link}"></a>`).join('')}</p>`);
    writeFileSync(join(folder, 'c.md'), '');
    expect(findDeadLinks(folder, '/base/')).to.eql(['a → /base/a#gone', 'a → /base/gone', 'a → /a']);
    rmSync(folder, { recursive: true });
  });

  describeInBrowser('in a browser', (opened) => {
    let visit: Visit;
    const open = async (name: string, options = {}) => {
      visit = await openPage(opened.browser, `${origin}${BASE}${name}`, {
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      return visit.page;
    };
    afterEach(async () => {
      await visit.close();
      expect(visit.complaints).to.eql([]);
      expect(visit.foreign).to.eql([]);
    });

    it('finds a page', async () => {
      const page = await open('models');
      const search = page.locator('.search-input');
      // A key that is pressed before the page runs its script is lost.
      while (!(await search.isVisible())) {
        await page.keyboard.press('Control+k');
        await search.waitFor({ timeout: 1_000 }).catch(() => {});
      }
      await search.fill('keyset pagination');
      await page.locator('.results a').first().click();
      await page.waitForURL('**#keyset-pagination');
      await page.locator('#keyset-pagination').waitFor();
    });

    it('shows JavaScript on all pages, once it was chosen', async () => {
      const page = await open('adapters');
      const types = page.getByText('kyselyClient<DB>(db: Kysely<DB>');
      const plain = page.getByText('kyselyClient(db, dialect)');
      await types.waitFor();
      expect(await plain.isVisible()).to.equal(false);
      const button = page.locator('.code-as-ts [data-code=js]').nth(3);
      await button.scrollIntoViewIfNeeded();
      const place = await button.boundingBox();
      await button.click();
      await plain.waitFor();
      expect(await types.isVisible()).to.equal(false);
      // The block that was clicked stays where it is, with the focus.
      const pressed = page.locator('[data-code=js]:focus');
      expect(await pressed.getAttribute('aria-pressed')).to.equal('true');
      expect((await pressed.boundingBox())?.y).to.be.closeTo(place?.y ?? 0, 2);
      await page.goto(`${origin}${BASE}front-end`);
      await page.getByText('export function showErrors(form, error)').waitFor();
      expect(await page.locator('.code-as-ts').first().isVisible()).to.equal(false);
    });

    it('copies the Markdown of a page', async () => {
      const page = await open('policies', { permissions: ['clipboard-read', 'clipboard-write'] });
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await page.getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(read('policies.md'));
    });

    it('is as wide as a phone', async () => {
      const page = await open('', { viewport: { width: 390, height: 844 } });
      const wide = [];
      for (const name of ['', ...names]) {
        await page.goto(`${origin}${BASE}${name}`);
        if ((await page.evaluate('document.documentElement.scrollWidth')) !== 390) wide.push(name);
      }
      expect(wide).to.eql([]);
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      it(`has contrast in ${colorScheme} colors`, async () => {
        const page = await open('', { colorScheme });
        // Tables, and code in every language.
        for (const name of ['', 'documentation', 'adapters', 'frameworks', 'http', 'models', 'server']) {
          await page.goto(`${origin}${BASE}${name}`);
          expect(await page.evaluate("document.documentElement.classList.contains('dark')")).to.equal(
            colorScheme === 'dark',
          );
          const { count, low } = (await page.evaluate(LOW_CONTRAST)) as { count: number; low: string[] };
          expect(count).to.be.above(20);
          expect(low, name).to.eql([]);
        }
      });
    }
  });
});

// --- internal ---

function read(file: string): string {
  return readFileSync(join(DIST, file), 'utf8');
}
