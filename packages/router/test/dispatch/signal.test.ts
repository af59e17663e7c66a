import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Controller, DataError, type ModelProvider, type RequestOptions } from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { onBothMajors } from '../serve.ts';

const tables = { thing: { id: 'integer', name: 'string' } } as const;
const rules = [['/thing/:id?', 'rest']] as const;

onBothMajors('the signal of a client that disconnects', (serve) => {
  // biome-ignore format: a table
  for (const [name, leave, request, act] of [
    ['resets the connection while the action runs', (socket) => socket.resetAndDestroy(), 'GET /thing HTTP/1.1\r\nHost: x\r\n\r\n', () => new Promise(() => {})],
    [
      'closes the connection while the action runs',
      (socket) => socket.destroy(),
      'POST /thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      () => new Promise(() => {}),
    ],
    [
      'closes the connection in the middle of the answer',
      (socket) => socket.destroy(),
      'GET /thing HTTP/1.1\r\nHost: x\r\n\r\n',
      () => {
        const stream = new PassThrough();
        stream.write('begun');
        return stream;
      },
    ],
    [
      'closes the connection while the action writes by itself',
      (socket) => socket.destroy(),
      'GET /thing HTTP/1.1\r\nHost: x\r\n\r\n',
      function () {
        this.res.write('begun');
        return new Promise(() => {});
      },
    ],
  ] as readonly (readonly [string, (socket: Socket) => void, string, (this: Controller) => unknown])[]) {
    it(`aborts when it ${name}`, async () => {
      let begun: (signal: AbortSignal) => void = () => {};
      const beginning = new Promise<AbortSignal>((resolve) => {
        begun = resolve;
      });
      class Thing extends Controller {
        getAction(): unknown {
          begun(this.signal);
          return act.call(this);
        }
        postAction(): unknown {
          return this.getAction();
        }
      }
      const server = serve({ rules, controllers: { thing: Thing } }).app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
      socket.write(request);
      const signal = await beginning;
      if (name.includes('answer') || name.includes('writes')) await once(socket, 'data');
      const aborted = once(signal, 'abort');
      leave(socket);
      await aborted;
      expect(signal.reason).to.have.property('message', 'The client has left.');
      server.close();
    });
  }

  it('does not abort after the response', async () => {
    let signal: AbortSignal | undefined;
    class Thing extends Controller {
      getAction() {
        signal = this.signal;
        return { a: 1 };
      }
    }
    const { agent } = serve({ rules, controllers: { thing: Thing }, timeout: 20 });
    await agent.get('/thing').expect(200);
    await sleep(40);
    expect(signal?.aborted).to.equal(false);
  });
});

onBothMajors('the signal and the model', (serve) => {
  /** Models that say what they are given, and wait for the signal in place of working. */
  function noting() {
    const models = memoryModels(tables, true);
    const given: (readonly [string, RequestOptions | undefined])[] = [];
    const provider: ModelProvider = {
      ...models,
      repository: (name, options) => {
        given.push([`repository ${name}`, options]);
        return {
          ...models.repository(name),
          insert: async (values) => {
            const signal = options?.signal as AbortSignal;
            if (!signal.aborted) await once(signal, 'abort');
            // Like a store: nothing is written, and the call fails.
            throw new DataError('unavailable', `${String(values.name)} was not written`, { cause: signal.reason });
          },
        };
      },
      transaction: (work, options) => {
        given.push(['transaction', options]);
        return work(provider);
      },
    };
    return { given, provider, models };
  }

  it('is passed to every repository and transaction', async () => {
    const { given, provider } = noting();
    let signal: AbortSignal | undefined;
    class Thing extends Controller {
      async getAction() {
        signal = this.signal;
        await this.model('thing').count();
        return this.model('thing').addMany([{ name: 'a' }, { name: 'b' }]);
      }
    }
    const { agent } = serve({ rules, controllers: { thing: Thing }, model: provider, timeout: 20 });
    await agent.get('/thing').expect(503).expect('Retry-After', '1');
    expect(given.map(([what]) => what)).to.include.members(['repository thing', 'transaction']);
    for (const [what, options] of given) expect(options?.signal, what).to.equal(signal);
  });

  it('is not made for a store that does not read it', async () => {
    const { AbortController: Original } = globalThis;
    let made = 0;
    globalThis.AbortController = class extends Original {
      constructor() {
        super();
        made += 1;
      }
    };
    const models = memoryModels(tables);
    let options: RequestOptions | undefined;
    const model: ModelProvider = {
      ...models,
      repository: (name, given) => {
        expect(options ?? given).to.equal(given);
        options = given;
        return models.repository(name);
      },
    };
    class Thing extends Controller {
      async postAction() {
        await this.model().add({ name: 'a' });
        await this.model('thing').add({ name: 'b' });
        return [made, options?.aborted, options?.signal?.aborted, made];
      }
    }
    const { agent } = serve({ rules, controllers: { thing: Thing }, model });
    try {
      await agent.post('/thing').expect(200, [0, false, false, 1]);
    } finally {
      globalThis.AbortController = Original;
    }
  });

  it('prevents writes after the deadline, through a model from before or after', async () => {
    const { provider, models } = noting();
    const told: unknown[] = [];
    class Thing extends Controller {
      async postAction() {
        const early = this.model('thing');
        for (const add of [
          () => early.add({ name: 'a' }),
          () => early.add({ name: 'b' }),
          () => this.model('thing').add({ name: 'c' }),
        ]) {
          await Promise.resolve()
            .then(add)
            .catch((error: Error) => told.push(error.message));
        }
        return { late: true };
      }
    }
    const { agent } = serve({ rules, controllers: { thing: Thing }, model: provider, timeout: 20 });
    const { body } = await agent.post('/thing').expect(503).expect('Retry-After', '1');
    expect(body.code).to.equal('E_TIMEOUT');
    while (told.length < 3) await sleep(1);
    const late = 'The request took longer than 20 ms.';
    expect(told).to.deep.equal(['a was not written', late, late]);
    expect(models.rows('thing')).to.deep.equal([]);
  });
});

onBothMajors('a signal that is accessed late', (serve) => {
  it('is aborted when the client has disconnected', async () => {
    let finish: (signal: AbortSignal) => void = () => {};
    const finished = new Promise<AbortSignal>((resolve) => {
      finish = resolve;
    });
    class Thing extends Controller {
      async getAction() {
        client.destroy();
        await once(this.res, 'close');
        finish(this.signal);
      }
    }
    const server = serve({ rules, controllers: { thing: Thing } }).app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET /thing HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await finished).reason).to.have.property('message', 'The client has left.');
    server.close();
  });

  it('is aborted after the deadline', async () => {
    let signal: AbortSignal | undefined;
    let done: (value?: unknown) => void = () => {};
    const finished = new Promise((resolve) => {
      done = resolve;
    });
    class Thing extends Controller {
      async getAction() {
        await once(this.res, 'finish');
        signal = this.signal;
        done();
      }
    }
    await serve({ rules, controllers: { thing: Thing }, timeout: 10 })
      .agent.get('/thing')
      .expect(503);
    await finished;
    expect(signal?.reason).to.have.property('message', 'The request took longer than 10 ms.');
  });
});
