import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openTracker, TRACKER, type Tracker } from '../../examples/tracker/test/open-tracker.ts';
import { type Browser, type Page, requireBrowser, startBrowser } from '../../packages/openapi/test/browser.ts';
import { freePort } from '../../test/free-port.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The frameworks need a newer Node than the packages do. */
const NODE = join(FOLDER, 'node_modules/node/bin/node');

/** Heading of docs/frameworks.md → folder of its programs, and where they need the client. */
const FOLDERS: Readonly<Record<string, readonly [folder: string, client: string]>> = {
  'Vite and React': ['react', 'src/api.ts'],
  Next: ['next', 'app/api.ts'],
  Nuxt: ['nuxt', 'app/api.ts'],
  SvelteKit: ['sveltekit', 'src/api.ts'],
  Angular: ['angular', 'src/api.ts'],
  'Forms from the document': ['react', 'src/api.ts'],
  'Uploads with Uppy': ['react', 'src/api.ts'],
};

/** Packages whose versions the page names. */
const NAMED = [
  ['react', 'react'],
  ['next', 'next'],
  ['nuxt', 'nuxt'],
  ['sveltekit', '@sveltejs/kit'],
  ['angular', '@angular/core'],
  ['react', 'react-hook-form'],
  ['react', '@rjsf/core'],
  ['react', '@uppy/core'],
] as const;
/** The frameworks that render a record on the server: how each is built and started. */
const RENDERED = [
  [
    'Next: from a server component to the browser',
    'next',
    ['node_modules/next/dist/bin/next', 'build'],
    ['node_modules/next/dist/bin/next', 'start'],
  ],
  [
    'Nuxt: from useAsyncData to the browser',
    'nuxt',
    ['node_modules/nuxt/bin/nuxt.mjs', 'build'],
    ['.output/server/index.mjs'],
  ],
  ['SvelteKit: from load to $state', 'sveltekit', ['node_modules/vite/bin/vite.js', 'build'], ['build/index.js']],
] as const;
const QUIET = { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' };
const PROGRAMS = ['react', 'next', 'nuxt', 'sveltekit', 'angular'];

const chromium = requireBrowser();

if (chromium !== undefined)
  describe('docs/frameworks.md', function () {
    this.timeout(300_000);
    let tracker: Tracker;
    let browser: Browser;
    let token: string;
    let page: Page;
    const ports = new Map<string, number>();
    /** Ends what a test has started. */
    const started: (() => unknown)[] = [];

    before(async () => {
      // The service is told the addresses of the pages before it starts.
      for (const name of PROGRAMS) ports.set(name, await freePort());
      process.env.CORS_ORIGIN = [...ports.values()].map((port) => `http://127.0.0.1:${port}`).join(',');
      writePrograms();
      tracker = await openTracker();
      token = (await tracker.tokenOf(1)).Authorization?.slice('Bearer '.length) ?? '';
      browser = await startBrowser(chromium);
    });
    after(async () => {
      await browser?.close();
      await tracker?.close();
    });
    afterEach(async () => {
      await page?.close();
      for (const end of started.splice(0)) await end();
    });

    const open = async (url: string): Promise<void> => {
      const context = await browser.newContext();
      const cookie = { value: token, domain: '127.0.0.1', path: '/' };
      // That of the service, and that of a front end with a server.
      await context.addCookies([
        { name: 'session', ...cookie },
        { name: 'token', ...cookie },
      ]);
      page = await context.newPage();
      page.setDefaultTimeout(20_000);
      page.on('pageerror', (error) => console.error(String(error)));
      await page.goto(url);
    };
    const titleOf = async (id: number) => (await tracker.models.model('issue').byId(id).find())?.title;

    /** Edit the issue that is shown while someone else changes it, then save again. */
    async function editTwice(id: number): Promise<void> {
      const title = page.getByLabel('Title').last();
      await title.waitFor();
      // Someone else.
      await tracker.models.model('issue').where({ id }).update({ title: 'Changed by someone' });
      await title.fill('Edited');
      await page.getByText('Save').click();
      const output = page.locator('output', { hasText: /\w/ });
      await output.waitFor();
      expect(await output.textContent()).to.contain('not the one that the request expects');
      expect(await titleOf(id)).to.equal('Changed by someone');
      await title.fill('Edited again');
      await page.getByText('Save').click();
      await waitFor(async () => (await titleOf(id)) === 'Edited again');
    }

    it('names the versions that run', () => {
      const text = readFileSync(join(ROOT, 'docs/frameworks.md'), 'utf8');
      for (const [folder, name] of NAMED) {
        const { dependencies } = JSON.parse(readFileSync(join(FOLDER, folder, 'package.json'), 'utf8'));
        expect(text, name).to.contain(` ${dependencies[name]}`);
      }
    });

    it('React: a list, its next page, a search, and an edit', async () => {
      build('react', ['node_modules/typescript/bin/tsc', '--noEmit']);
      build('react', ['node_modules/vite/bin/vite.js', 'build'], { VITE_API: tracker.url });
      await open(await serveFiles(join(FOLDER, 'react/dist'), ports.get('react'), started));
      await page.locator('li').nth(9).waitFor();
      await page.getByText('More').click();
      await page.locator('li').nth(19).waitFor();
      await tracker.models.model('issue').where({ id: 3 }).update({ title: 'Only this one' });
      await page.getByLabel('Search').fill('only this');
      await page.waitForFunction("document.querySelectorAll('li').length === 1");
      await page.getByText('Only this one').click();
      await editTwice(3);
    });

    it('forms of react-hook-form and rjsf, SWR, and Uppy', async () => {
      const url = await serveFiles(join(FOLDER, 'react/dist'), ports.get('react'), started);
      const count = () => tracker.models.model('issue').count();
      await open(`${url}/forms.html`);
      await page.waitForFunction("document.querySelector('#first').textContent !== ''");
      const form = page.locator('#hook-form');
      const before = await count();
      await form.getByLabel('Title').fill('');
      await form.getByLabel('Priority').fill('9');
      await form.getByText('Create').click();
      await form.locator('output', { hasText: /\w/ }).last().waitFor();
      expect(await count()).to.equal(before);
      await form.getByLabel('Title').fill('By a form');
      await form.getByLabel('Priority').fill('2');
      await form.getByText('Create').click();
      await form.getByText('Created').waitFor();
      expect(await count()).to.equal(before + 1);

      const made = page.locator('#rjsf');
      await made.getByLabel('title', { exact: false }).first().fill('By rjsf');
      await made.getByLabel('project_id', { exact: false }).first().fill('1');
      await made.getByText('Submit').click();
      await page.locator('#done', { hasText: 'rjsf' }).waitFor();
      expect(await count()).to.equal(before + 2);

      const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('0123456789') };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.locator('#done', { hasText: '1 uploaded, 0 failed' }).waitFor();
      expect(await tracker.models.model('attachment').where({ name: 'notes.txt' }).count()).to.equal(1);
    });

    for (const [title, folder, make, start] of RENDERED)
      it(title, async () => {
        const { url: api } = tracker;
        const env = { API: api, NEXT_PUBLIC_API: api, NUXT_PUBLIC_API: api, ...QUIET };
        build(folder, make, env);
        const url = await run(folder, start, env, ports.get(folder), started);
        await hasTitle(`${url}/issue/1`);
        await open(`${url}/issue/1`);
        await editTwice(1);
      });

    it('Angular: a list and an edit', async () => {
      build('angular', ['node_modules/@angular/cli/bin/ng.js', 'build'], { NG_CLI_ANALYTICS: 'false' });
      const files = join(FOLDER, 'angular/dist/browser');
      writeFileSync(join(files, 'api.js'), `globalThis.API = ${JSON.stringify(tracker.url)};`);
      await open(await serveFiles(files, ports.get('angular'), started));
      await tracker.models.model('issue').where({ id: 1 }).update({ title: 'An issue' });
      const [newest] = (await tracker.get('/issue?sort=-id&pageSize=1', await tracker.tokenOf(1))).body;
      await page.locator('li button').first().click();
      await editTwice(newest.id);
    });

    /** The server has rendered the record: the page has it without JavaScript. */
    async function hasTitle(url: string): Promise<void> {
      await tracker.models.model('issue').where({ id: 1 }).update({ title: 'Rendered on the server' });
      const response = await fetch(url, { headers: { cookie: `token=${token}` } });
      expect(response.status).to.equal(200);
      expect(await response.text()).to.contain('Rendered on the server');
    }
  });

