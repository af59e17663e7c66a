import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import multer from 'multer';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels, type Models, sql } from '../../../model/src/index.ts';
import { type AfterWrite, definePolicy, type RestRouterOptions, type Row, type Stored } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

/*
 * Whatever happens to a request, the files on the disk are those that records name.
 * Ann (1) owns attachment 1, Bob (2) may add attachments, Eve (3) may only read.
 */

const TABLES = [
  'create table attachment (id integer primary key, title text unique, path text, owner_id integer)',
  `create table idempotency_key (id text primary key, fingerprint text not null, status integer, headers json, body text,
    locked_until datetime not null, created_at datetime not null)`,
  "insert into attachment (title, path, owner_id) values ('first', null, 1)",
];
const USERS = { guest: undefined, ann: 1, bob: 2, eve: 3 } as const;
type User = keyof typeof USERS;

const own = (user: { readonly id?: unknown }) => ({ owner_id: user.id }) as never;
const policies = {
  attachment: definePolicy({
    read: 'everyone',
    create: (user) => (user.id === USERS.eve ? false : own(user)),
    update: (user) => (user.id === USERS.ann ? own(user) : false),
    delete: own,
  }),
};

const body = { title: { string: true, length: { max: 10 } } } as const;
const files = { file: { file: true } } as const;
const logics = {
  attachment: defineLogic({
    postAction: { body, files },
    putAction: { body, files },
    patchAction: { body },
    replaceAction: { body, files: { file: { file: true, required: true } } },
  }),
};

const FILE = file('file', 'content');

/** What a test changes in the class. */
interface Steps {
  before?: (this: Attachment) => unknown;
  /** With the file taken, before the record is stored. */
  store?: (this: Attachment) => unknown;
  /** In the transaction of the record. */
  written?: (this: Attachment) => unknown;
  /** When the record is stored. */
  stored?: (this: Attachment) => unknown;
  /** The action `replace`. */
  act?: (this: Attachment) => unknown;
}

abstract class Attachment extends Rest<typeof logics.attachment> {}

