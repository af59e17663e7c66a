import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createPlainServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { defineLogic } from '@rest-gen/logic';
import { createServer } from '@rest-gen/server';
import { expect } from 'chai';
import supertest from 'supertest';
import {
  type AnswerMessage,
  Controller,
  createRestRouter,
  type MatchMessage,
  type StepMessage,
} from '../../src/index.ts';
import { tables } from '../idempotency/orders.ts';
import { memoryModels } from '../memory-models.ts';
import { keepQuiet, MAJORS } from '../serve.ts';

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
const CHANNELS = ['rest-gen.match', 'rest-gen.answer'].concat(
  ['logic', 'action'].flatMap((step) => EVENTS.map((event) => `tracing:rest-gen.${step}:${event}`)),
);
type Message = MatchMessage | StepMessage | AnswerMessage;

/** `match`, `action:start`, and what each of them said. */
let heard: [name: string, message: Message][] = [];
const store = new AsyncLocalStorage<unknown>();

class Post extends Controller {
  getAction() {
    if (this.get('id') === '13') throw new Error('no luck');
    return { id: this.id ?? null };
  }
  async postAction() {
    await new Promise(setImmediate);
    return this.success({ store: store.getStore() === undefined ? null : 'bound' });
  }
  async deleteAction() {
    await new Promise(setImmediate);
    throw new TypeError('not today');
  }
  async putAction() {
    this.res.write('half of it');
    await new Promise((_, reject) => this.signal.addEventListener('abort', () => reject(new Error('left'))));
  }
}
class Order extends Controller {
  static idempotent = true;
  async postAction() {
    return { ordered: true };
  }
}
class Slow extends Controller {
  getAction() {
    return new Promise(() => {});
  }
}
const logic = defineLogic({ postAction: { body: { title: { required: true, string: true } } } });
const options = () => ({
  rules: [
    [/\/post(?:\/(\d+))?/, 'post?id=:1', 'rest'],
    { match: '/api', rules: [[/\/api\/(\w+)/, ':1', 'rest']] },
  ] as const,
  controllers: { post: Post, order: Order, slow: Slow },
  logics: { post: logic },
  model: memoryModels(tables) as never,
  timeout: 50,
});

const KEYS = ['req', 'res', 'rule', 'route', 'controller', 'action', 'duration'];
const MORE: Readonly<Record<string, readonly string[]>> = {
  match: [],
  answer: ['status', 'aborted', 'replayed', 'error'],
};

/** What a message says beside the request and the response; it has the members that are documented, and no others. */
function saysNoMore(name: string, { req, res, ...said }: Message): string {
  expect(Object.keys({ req, res, ...said })).to.have.members([...KEYS, ...(MORE[name] ?? ['error'])]);
  return JSON.stringify(said);
}

function listen(message: unknown, name: string | symbol): void {
  heard.push([String(name).replace(/^(?:tracing:)?rest-gen\./, ''), message as Message]);
}

const names = () => heard.map(([name]) => name);

function messageOf<T = AnswerMessage>(name: string): T {
  return heard.find(([other]) => other === name)?.[1] as T;
}

async function answered(): Promise<AnswerMessage> {
  // The end of a connection may be noticed after the client has gone on.
  while (!names().includes('answer')) await new Promise(setImmediate);
  return messageOf('answer');
}

const SERVERS: readonly (readonly [name: string, make: () => Server])[] = [
  ...MAJORS.flatMap(([name, create]) => [
    [name, () => createPlainServer(create().use(createRestRouter(options())))] as const,
    [`createServer and ${name}`, () => createServer(create().use(createRestRouter(options()))) as Server] as const,
  ]),
  ['node:http', () => createPlainServer(createRestRouter(options()) as never)],
];

