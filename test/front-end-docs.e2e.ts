import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { rolldown } from 'rolldown';
import { PASSWORD, TRACKER } from '../examples/tracker/test/open-tracker.ts';
import { type StartedTracker, startTracker } from '../examples/tracker/test/start-tracker.ts';
import { type Browser, type Page, requireBrowser, startBrowser } from '../packages/openapi/test/browser.ts';
import { COMPILERS, compile } from './compilers.ts';
import { ROOT, readText } from './workspace.ts';

const CLIENT = join(ROOT, 'packages/client/src/index.ts');
const SESSION = join(ROOT, 'packages/client/src/session.ts');
const chromium = requireBrowser();

describe('the front end of docs/front-end.md', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-front-end-'));
  after(() => rmSync(folder, { recursive: true }));

  before(() => {
    mkdirSync(join(folder, 'src'));
    const blocks = readText('docs/front-end.md').matchAll(
      /^```(?:ts|html|css)\n(?:\/\/|<!--|\/\*) (\S+)[^\n]*\n([\s\S]*?)^```/gm,
    );
    const files = new Map(Array.from(blocks, ([, path, text]) => [path as string, text as string]));
    expect([...files.keys()].sort()).to.eql([
      'index.html',
      ...['create.ts', 'edit.ts', 'list.ts', 'main.ts', 'service.ts', 'sign-in.ts', 'style.css'].map(
        (name) => `src/${name}`,
      ),
    ]);
    for (const [path, text] of files) writeFileSync(join(folder, path), text);
    const bin = join(ROOT, 'packages/cli/bin/rest-gen.js');
    execFileSync(process.execPath, [bin, 'client', '--out', join(folder, 'src/api.ts')], { cwd: TRACKER });
  });

  it('compiles with each supported TypeScript', async () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] }));
    for (const [version, compiler] of COMPILERS) expect(await compile(compiler, ['-p', folder]), version).to.equal('');
  });

  if (chromium !== undefined)
    describe('in Chromium', () => {
      let tracker: StartedTracker;
      let browser: Browser;
      let page: Page;
      let server: Server;
      before(async () => {
        let files: Readonly<Record<string, string>> = {};
        server = createServer((req, res) => {
          const type = /\.\w+$/.exec(req.url ?? '')?.[0] ?? '.html';
          res.setHeader('Content-Type', TYPES[type] ?? '').end(files[req.url ?? '']);
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        process.env.CORS_ORIGIN = url;
        tracker = await startTracker();
        const program = await bundle(join(folder, 'src/main.ts'));
        files = {
          '/': readFileSync(join(folder, 'index.html'), 'utf8'),
          '/src/style.css': readFileSync(join(folder, 'src/style.css'), 'utf8'),
          '/src/main.ts': program.replace('http://localhost:3000', tracker.url),
        };
        browser = await startBrowser(chromium);
        page = await browser.newPage();
        page.setDefaultTimeout(10_000);
        await page.goto(url);
      });
      after(async () => {
        await browser.close();
        server.closeAllConnections();
        server.close();
        await tracker.stop();
      });

      it('signs in, and stays signed in', async () => {
        const form = page.locator('#sign-in form');
        await form.locator('input[name=email]').fill('ada@example.com');
        await form.locator('input[name=password]').fill('not the password');
        await form.locator('button').click();
        await form.getByText('The address or the password is wrong').waitFor();
        await form.locator('input[name=password]').fill(PASSWORD);
        await form.locator('button').click();
        await page.locator('#issues li').first().waitFor();
        await page.reload();
        await page.locator('#issues li').first().waitFor();
        expect(
          await page.evaluate('[document.cookie, localStorage.length, document.querySelector("#sign-in").open]'),
        ).to.eql(['', 0, false]);
      });

      it('lists issues, and the next page', async () => {
        await page.locator('#issues li').nth(9).waitFor();
        await page.getByText('More').click();
        await page.locator('#issues li').nth(19).waitFor();
      });

      it('shows the errors of the fields of a form, and creates an issue', async () => {
        const form = page.locator('#create');
        await form.locator('input[name=priority]').fill('9');
        await form.locator('button').click();
        await form.getByText('title is required').waitFor();
        await form.getByText('priority must be a whole number between 1 and 4').waitFor();
        await form.locator('input[name=title]').fill('Written in a page');
        await form.locator('input[name=priority]').fill('2');
        await form.locator('button').click();
        await page.locator('#issues li:first-child', { hasText: 'Written in a page' }).waitFor();
        expect(await form.locator('output').allTextContents()).to.eql(['', '', '']);
      });

      it('searches, and edits an issue that someone else changes at the same time', async () => {
        await page.locator('#search').fill('written page');
        await page.locator('#search').press('Enter');
        await page.waitForFunction("document.querySelectorAll('#issues li').length === 1");
        await page.locator('#issues li').click();
        const form = page.locator('#edit form');
        const issues = tracker.models.model('issue').where({ title: 'Written in a page' });
        await form.locator('input').waitFor();
        await issues.update({ title: 'Changed by someone' });
        await form.locator('input').fill('Edited');
        await form.locator('button').click();
        await form.getByText('Someone else has changed the title to "Changed by someone"').waitFor();
        await form.locator('button').click();
        await page.waitForFunction("!document.querySelector('dialog').open");
        expect(await tracker.models.model('issue').where({ title: 'Edited' }).count()).to.equal(1);
      });
    });
});

// --- internal ---

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.ts': 'text/javascript',
};

const OPTIONS = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  customConditions: ['rest-source'],
  paths: { '@rest-gen/client': [CLIENT], '@rest-gen/client/session': [SESSION] },
};

async function bundle(input: string): Promise<string> {
  const built = await rolldown({
    input,
    platform: 'browser',
    resolve: { alias: { '@rest-gen/client/session': SESSION, '@rest-gen/client': CLIENT } },
  });
  const { output } = await built.generate({ format: 'es' });
  await built.close();
  return output[0].code;
}
