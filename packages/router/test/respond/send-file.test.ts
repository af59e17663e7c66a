import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { Controller, type DownloadOptions, definePolicy } from '../../src/index.ts';
import { askOnce, WAYS } from '../raw-http.ts';
import { onBothMajors } from '../serve.ts';

const CONTENT = '0123456789';

onBothMajors('download', (serve) => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rest-gen-download-'));
    await mkdir(join(directory, 'files', 'folder', '.git'), { recursive: true });
    for (const name of [
      'secret',
      'files/a.txt',
      'files/.env',
      'files/folder/b.html',
      'files/folder/.git/c',
      'files/50% ü.png',
    ])
      await writeFile(join(directory, name), CONTENT);
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** A file that the query names, or a fixed one. */
  function start(options: DownloadOptions | undefined, path?: string, before?: (this: Controller) => void) {
    class File extends Controller {
      async getAction() {
        before?.call(this);
        return this.download(path ?? this.get('path') ?? 'a.txt', { root: join(directory, 'files'), ...options });
      }
    }
    return serve({ rules: [['/file', 'rest']], controllers: { file: File } }).agent;
  }

  it('sends a file to be saved, with its validators', async () => {
    const { mtime } = await stat(join(directory, 'files/a.txt'));
    const { status, headers, text } = await start(undefined).get('/file');
    expect([status, text]).to.eql([200, CONTENT]);
    expect(headers).to.include({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': 'attachment; filename="a.txt"',
      'content-length': '10',
      'content-type': 'text/plain; charset=utf-8',
      'last-modified': mtime.toUTCString(),
      'x-content-type-options': 'nosniff',
    });
    expect(headers.etag).to.match(/^W\/"/);
  });

  it('answers HEAD without the file', async () => {
    const { status, headers, text } = await start(undefined).head('/file');
    expect([status, text ?? '', headers['content-length']]).to.eql([200, '', '10']);
  });

  const now = new Date().toUTCString();
  const later = new Date(Date.now() + 86_400_000).toUTCString();
  const before = new Date(0).toUTCString();
  const rows: readonly (readonly [
    fields: Record<string, string>,
    status: number,
    text?: string | undefined,
    range?: string,
  ])[] = [
    [{ Range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    [{ Range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
    [{ Range: 'bytes=8-' }, 206, '89', 'bytes 8-9/10'],
    [{ Range: 'bytes=0-1,4-5' }, 200, CONTENT],
    [{ Range: 'lines=0-1' }, 200, CONTENT],
    [{ Range: 'bytes=10-' }, 416, undefined, 'bytes */10'],
    [{ 'If-None-Match': 'ETAG' }, 304, ''],
    [{ 'If-None-Match': '"x", ETAG' }, 304, ''],
    [{ 'If-None-Match': '*' }, 304, ''],
    [{ 'If-None-Match': '"x"' }, 200, CONTENT],
    [{ 'If-Modified-Since': later }, 304, ''],
    [{ 'If-Modified-Since': before }, 200, CONTENT],
    [{ 'If-Modified-Since': later, 'If-None-Match': '"x"' }, 200, CONTENT],
    [{ 'If-Match': 'ETAG' }, 200, CONTENT],
    [{ 'If-Match': '"x"' }, 412],
    [{ 'If-Unmodified-Since': before }, 412],
    [{ 'If-Unmodified-Since': later }, 200, CONTENT],
    [{ 'If-Range': 'ETAG', Range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    [{ 'If-Range': '"x"', Range: 'bytes=2-4' }, 200, CONTENT],
    [{ 'If-Range': later, Range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    [{ 'If-Range': before, Range: 'bytes=2-4' }, 200, CONTENT],
  ];
  for (const [fields, status, text, range] of rows) {
    const shown = JSON.stringify(fields).replace(later, 'tomorrow').replace(before, '1970').replace(now, 'now');
    it(`answers ${status} to ${shown}`, async () => {
      const agent = start(undefined);
      const { etag = '' } = (await agent.get('/file')).headers;
      const sent = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, value.replace('ETAG', etag)]),
      );
      const answer = await agent.get('/file').set(sent);
      expect(answer.status).to.equal(status);
      expect(answer.headers['content-range']).to.equal(range);
      if (text !== undefined) expect(answer.text).to.equal(text);
      else {
        expect(answer.headers['content-type']).to.match(/^application\/problem\+json/);
        expect(answer.headers).not.to.have.any.keys('content-disposition', 'etag', 'last-modified');
        expect(answer.body.code).to.equal(status === 416 ? 'E_RANGE' : 'E_PRECONDITION_FAILED');
      }
    });
  }

  it('sees that a file has changed', async () => {
    const agent = start(undefined);
    const { etag = '' } = (await agent.get('/file')).headers;
    await appendFile(join(directory, 'files/a.txt'), 'x');
    expect((await agent.get('/file').set('If-None-Match', etag)).status).to.equal(200);
  });

  const refused = [
    ...[
      'missing',
      'folder',
      'folder/',
      '',
      '.',
      '..',
      '../secret',
      '../files/../secret',
      'folder/../../secret',
      '/../secret',
    ],
    ...[
      '..\\secret',
      '..%2fsecret',
      '%2e%2e/secret',
      '%2e%2e%2fsecret',
      '....//secret',
      '/etc/passwd',
      'a.txt/',
      'a.txt/..',
    ],
    ...[
      '.env',
      '/.env',
      './.env',
      'folder/.git/c',
      '%2eenv',
      'a.txt\0',
      '\0',
      'a.txt%00',
      'file:///etc/passwd',
      '\ud800',
    ],
    ...['~/.ssh', 'C:\\a.txt', '\\\\host\\a', 'x'.repeat(300), 'folder/'.repeat(1_000)],
  ];
  for (const path of refused) {
    it(`answers 404 to the path ${JSON.stringify(path.slice(0, 30))}`, async () => {
      const { status, text, body } = await start({}, path).get('/file');
      expect(text).not.to.include(CONTENT);
      expect(text).not.to.include(directory);
      expect([status, body.code]).to.eql([404, 'E_NOT_FOUND']);
    });
  }

  it('takes a path that the query names', async () => {
    const agent = start({});
    expect((await agent.get('/file').query({ path: 'folder/b.html' })).status).to.equal(200);
    expect((await agent.get('/file').query({ path: '50% ü.png' })).status).to.equal(200);
    expect((await agent.get('/file').query({ path: '../secret' })).status).to.equal(404);
  });

  it('takes a path of the program without a root, but none with a part from a client that leaves its folder', async () => {
    const file = join(directory, 'files/a.txt');
    expect((await start({ root: undefined }, file).get('/file')).status).to.equal(200);
    expect(
      (await start({ root: undefined }, relative(process.cwd(), join(tmpdir(), 'x'))).get('/file')).status,
    ).to.equal(404);
    expect((await start({ root: undefined }, `${directory}/files/../secret`).get('/file')).status).to.equal(404);
    expect((await start({ root: undefined }, join(directory, 'files/.env')).get('/file')).status).to.equal(404);
  });

  it('takes a file in a hidden directory of the program', async () => {
    const file = join(directory, 'files/folder/.git/c');
    expect((await start({ root: undefined }, file).get('/file')).status).to.equal(200);
    expect((await start({ root: join(directory, 'files/folder/.git') }, 'c').get('/file')).status).to.equal(200);
  });

  it('follows links of the program', async () => {
    await symlink(join(directory, 'secret'), join(directory, 'files/link'));
    expect((await start({}, 'link').get('/file')).status).to.equal(200);
  });

  // biome-ignore format: a table
  const named: readonly (readonly [name: string, field: string])[] = [
    ['b.txt', 'attachment; filename="b.txt"'],
    ['ü €.txt', `attachment; filename="_ _.txt"; filename*=UTF-8''%C3%BC%20%E2%82%AC.txt`],
    ['a"b\\c.txt', 'attachment; filename="c.txt"'],
    ['a"b.txt', `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`],
    [`50%'(*).txt`, `attachment; filename="50_'(*).txt"; filename*=UTF-8''50%25%27%28%2A%29.txt`],
    ['../../x/y.txt', 'attachment; filename="y.txt"'],
    ['a\r\nSet-Cookie: b', `attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`],
    ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
    ['', 'attachment; filename=""'],
  ];
  for (const [name, expected] of named) {
    it(`names the file ${JSON.stringify(name)}`, async () => {
      expect((await start({ name }).get('/file')).headers['content-disposition']).to.equal(expected);
    });
  }

  // biome-ignore format: a table
  const types: readonly (readonly [type: string, shown: string])[] = [
    ['image/png', 'inline'], ['IMAGE/PNG', 'inline'], ['application/pdf', 'inline'], ['text/plain; charset=utf-8', 'inline'], ['video/mp4', 'inline'], ['audio/ogg', 'inline'],
    ['text/html', 'attachment'], ['image/svg+xml', 'attachment'], ['Image/SVG+xml', 'attachment'], ['application/xhtml+xml', 'attachment'],
    ['text/xml', 'attachment'], ['application/javascript', 'attachment'], ['text/plainly', 'attachment'], ['nonsense', 'attachment'],
    ['image/png\r\nX: y', 'attachment'],
    // A browser reads the last of several types (Fetch standard, "extract a MIME type"), and no XML is a picture.
    ['image/png;,text/html', 'attachment'], ['text/plain;,text/html', 'attachment'], ['application/pdf; ,text/html', 'attachment'],
    ['video/mp4;a="b",image/svg+xml', 'attachment'], ['audio/x;,application/xhtml+xml', 'attachment'], ['image/x+xml', 'attachment'],
    ['image/xml', 'attachment'], ['audio/x+XML; q=1', 'attachment'], ['image/png; a', 'attachment'],
  ];
  for (const [type, shown] of types) {
    it(`shows ${JSON.stringify(type)} as ${shown}`, async () => {
      const { status, headers } = await start({ type, inline: true }).get('/file');
      expect(status).to.equal(200);
      expect(headers['content-disposition']).to.equal(`${shown}; filename="a.txt"`);
      const isValid = /^[\w/+-]+(?:; \w+=[\w-]+)?$/.test(type) && type !== 'nonsense';
      expect(headers['content-type']).to.equal(isValid ? type : 'application/octet-stream');
      expect(headers['x-content-type-options']).to.equal('nosniff');
    });
  }

  it('keeps the header fields that the action has set', async () => {
    const set = { 'Content-Disposition': 'inline', 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=60' };
    const { headers } = await start({}, undefined, function () {
      this.res.set(set);
    }).get('/file');
    for (const [name, value] of Object.entries(set))
      expect(headers[name.toLowerCase()]).to.match(new RegExp(`^${value}`));
  });

  it('needs a type to show a file inline', async () => {
    const { status, body } = await start({ inline: true }).get('/file');
    expect(status).to.equal(500);
    expect(body.detail).to.match(/needs the option type/);
  });

  it('says that a path is missing', async () => {
    class File extends Controller {
      getAction() {
        return this.download(null as never);
      }
    }
    const { agent } = serve({ rules: [['/file', 'rest']], controllers: { file: File } });
    const { status, body } = await agent.get('/file');
    expect([status, body.detail]).to.eql([500, 'TypeError: download() takes the path of a file, not null.']);
  });

  it('is private where a policy decides about the record', async () => {
    class Note extends Controller {
      async getAction() {
        const { path } = this.found(await this.model().byId(1).find());
        return this.download(String(path), { root: join(directory, 'files') });
      }
    }
    const { agent, models } = serve(
      {
        rules: [['/note', 'rest']],
        controllers: { note: Note },
        policies: { note: definePolicy({ read: (user) => ({ owner: user.id }) }) },
        user: (req) => ({ id: Number(req.headers['x-user']) }),
      },
      { note: { id: 'integer', owner: 'integer', path: 'string' } },
    );
    models.rows('note').push({ id: 1, owner: 1, path: 'a.txt' });
    const one = await agent.get('/note').set('X-User', '1');
    expect([one.status, one.headers['cache-control']]).to.eql([200, 'private, no-cache']);
    const two = await agent.get('/note').set('X-User', '2');
    expect([two.status, two.headers['cache-control'], two.headers['content-disposition']]).to.eql([
      404,
      'private, no-cache',
      undefined,
    ]);
  });

  it('ends when the client leaves, and closes the file', async () => {
    await writeFile(join(directory, 'files/large'), Buffer.alloc(50_000_000));
    let ended: (() => void) | undefined;
    const done = new Promise<void>((resolve) => {
      ended = resolve;
    });
    class File extends Controller {
      async getAction() {
        await this.download('large', { root: join(directory, 'files') });
        ended?.();
      }
    }
    const { app } = serve({ rules: [['/file', 'rest']], controllers: { file: File } });
    const server = app.listen(0);
    const client = connect((server.address() as AddressInfo).port);
    client.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'data');
    client.destroy();
    await done;
    server.close();
  });

  it('does not end at the deadline once the file is being sent', async () => {
    await writeFile(join(directory, 'files/large'), Buffer.alloc(50_000_000));
    class File extends Controller {
      getAction() {
        return this.download('large', { root: join(directory, 'files') });
      }
    }
    const { app } = serve({ rules: [['/file', 'rest']], controllers: { file: File }, timeout: 1_000 });
    const server = app.listen(0);
    const client = connect((server.address() as AddressInfo).port);
    client.write('GET /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(client, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    let bytes = 0;
    for await (const chunk of client) bytes += chunk.length;
    expect(bytes).to.be.greaterThan(50_000_000);
    server.close();
  });

  it('breaks off when the file becomes shorter while it is sent', async () => {
    const large = join(directory, 'files/large');
    await writeFile(large, Buffer.alloc(50_000_000));
    const { app } = serve({
      rules: [['/file', 'rest']],
      controllers: {
        file: class extends Controller {
          getAction() {
            return this.download(large);
          }
        },
      },
    });
    const server = app.listen(0);
    const client = connect((server.address() as AddressInfo).port);
    client.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(client, 'readable');
    await truncate(large, 30_000_000);
    let failure: NodeJS.ErrnoException | undefined;
    client.on('error', (error) => {
      failure = error;
    });
    client.resume();
    // The connection is kept alive after a whole answer.
    await once(client, 'close');
    expect(failure?.code ?? 'closed').to.be.oneOf(['ECONNRESET', 'closed']);
    server.close();
  });
});

describe('download without Express', () => {
  it('sends a file', async () => {
    class File extends Controller {
      getAction() {
        return this.download('package.json', { root: '.' });
      }
    }
    const { createRestRouter } = await import('../../src/index.ts');
    const router = createRestRouter({ rules: [['/file', 'rest']], controllers: { file: File } });
    for (const [, listener] of WAYS) {
      const { status, fields } = await askOnce(listener(router), ['GET /file HTTP/1.1', 'Range: bytes=0-1']);
      expect([status, fields.get('content-length')]).to.eql([206, '2']);
    }
  });
});