// --- internal ---

function writePrograms(): void {
  const bin = join(ROOT, 'packages/cli/bin/rest-gen.js');
  const rest = (...args: string[]) => execFileSync(process.execPath, [bin, ...args], { cwd: TRACKER });
  for (const [folder, client] of Object.values(FOLDERS)) {
    const file = join(FOLDER, folder, client);
    mkdirSync(dirname(file), { recursive: true });
    rest('client', '--out', file);
  }
  rest('openapi', '--out', join(FOLDER, 'react/src/openapi.json'));
  const [, ...sections] = readFileSync(join(ROOT, 'docs/frameworks.md'), 'utf8').split(/^## /m);
  for (const section of sections) {
    const [folder] = FOLDERS[section.slice(0, section.indexOf('\n'))] ?? [];
    if (folder === undefined) throw new Error(`There is no folder for ${section.slice(0, 40)}`);
    for (const [, path = '', text = ''] of section.matchAll(/^```\w+\n(?:\/\/|<!--) (\S+)[^\n]*\n([\s\S]*?)^```/gm)) {
      const file = join(FOLDER, folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

function build(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const cwd = join(FOLDER, folder);
  try {
    execFileSync(NODE, args, { cwd, env: { ...process.env, NODE_ENV: 'production', ...env }, stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    throw new Error(`${folder}: ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Start the server of a framework. */
async function run(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  port = 0,
  started: (() => unknown)[] = [],
): Promise<string> {
  const child: ChildProcess = spawn(NODE, args, {
    cwd: join(FOLDER, folder),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      HOSTNAME: '127.0.0.1',
      ORIGIN: `http://127.0.0.1:${port}`,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.push(() => child.kill());
  await waitFor(
    () =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
        socket.on('connect', () => socket.destroy());
      }),
  );
  return `http://127.0.0.1:${port}`;
}

async function serveFiles(folder: string, port = 0, started: (() => unknown)[] = []): Promise<string> {
  const server: Server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', 'http://localhost').pathname;
    const file = join(folder, path === '/' ? 'index.html' : path);
    try {
      res.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream').end(readFileSync(file));
    } catch {
      res.writeHead(404).end();
    }
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  started.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await delay(50)) if (await holds()) return;
  throw new Error('It did not happen in 30 seconds.');
}
