import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { rolldown } from 'rolldown';
import { openTracker, TRACKER, type Tracker } from '../examples/tracker/test/open-tracker.ts';
import { requireBrowser, startBrowser } from '../packages/openapi/test/browser.ts';
import { ROOT } from './workspace.ts';

const chromium = requireBrowser();
const SOURCES = join(ROOT, 'packages/client/src');

/** What `rest-gen client` writes of files. */
interface Api {
  attachment: {
    of(parents: { issue_id: number }): {
      create(
        values: { file: Blob },
        options?: object,
      ): Promise<{ id: number; name: string; type: string; size: number }>;
    };
  };
  attachmentFile: { get(id: string): Promise<Blob> };
  $request(method: string, path: string, options: { stream: true }): Promise<ReadableStream<Uint8Array>>;
}

describe('files in the client of the tracker', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-files-'));
  let tracker: Tracker;
  let api: Api;

  before(async () => {
    const bin = join(ROOT, 'packages/cli/bin/rest-gen.js');
    execFileSync(process.execPath, [bin, 'client', '--out', join(folder, 'api.ts')], { cwd: TRACKER });
    writeFileSync(
      join(folder, 'all.ts'),
      "export { createApi } from './api.ts';\nexport { fetchWithProgress } from '@rest-gen/client/progress';\n",
    );
    const alias = {
      '@rest-gen/client/progress': join(SOURCES, 'progress.ts'),
      '@rest-gen/client': join(SOURCES, 'index.ts'),
    };
    const built = await rolldown({ input: join(folder, 'all.ts'), platform: 'browser', resolve: { alias } });
    await built.write({ format: 'es', file: join(folder, 'all.mjs') });
    await built.close();
    process.env.CORS_ORIGIN = '*';
    tracker = await openTracker();
    const { createApi } = await import(pathToFileURL(join(folder, 'all.mjs')).href);
    const headers = await tracker.tokenOf(1);
    api = createApi({ baseUrl: tracker.url, headers: { authorization: headers.Authorization } });
  });
  after(async () => {
    await tracker.close();
    rmSync(folder, { recursive: true });
  });

  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index);

  it('has their types', () => {
    const text = readFileSync(join(folder, 'api.ts'), 'utf8');
    expect(text)
      .to.match(/create\(values: \{\s+file: Blob;\s+\}, /)
      .and.contain('Promise<Blob>;');
  });

  it('sends a file as multipart, and reads its bytes', async () => {
    const file = new File([bytes], 'größe.png', { type: 'image/png' });
    const created = await api.attachment.of({ issue_id: 1 }).create({ file });
    expect(created).to.include({ name: 'größe.png', type: 'image/png', size: 70_000 });
    const read = await api.attachmentFile.get(String(created.id));
    expect([read.type, Buffer.from(await read.arrayBuffer()).equals(bytes)]).to.eql(['image/png', true]);
    const stream = await api.$request('GET', `/attachment/${created.id}/file`, { stream: true });
    let size = 0;
    for await (const chunk of stream) size += chunk.length;
    expect(size).to.equal(70_000);
  });

  it('reads a file of text or JSON as the same bytes', async () => {
    for (const [name, type, text] of [
      ['a.txt', 'text/plain', 'Tee'],
      ['a.json', 'application/json', '{ "a": 1.0 }'],
      ['a.html', 'text/html', '<p>'],
    ] as const) {
      const { id } = await api.attachment.of({ issue_id: 1 }).create({ file: new File([text], name, { type }) });
      const read = await api.attachmentFile.get(String(id));
      expect([name, await read.text()]).to.eql([name, text]);
    }
  });

  it('has the errors of the service', async () => {
    const refused = await api.attachmentFile.get('4711').catch((error) => error);
    expect(refused).to.include({ status: 404, code: 'E_NOT_FOUND' });
    const missing = await api.attachment
      .of({ issue_id: 1 })
      .create({} as never)
      .catch((error) => error);
    expect(missing.status).to.be.oneOf([415, 422]);
  });

  if (chromium !== undefined)
    it('tells the progress of an upload in a browser, and can be aborted', async () => {
      const program = readFileSync(join(folder, 'all.mjs'), 'utf8');
      const server = createServer((req, res) => {
        const isProgram = req.url === '/all.mjs';
        res.setHeader('Content-Type', isProgram ? 'text/javascript' : 'text/html').end(isProgram ? program : '');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      process.env.CORS_ORIGIN = url;
      const own = await openTracker();
      const browser = await startBrowser(chromium);
      try {
        const page = await browser.newPage();
        await page.goto(url);
        const session = await page.context().newCDPSession(page);
        const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 10_000_000 };
        await session.send('Network.emulateNetworkConditions', slow);
        const { Authorization: authorization } = await own.tokenOf(1);
        const upload = (abortAt: number) =>
          page.evaluate(
            async ([baseUrl, authorization, program, abortAt]) => {
              const { createApi, fetchWithProgress } = await import(program as string);
              const seen: number[] = [];
              const controller = new AbortController();
              const fetch = fetchWithProgress((sent: number, total: number) => {
                seen.push(sent / total);
                if (sent > (abortAt as number)) controller.abort(new Error('Enough'));
              });
              const api = createApi({ baseUrl, headers: { authorization }, fetch });
              const file = new File([new Uint8Array(9_000_000)], 'a.bin');
              const work = api.attachment.of({ issue_id: 1 }).create({ file }, { signal: controller.signal });
              return work.then(
                ({ size }: { size: number }) => ({ size, first: seen[0], last: seen.at(-1), count: seen.length }),
                (error: Error) => error.message,
              );
            },
            [own.url, authorization, `${url}/all.mjs`, abortAt] as const,
          );
        const done = (await upload(Number.POSITIVE_INFINITY)) as { size: number; count: number; last: number };
        expect(done).to.include({ size: 9_000_000, last: 1 });
        expect(done.count).to.be.above(1);
        expect(await upload(0)).to.equal('Enough');
      } finally {
        await browser.close();
        server.close();
        await own.close();
      }
    });
});
