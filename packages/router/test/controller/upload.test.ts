import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import multer from 'multer';
import Rest from '../../../../test/fixture/rest.ts';
import { definePolicy, HttpError, type Row, type Stored, type UploadMiddleware } from '../../src/index.ts';
import { KEYS, tables as orders } from '../idempotency/orders.ts';
import type { Tables } from '../memory-models.ts';
import { onBothMajors } from '../serve.ts';

const logic = defineLogic({
  postAction: {
    body: { title: { string: true, length: { max: 5 } } },
    files: { file: { file: true, required: true }, more: { array: true, maxItems: 2, children: { file: true } } },
  },
  archiveAction: { body: { title: { string: true } }, files: { file: { file: true } } },
});

const keys = { [KEYS]: orders[KEYS] as Tables[string] };
const limits = { fileSize: 1_000, files: 3, fields: 3, fieldSize: 100, fieldNameSize: 20 };

onBothMajors('upload', (serve) => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rest-gen-upload-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const left = () => readdir(directory);

  /** The removal after an answer that is not waited for, as of a client that has left. */
  async function expectNothingLeft(): Promise<void> {
    for (let tries = 0; (await left()).length > 0 && tries < 200; tries++) await sleep(10);
    expect(await left()).to.eql([]);
  }

  interface Setup {
    act?: (this: Note) => unknown;
    before?: (this: Note) => unknown;
    middleware?: UploadMiddleware;
    remove?: (file: Express.Multer.File) => unknown;
    options?: object;
    members?: object;
  }

  abstract class Note extends Rest<typeof logic> {
    declare body: unknown;
  }

  function start({ act, before, middleware, remove, options, members }: Setup = {}) {
    const read =
      middleware ?? multer({ dest: directory, limits }).fields([{ name: 'file', maxCount: 1 }, { name: 'more' }]);
    class Upload extends Note {
      static forms = true;
      override async __before() {
        await before?.call(this);
        await this.upload(read, remove && { remove });
      }
      override async addRecords(list: readonly Row[]): Promise<Stored[]> {
        await act?.call(this);
        const { filename } = this.file('file');
        return super.addRecords(list.map((values) => ({ ...values, path: filename })));
      }
      async archiveAction() {
        return { file: this.file('file')?.originalname ?? null };
      }
    }
    Object.assign(Upload, members);
    const tables: Tables = { ...keys, note: { id: 'integer', title: 'string?', path: 'string?' } };
    return serve(
      {
        rules: [
          ['/note/:id/archive', 'note#archive', 'rest'],
          ['/note/:id?', 'rest'],
        ],
        controllers: { note: Upload },
        logics: { note: logic },
        ...options,
      },
      tables,
    );
  }

  const post = (agent: ReturnType<typeof start>['agent'], content = 'content') =>
    agent.post('/note').field('title', 'a').attach('file', Buffer.from(content), 'a.txt');

  it('keeps the files of a request that succeeds', async () => {
    const { agent, models } = start();
    const { body, status } = await post(agent);
    expect(status).to.equal(201);
    expect(await left()).to.eql([body.path]);
    expect(await readFile(join(directory, body.path), 'utf8')).to.equal('content');
    expect(models.rows('note')).to.eql([{ id: 1, title: 'a', path: body.path }]);
  });

  const failures: readonly (readonly [name: string, setup: Setup, status: number])[] = [
    [
      'that the action refuses',
      {
        act() {
          this.fail(409);
        },
      },
      409,
    ],
    [
      'whose action throws',
      {
        act() {
          throw new Error('x');
        },
      },
      500,
    ],
    ['that the deadline ends', { act: () => new Promise(() => {}), options: { timeout: 60 } }, 503],
    [
      'whose action answers with an error itself',
      {
        async act() {
          this.res.status(400).end();
          this.fail(400);
        },
      },
      400,
    ],
    [
      'whose handler of errors answers 200',
      {
        act() {
          this.fail(409);
        },
        options: { onError: (_: unknown, _req: unknown, res: { end(): void }) => res.end() },
      },
      200,
    ],
  ];
  for (const [name, setup, status] of failures) {
    it(`removes the files of a request ${name}`, async () => {
      const { agent } = start(setup);
      expect((await post(agent)).status).to.equal(status);
      await expectNothingLeft();
    });
  }

  it('removes the files that __before refuses after it has read them', async () => {
    class Refusing extends Rest {
      static forms = true;
      override async __before() {
        await this.upload(multer({ dest: directory }).any());
        return false;
      }
    }
    const { agent } = serve({ rules: [['/note', 'rest']], controllers: { note: Refusing } });
    expect((await post(agent)).status).to.equal(403);
    expect(await left()).to.eql([]);
  });

  it('answers 422 with pointers for fields and files, stores nothing and leaves no file', async () => {
    const { agent, models } = start();
    const { status, body } = await agent
      .post('/note')
      .field('title', 'too long')
      .attach('more', Buffer.from('1'), '1.txt')
      .attach('more', Buffer.from('2'), '2.txt');
    expect(status).to.equal(422);
    expect(
      body.errors.map(({ in: section, pointer, rule }: Record<string, string>) => [section, pointer, rule]),
    ).to.eql([
      ['body', '/title', 'length'],
      ['files', '/file', 'required'],
    ]);
    expect(await left()).to.eql([]);
    expect(models.rows('note')).to.eql([]);
  });

  const refused: readonly (readonly [name: string, parts: readonly string[], expected: object])[] = [
    [
      'a file that is too large',
      [file('file', 'x'.repeat(1_001))],
      { status: 413, code: 'E_BODY_TOO_LARGE', pointer: '/file' },
    ],
    [
      'a field that is too long',
      [file('file', 'x'), field('title', 'x'.repeat(101))],
      { status: 413, code: 'E_BODY_TOO_LARGE', pointer: '/title' },
    ],
    [
      'too many fields',
      [file('file', 'x'), ...'abcd'.split('').map((name) => field(name, ''))],
      { status: 413, code: 'E_BODY_TOO_LARGE', pointer: undefined },
    ],
    [
      'a file that is not expected',
      [file('file', 'x'), file('b/~c', 'x')],
      { status: 422, code: 'E_VALIDATION', pointer: '/b~1~0c' },
    ],
    [
      'one file too many',
      [file('file', 'x'), file('file', 'y')],
      { status: 422, code: 'E_VALIDATION', pointer: '/file' },
    ],
    [
      'a long name of a field',
      [file('file', 'x'), field('n'.repeat(30), '')],
      { status: 400, code: 'E_BAD_BODY', pointer: undefined },
    ],
    [
      'a part without an end',
      [file('file', 'x'), 'Content-Disposition: form-data; name="file"; filename="b"'],
      { status: 400, code: 'E_BAD_BODY', pointer: undefined },
    ],
  ];
  for (const [name, parts, expected] of refused) {
    it(`refuses ${name}, and leaves no file`, async () => {
      const { agent } = start();
      const body = `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`;
      const answer = await agent.post('/note').set('Content-Type', 'multipart/form-data; boundary=x').send(body);
      const { status, code, errors } = answer.body;
      expect({ status, code, pointer: errors?.[0].pointer }).to.eql(expected);
      expect(await left()).to.eql([]);
    });
  }

  it('refuses a multipart without a boundary', async () => {
    const { agent } = start();
    const { body } = await agent.post('/note').set('Content-Type', 'multipart/form-data').send('x');
    expect(body).to.include({
      status: 400,
      code: 'E_BAD_BODY',
      detail: 'The body is not a valid form: Multipart: Boundary not found.',
    });
  });

  it('passes on the errors of a middleware, and removes what it has stored', async () => {
    const store = multer({ dest: directory }).single('file');
    const middleware: UploadMiddleware = (req, res, next) => store(req, res, () => next(new HttpError(402)));
    const { agent } = start({ middleware });
    expect((await post(agent)).status).to.equal(402);
    expect(await left()).to.eql([]);
  });

  it('removes the files of a client that leaves in the middle of the upload', async () => {
    const { app } = start();
    const server = app.listen(0);
    const client = connect((server.address() as AddressInfo).port);
    client.write(
      `POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n--x\r\n${file('file', 'half')}`,
    );
    while ((await left()).length === 0) await sleep(5);
    client.destroy();
    await expectNothingLeft();
    server.close();
  });

  it('answers 408 at the deadline in the middle of the upload, and leaves no file', async () => {
    const { app } = start({ options: { timeout: 100 } });
    const server = app.listen(0);
    const client = connect((server.address() as AddressInfo).port);
    client.write(
      `POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n--x\r\n${file('file', 'half')}`,
    );
    const [answer] = await once(client, 'data');
    expect(String(answer)).to.match(/^HTTP\/1.1 408 /);
    await expectNothingLeft();
    client.destroy();
    server.close();
  });

  it('removes what a middleware has stored after the deadline', async () => {
    const store = multer({ dest: directory }).single('file');
    let later: (() => void) | undefined;
    const middleware: UploadMiddleware = (req, res, next) =>
      store(req, res, () => {
        later = next;
      });
    const { agent } = start({ middleware, options: { timeout: 60 } });
    expect((await post(agent)).status).to.equal(503);
    expect(await left()).to.have.length(1);
    later?.();
    await expectNothingLeft();
  });

  it('keeps the files if the client leaves, and the action has stored the record', async () => {
    let client: ReturnType<typeof connect> | undefined;
    let leaves: Promise<unknown> | undefined;
    const { app, models } = start({
      async act() {
        leaves = once(this.res, 'close');
        client?.destroy();
        await leaves;
      },
    });
    const server = app.listen(0);
    client = connect((server.address() as AddressInfo).port);
    const body = `--x\r\n${file('file', 'x')}\r\n--x--\r\n`;
    client.write(
      `POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    while (leaves === undefined) await sleep(5);
    await leaves;
    await sleep(20);
    expect(await left()).to.have.length(models.rows('note').length);
    server.close();
  });

  it('keeps two uploads at once apart', async () => {
    const { agent } = start({
      async act() {
        if (this.post('title') === 'bad') this.fail(409);
      },
    });
    const send = (title: string) =>
      agent.post('/note').field('title', title).attach('file', Buffer.from(title), 'a.txt');
    const answers = await Promise.all(['a', 'bad', 'b', 'bad'].map(send));
    expect(answers.map(({ status }) => status)).to.eql([201, 409, 201, 409]);
    expect((await left()).sort()).to.eql([answers[0]?.body.path, answers[2]?.body.path].sort());
  });

  it('reads nothing of a user who is not allowed', async () => {
    let runs = 0;
    const middleware: UploadMiddleware = (_req, _res, next) => {
      runs++;
      next();
    };
    const before = start({
      middleware,
      before() {
        this.fail(401);
      },
    });
    expect((await post(before.agent)).status).to.equal(401);
    const policy = definePolicy({ read: 'everyone', create: 'user' });
    for (const [user, status] of [
      [undefined, 401],
      [{ id: 1 }, 403],
    ] as const) {
      const refusing = start({
        middleware,
        options: { policies: { note: user ? definePolicy({ read: 'everyone' }) : policy }, user: () => user },
      });
      expect((await post(refusing.agent)).status).to.equal(status);
    }
    expect(runs).to.equal(0);
  });

  it('leaves a form to a 415 where the class does not take forms', async () => {
    const { agent } = start({ members: { forms: false } });
    expect((await post(agent)).status).to.equal(415);
    expect(await left()).to.eql([]);
  });

  it('leaves other bodies and methods alone', async () => {
    const { agent } = start();
    expect((await agent.post('/note').send({ title: 'a' })).body.errors[0].pointer).to.equal('/file');
    expect((await agent.get('/note')).status).to.equal(200);
    expect((await agent.delete('/note/1').attach('file', Buffer.from('x'), 'a.txt')).status).to.equal(404);
    expect(await left()).to.eql([]);
  });

  it('removes the file of a repeated request that gets the stored answer', async () => {
    const { agent } = start({ members: { idempotent: true }, options: { policies: {}, user: () => ({ id: 1 }) } });
    const one = await post(agent).set('Idempotency-Key', '"k"');
    const two = await post(agent).set('Idempotency-Key', '"k"');
    expect([one.status, two.status, two.body]).to.eql([201, 201, one.body]);
    expect(await left()).to.eql([one.body.path]);
  });

  it('calls `remove` for each file, and reports its errors without changing the answer', async () => {
    const removed: string[] = [];
    const { agent } = start({
      act() {
        this.fail(409);
      },
      async remove({ originalname, path }) {
        removed.push(originalname);
        await unlink(path);
        throw new Error('x');
      },
    });
    expect((await post(agent).attach('more', Buffer.from('x'), 'b.txt')).status).to.equal(409);
    expect(removed.sort()).to.eql(['a.txt', 'b.txt']);
  });

  it('leaves a file alone that the action has moved', async () => {
    const { agent } = start({
      async act() {
        await unlink(this.file('file').path);
        this.fail(409);
      },
    });
    expect((await post(agent)).status).to.equal(409);
  });

  it('says that a body which another middleware has read cannot be read', async () => {
    const store = multer({ dest: directory }).any();
    const { agent } = start({
      before() {
        return this.upload(store);
      },
    });
    const { body } = await post(agent);
    expect(body).to.include({ status: 500 });
    expect(body.hint).to.match(/call upload\(\) once/);
    expect(await left()).to.eql([]);
  });

  for (const [what, middleware, remove] of [
    ['middleware', multer(), undefined],
    ['middleware', undefined, undefined],
    ['remove', multer().any(), 5],
  ] as const) {
    it(`says that ${what} is not a function, before a body is sent`, async () => {
      class Upload extends Rest {
        static forms = true;
        override async __before() {
          await this.upload(middleware as never, { remove: remove as never });
        }
      }
      const { agent } = serve({ rules: [['/note', 'rest']], controllers: { note: Upload } });
      const { status, body } = await agent.get('/note');
      expect([status, body.detail]).to.eql([
        500,
        `TypeError: upload() takes a function as ${what}: multer({ dest: 'data/uploads' }).single('file').`,
      ]);
    });
  }

  it('says that a form is read in __before, if that does not wait for it, and leaves no file', async () => {
    class Upload extends Rest {
      static forms = true;
      override async __before() {
        void this.upload(multer({ dest: directory }).any()).catch(() => {});
        while ((await left()).length === 0) await sleep(5);
      }
    }
    const { app } = serve({ rules: [['/note', 'rest']], controllers: { note: Upload } });
    const server = app.listen(0);
    const client = connect((server.address() as AddressInfo).port);
    client.write(
      `POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n--x\r\n${file('file', 'half')}`,
    );
    const [answer] = await once(client, 'data');
    expect(String(answer)).to.match(/^HTTP\/1.1 415 /);
    expect(String(answer)).to.include("Read it in __before: await this.upload(multer().single('file')).");
    await expectNothingLeft();
    client.destroy();
    server.close();
  });

  type Files = { file: Express.Multer.File };
  const uses = ({ req }: { req: unknown }) => (req as Files).file.filename;
  const plain = defineLogic({ postAction: { body: { title: { string: true } }, files: { file: { file: true } } } });
  class Storing extends Rest {
    static forms = true;
    override async __before() {
      await this.upload(multer({ dest: directory }).single('file'));
    }
  }
  const OWN: readonly (readonly [how: string, Class: typeof Storing])[] = [
    [
      'its argument',
      class extends Storing {
        override async postAction({ files }: { files: unknown }) {
          return { path: (files as Files).file.filename };
        }
      },
    ],
    [
      'the request',
      class extends Storing {
        override async postAction() {
          return { path: uses(this) };
        }
      },
    ],
    [
      'the request, for the action of the base class',
      class extends Storing {
        override addRecords(list: readonly Row[]) {
          return super.addRecords(list.map((values) => ({ ...values, path: uses(this) })));
        }
      },
    ],
  ];
  for (const [how, Class] of OWN)
    it(`keeps a file that the project takes from ${how}`, async () => {
      const { agent } = serve({ rules: [['/note', 'rest']], controllers: { note: Class }, logics: { note: plain } }, {
        note: { id: 'integer', title: 'string?', path: 'string?' },
      } as Tables);
      const { body } = await post(agent);
      expect(await left()).to.eql([body.path]);
    });

  it('reads the files of an action of its own', async () => {
    const { agent } = start();
    const { body } = await agent.post('/note/1/archive').attach('file', Buffer.from('x'), 'a.txt');
    expect(body).to.eql({ file: 'a.txt' });
  });
});

// --- internal ---

function field(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

function file(name: string, content: string): string {
  return `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\n${content}`;
}