describe('observe', () => {
  keepQuiet();
  beforeEach(() => {
    heard = [];
    for (const name of CHANNELS) subscribe(name, listen);
  });
  afterEach(() => {
    for (const name of CHANNELS) unsubscribe(name, listen);
  });

  for (const [name, make] of SERVERS) {
    describe(`under ${name}`, () => {
      let server: Server;
      let agent: ReturnType<typeof supertest>;
      let port: number;
      beforeEach(async () => {
        server = make().listen(0, '127.0.0.1');
        await once(server, 'listening');
        ({ port } = server.address() as AddressInfo);
        agent = supertest(`http://127.0.0.1:${port}`);
      });
      afterEach(() => {
        server.closeAllConnections();
        server.close();
      });

      it('publishes a synchronous action', async () => {
        await agent.get('/post/7').expect(200);
        const { req, status, duration, aborted, replayed, error } = await answered();
        expect(names()).to.deep.equal(['match', 'action:start', 'action:end', 'answer']);
        expect({ status, aborted, replayed, error }).to.deep.equal({
          status: 200,
          aborted: false,
          replayed: false,
          error: undefined,
        });
        for (const [, message] of heard) {
          expect(message).to.include({ req, rule: '1', route: '/post/{id}', controller: 'post', action: 'getAction' });
        }
        expect(duration).to.be.at.least(messageOf<StepMessage>('action:end').duration as number);
        expect(messageOf<MatchMessage>('match').duration).to.be.within(0, duration);
      });

      it('publishes logic and an asynchronous action', async () => {
        await agent.post('/post').send({ title: 'secret' }).expect(200);
        await answered();
        expect(names()).to.deep.equal([
          'match',
          'logic:start',
          'logic:end',
          'action:start',
          'action:end',
          'action:asyncStart',
          'action:asyncEnd',
          'answer',
        ]);
        expect(messageOf<StepMessage>('action:start')).to.equal(messageOf<StepMessage>('action:asyncEnd'));
        for (const [name, message] of heard) expect(saysNoMore(name, message)).not.to.include('secret');
      });

      it('publishes no parameter, query or result', async () => {
        const id = '4711'.repeat(5);
        await agent.get(`/post/${id}?a=a${id}`).set('X-Secret', id).expect(200, { id });
        await answered();
        expect(names()).to.deep.equal(['match', 'action:start', 'action:end', 'answer']);
        for (const [name, message] of heard) expect(saysNoMore(name, message)).not.to.include(id);
      });

      it('runs an action with bound stores', async () => {
        const start = channel('tracing:rest-gen.action:start');
        start.bindStore(store, (message) => message);
        try {
          const { body } = await agent.post('/post').send({ title: 'x' });
          expect(body).to.deep.equal({ store: 'bound' });
        } finally {
          start.unbindStore(store);
        }
      });

      it('publishes validation errors', async () => {
        await agent.post('/post').send({}).expect(422);
        expect(await answered()).to.include({ status: 422 });
        expect((await answered()).error).to.have.property('code', 'E_VALIDATION');
        expect(names()).to.deep.equal(['match', 'logic:start', 'logic:end', 'answer']);
      });

      it('publishes synchronous and asynchronous errors', async () => {
        await agent.get('/post/13').expect(500);
        const { error } = await answered();
        expect(error).to.have.property('message', 'no luck');
        expect(names()).to.deep.equal(['match', 'action:start', 'action:error', 'action:end', 'answer']);
        expect(messageOf<StepMessage>('action:error').error).to.equal(error);
        heard = [];
        await agent.delete('/post/1').expect(500);
        expect((await answered()).error).to.be.instanceOf(TypeError);
        expect(names()).to.deep.equal([
          'match',
          'action:start',
          'action:end',
          'action:error',
          'action:asyncStart',
          'action:asyncEnd',
          'answer',
        ]);
      });

      it('publishes OPTIONS, 405, a missing controller and HEAD', async () => {
        for (const [method, path, status, said, action] of [
          ['options', '/post', 204, ['match', 'answer'], undefined],
          ['patch', '/post/1', 405, ['match', 'answer'], undefined],
          ['get', '/api/none', 404, ['answer'], undefined],
          ['head', '/post/1', 200, ['match', 'action:start', 'action:end', 'answer'], 'getAction'],
        ] as const) {
          heard = [];
          await agent[method](path).expect(status);
          expect(await answered()).to.include({ status, action });
          expect(names(), path).to.deep.equal(said);
        }
      });

      it('publishes nothing when no rule matches', async () => {
        await agent.get('/other').expect(404);
        expect(names()).to.deep.equal([]);
      });

      it('publishes replayed responses', async () => {
        for (const replayed of [false, true]) {
          heard = [];
          await agent.post('/api/order').set('Idempotency-Key', 'k1').expect(200);
          expect(await answered()).to.include({ replayed, status: 200, rule: '2.1', route: '/api/order' });
          expect(names().includes('action:start')).to.equal(!replayed);
        }
      });

      it('publishes a timeout', async () => {
        await agent.get('/api/slow').expect(503);
        expect((await answered()).error).to.have.property('code', 'E_TIMEOUT');
      });

      it('publishes aborted requests, before and during the response', async () => {
        const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n'));
        while (!names().includes('action:start')) await new Promise(setImmediate);
        socket.destroy();
        expect(await answered()).to.include({ status: undefined, aborted: true, controller: 'slow' });
        heard = [];
        const sent = request({ port, host: '127.0.0.1', method: 'PUT', path: '/post/1' }).end();
        sent.on('error', () => {});
        const [response] = await once(sent, 'response');
        response.on('error', () => {});
        sent.destroy();
        expect(await answered()).to.include({ status: 200, aborted: true, action: 'putAction' });
      });
    });
  }
});
