import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { requireBrowser, startBrowser } from '../../../openapi/test/browser.ts';
import { cli, makeDirectory, read, removeDirectories, WORKSPACE } from '../fixture.ts';

after(removeDirectories);

const file = requireBrowser();

if (file !== undefined)
  describe('a new project, called by a web page of another origin', function () {
    this.timeout(60_000);
    const cleanups: (() => unknown)[] = [];
    after(async () => {
      for (const clean of cleanups.reverse()) await clean();
    });

    it('has the lines of docs/browsers.md', async () => {
      const page = readFileSync(join(WORKSPACE, 'docs/browsers.md'), 'utf8');
      const [lines = ''] = /^app\.use\(\n {2}cors\([^`]*?^\);$/m.exec(page) ?? [];
      expect(lines).to.contain('exposedHeaders');
      for (const flag of ['', ' --js --db none']) {
        const cwd = makeDirectory();
        await cli(cwd, `new app${flag} --no-install`);
        expect(read(cwd, `app/src/app.${flag === '' ? 'ts' : 'js'}`)).to.contain(lines);
      }
    });

    it('allows the origins of CORS_ORIGIN, and shows them the header fields that clients need', async () => {
      const pages = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
      cleanups.push(
        () => pages.close(),
        () => pages.closeAllConnections(),
      );
      pages.listen(0, '127.0.0.1');
      await once(pages, 'listening');
      const port = (pages.address() as AddressInfo).port;
      const url = await startProject(`https://app.example.com,http://127.0.0.1:${port}`, cleanups);
      const browser = await startBrowser(file);
      cleanups.push(() => browser.close());
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}`);

      expect(await page.evaluate(session, url)).to.eql({
        created: [201, '/post/1', true],
        replayed: [201, '/post/1'],
        listed: [200, '1', true],
        queried: [200, 1],
        changed: [200, true],
        conflict: [412, 'E_PRECONDITION_FAILED'],
        refused: [422, '/title'],
        removed: 204,
      });
      await page.goto(`http://localhost:${port}`);
      const read = (address: string) => fetch(`${address}/post`).catch((error) => String(error));
      expect(await page.evaluate(read, url)).to.contain('Failed to fetch');
    });
  });

// --- internal ---

/** Serve a new project. Returns its URL. */
async function startProject(origins: string, cleanups: (() => unknown)[]): Promise<string> {
  const cwd = makeDirectory();
  await cli(cwd, 'new app --js --no-install');
  const root = join(cwd, 'app');
  await cli(root, 'controller post title:string! -r');
  symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
  const env = { ...process.env, PORT: '0', CORS_ORIGIN: origins, NODE_ENV: 'development' };
  const child = spawn(process.execPath, ['src/server.js'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  cleanups.push(async () => child.kill() && (await exit));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return url;
}

/** Runs in the page: every method, with the header fields that make the browser ask the service first. */
async function session(url: string): Promise<Record<string, unknown>> {
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer x', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const key = { 'Idempotency-Key': 'once' };
  const created = await send('POST', '/post', { title: 'a' }, key);
  const tag = created.headers.get('ETag') ?? '';
  const replayed = await send('POST', '/post', { title: 'a' }, key);
  const listed = await send('GET', '/post?page=1');
  const queried = await send('QUERY', '/post', { 'title[contains]': 'A' });
  const changed = await send('PATCH', '/post/1', { title: 'b' }, { 'If-Match': tag });
  const conflict = await send('PATCH', '/post/1', { title: 'c' }, { 'If-Match': tag });
  const refused = await send('PUT', '/post/1', { title: '' });
  return {
    created: [created.status, created.headers.get('Location'), tag !== ''],
    replayed: [replayed.status, replayed.headers.get('Location')],
    listed: [listed.status, listed.headers.get('X-Total-Count'), listed.headers.has('Link')],
    queried: [queried.status, ((await queried.json()) as unknown[]).length],
    changed: [changed.status, changed.headers.has('ETag')],
    conflict: [conflict.status, ((await conflict.json()) as { code: string }).code],
    refused: [refused.status, ((await refused.json()) as { errors: { pointer: string }[] }).errors[0]?.pointer],
    removed: (await send('DELETE', '/post/1')).status,
  };
}