onBothMajors('the files of a request', (serve) => {
  let directory = '';
  let models: Models;
  let server: Server | undefined;
  let received = 0;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rest-gen-owner-'));
    received = 0;
  });
  afterEach(async () => {
    server?.closeAllConnections();
    server?.close();
    await models.close();
    await rm(directory, { recursive: true });
  });

  async function start(steps: Steps = {}, members: object = {}, options: Partial<RestRouterOptions> = {}) {
    models = createModels('sqlite::memory:');
    for (const statement of TABLES) await sql.raw(statement).execute(models.kysely);
    const upload = multer({ dest: directory, limits: { fileSize: 1_000 } }).single('file');
    class Own extends Attachment {
      static forms = true;
      override async __before() {
        await steps.before?.call(this);
        await this.upload((req, res, next) => {
          received += 1;
          upload(req, res, next);
        });
      }
      override async addRecords(list: readonly Row[]): Promise<Stored[]> {
        const named = await this.#store();
        const records = await super.addRecords(list.map((values) => ({ ...values, ...named })));
        await steps.stored?.call(this);
        return records;
      }
      override async afterWrite() {
        await steps.written?.call(this);
      }
      override async afterCommit({ action, before }: AfterWrite) {
        if (action === 'delete' && before?.path) await rm(join(directory, String(before.path)));
      }
      async replaceAction() {
        if (steps.act) return steps.act.call(this);
        const named = await this.#store();
        const changed = await this.change(named);
        await steps.stored?.call(this);
        return changed;
      }
      async #store() {
        const path: string | null = this.file('file')?.filename ?? null;
        await steps.store?.call(this);
        return { path, owner_id: this.user?.id };
      }
    }
    Object.assign(Own, members);
    const { app, agent } = serve({
      rules: [
        ['/attachment/:id/replace', 'attachment#replace', 'rest'],
        ['/attachment/:id?', 'rest'],
      ],
      controllers: { attachment: Own },
      logics,
      policies,
      model: models,
      user: ((req: { headers: Record<string, string | undefined> }) => {
        const id = USERS[(req.headers['x-user'] ?? 'guest') as User];
        return id && { id };
      }) as never,
      ...options,
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return agent;
  }

  const open = (): Socket => connect(((server as Server).address() as AddressInfo).port, '127.0.0.1');

  /** Send a request, not every method of which clients of all versions of Node know. @returns its status */
  async function send(method: string, path: string, user: User, parts = [FILE], fields: readonly string[] = []) {
    const socket = open();
    socket.write(write(method, path, user, parts, fields));
    let text = '';
    for await (const chunk of socket) text += chunk;
    return Number(text.slice(9, 12));
  }

  async function expectOwned(what = ''): Promise<void> {
    const named = async () => (await models.model('attachment').select()).flatMap(({ path }) => (path ? [path] : []));
    const left = () => readdir(directory);
    // A client that has left is not waited for.
    for (let tries = 0; tries < 200; tries++) {
      if (String((await left()).sort()) === String((await named()).sort())) return;
      await sleep(10);
    }
    expect((await left()).sort(), what).to.eql((await named()).sort());
  }

  it('stay if a record names them: every method and user', async () => {
    await start();
    const statuses: Record<string, number[]> = {};
    const targets = ['', '/1', '/99', '/1/replace', '/99/replace', '/1/none'];
    for (const method of ['GET', 'QUERY', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'DELETE'])
      for (const target of targets)
        for (const user of Object.keys(USERS) as User[]) {
          const status = await send(method, `/attachment${target}`, user, [FILE]);
          statuses[`${method} ${target}`] = [...(statuses[`${method} ${target}`] ?? []), status];
          await expectOwned(`${method} ${target} ${user}: ${status}`);
        }
    // guest, Ann, Bob, Eve
    expect(statuses['POST ']).to.eql([401, 201, 201, 403]);
    expect(statuses['QUERY ']).to.eql([415, 415, 415, 415]);
    expect(statuses['PATCH /1']).to.eql([401, 200, 403, 403]);
    expect(statuses['POST /1/replace']).to.eql([401, 200, 403, 403]);
  });

  it('are not received of a user whom the policy refuses, nor for a method that stores none', async () => {
    await start();
    const refused: readonly (readonly [string, string, User, number])[] = [
      ['POST', '', 'guest', 401],
      ['POST', '', 'eve', 403],
      ['PUT', '/1', 'guest', 401],
      ['PATCH', '/1', 'guest', 401],
      ['PATCH', '/1', 'bob', 403],
      ['QUERY', '', 'ann', 415],
      ['GET', '', 'ann', 200],
      ['PUT', '', 'ann', 405],
    ];
    for (const [method, target, user, status] of refused)
      expect([method, await send(method, `/attachment${target}`, user)]).to.eql([method, status]);
    expect(received).to.equal(0);
  });

  const LONG = field('title', 'longer than ten');
  const outcomes: readonly (readonly [name: string, status: number, steps: Steps, parts?: string[], f?: string[]])[] = [
    ['is refused in __before', 403, { before: forbid }],
    ['is refused by the action', 409, { store: fail }],
    ['throws', 500, { store: () => Promise.reject(new Error('x')) }],
    ['throws when the record is stored', 500, { stored: () => Promise.reject(new Error('x')) }],
    ['is refused when the record is stored', 409, { stored: fail }],
    ['answers with an error itself, and stores', 400, { store: answer }],
    ['has a file that is too large', 413, {}, [file('file', 'x'.repeat(1_001))]],
    ['has a file of another name', 422, {}, [file('other', 'x')]],
    ['has invalid fields', 422, {}, [FILE, LONG]],
    ['has a conflict', 409, {}, [FILE, field('title', 'first')]],
    ['is malformed', 400, {}, [FILE, 'Content-Disposition: form-data; name="file"; filename="b"']],
  ];
  for (const [name, status, steps, parts, fields] of outcomes) {
    it(`of a POST that ${name}: ${status}`, async () => {
      await start(steps);
      expect(await send('POST', '/attachment', 'ann', parts, fields)).to.equal(status);
      await expectOwned();
    });
  }

  it('of a change whose precondition fails: 412', async () => {
    await start();
    expect(await send('POST', '/attachment/1/replace', 'ann', [FILE], ['If-Match: "stale"'])).to.equal(412);
    await expectOwned();
  });

  for (const [name, status, caught] of [
    ['rolls back', 500, false],
    ['rolls back, and answers with success', 204, true],
  ] as const) {
    it(`of an action that ${name}: ${status}`, async () => {
      await start({
        async act() {
          const work = this.transaction(async () => {
            await this.model().add({ path: this.file('file').filename, owner_id: 1 });
            throw new Error('x');
          });
          await (caught ? work.catch(() => {}) : work);
          return this.success();
        },
      });
      expect(await send('POST', '/attachment/1/replace', 'ann')).to.equal(status);
      await expectOwned();
    });
  }

  it('of a hook that rolls the record back: 409', async () => {
    await start({ written: fail });
    expect(await send('POST', '/attachment', 'ann')).to.equal(409);
    expect(await send('POST', '/attachment/1/replace', 'ann')).to.equal(409);
    await expectOwned();
  });

  for (const [name, when] of [
    ['before it has stored the record', 'store'],
    ['when it has stored the record', 'stored'],
  ] as const) {
    it(`of an action that the deadline ends ${name}: 503`, async () => {
      await start({ [when]: () => new Promise(() => {}) }, {}, { timeout: 100 });
      expect(await send('POST', '/attachment', 'ann')).to.equal(503);
      await expectOwned();
    });

    it(`of a client that leaves ${name}`, async () => {
      let socket: Socket | undefined;
      const leave = async (res: NodeJS.EventEmitter): Promise<void> => {
        const left = once(res, 'close');
        socket?.destroy();
        await left;
      };
      const step = function (this: Attachment) {
        return leave(this.res);
      };
      await start({ [when]: step });
      socket = open();
      socket.write(write('POST', '/attachment', 'ann', [FILE], []));
      await once(socket, 'close');
      await expectOwned();
    });
  }

  it('of a client that leaves in the middle of the body', async () => {
    await start();
    const socket = open();
    const whole = write('POST', '/attachment', 'ann', [file('file', 'x'.repeat(500))], []);
    socket.write(whole.slice(0, -300));
    while ((await readdir(directory)).length === 0) await sleep(5);
    socket.destroy();
    await expectOwned();
  });

  it('of a repeated request that gets the stored answer', async () => {
    await start({}, { idempotent: true });
    for (let run = 0; run < 2; run++)
      expect(await send('POST', '/attachment', 'ann', [FILE], ['Idempotency-Key: "k"'])).to.equal(201);
    await expectOwned();
    expect(await readdir(directory)).to.have.length(1);
  });
});

// --- internal ---

function fail(this: Attachment): never {
  return this.fail(409);
}

function forbid(this: Attachment): never {
  return this.fail(403);
}

function answer(this: Attachment): void {
  this.res.status(400).end();
}

function field(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

function file(name: string, content: string): string {
  return `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\n${content}`;
}

function write(method: string, path: string, user: User, parts: readonly string[], fields: readonly string[]): string {
  const body = `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`;
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `X-User: ${user}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${body.length}`,
    ...fields,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
