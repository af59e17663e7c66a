import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import {
  createRestRouter,
  DataError,
  type ModelProvider,
  type Query,
  type Repository,
  type Row,
} from '../../src/index.ts';
import { memoryModels } from '../memory-models.ts';
import { type Agent, keepQuiet, MAJORS, onBothMajors } from '../serve.ts';

const LINES = 'application/x-ndjson';
const rules = [['/thing/:id?', 'rest']] as const;

class Thing extends Rest {}

onBothMajors('NDJSON lists', (serve) => {
  const tables = { thing: { id: 'integer', name: 'string', views: 'integer?' } } as const;
  async function open(options: object = {}) {
    const served = serve({ rules, controllers: { thing: Thing }, ...options }, tables);
    for (let index = 1; index <= 450; index++) {
      await served.models
        .repository('thing')
        .insert({ name: `n${index % 3}`, views: index % 7 === 0 ? null : index % 7 });
    }
    return served;
  }
  const read = (agent: Agent, path: string, accept = LINES) =>
    agent.get(path).set('Accept', accept).buffer(true).parse(asText);

  it('have every matching row as a line of JSON', async () => {
    const { agent } = await open();
    const { headers, body } = await read(agent, '/thing').expect(200);
    expect(headers).to.include({ 'content-type': 'application/x-ndjson; charset=utf-8', vary: 'Accept' });
    expect(headers).not.to.have.property('content-length');
    expect(idsOf(body)).to.deep.equal(Array.from({ length: 450 }, (_, index) => index + 1));
    expect(body.endsWith('}\n')).to.equal(true);
  });

  it('are sorted, filtered and limited by the query, and continue after a cursor', async () => {
    const { agent } = await open();
    const { body: pages } = await agent
      .get('/thing?sort=-views,name&name=n1&pageSize=100&page=1&fields=id')
      .expect(200);
    const query = 'sort=-views,name&name=n1&fields=id';
    const { body } = await read(agent, `/thing?${query}`);
    expect(idsOf(body)).to.have.length(150);
    expect(body.split('\n')[0]).to.equal(JSON.stringify(pages[0]));
    expect(idsOf(body).slice(0, 100)).to.deep.equal(pages.map(({ id }: { id: number }) => id));
    expect(idsOf((await read(agent, `/thing?${query}&pageSize=120`)).body)).to.deep.equal(idsOf(body).slice(0, 120));
    const { headers } = await agent.get(`/thing?${query}&pageSize=30`).expect(200);
    const after = /after=([\w-]+)/.exec(headers.link as string)?.[1];
    expect(idsOf((await read(agent, `/thing?${query}&after=${after}`)).body)).to.deep.equal(idsOf(body).slice(30));
  });

  it('are one page when the query has a page number', async () => {
    const { agent } = await open();
    const { headers, body } = await read(agent, '/thing?page=2&pageSize=3').expect(200);
    expect(idsOf(body)).to.deep.equal([4, 5, 6]);
    expect(headers).to.include({ 'x-total-count': '450', 'content-type': 'application/x-ndjson; charset=utf-8' });
    expect(headers.link).to.match(/rel="prev"/);
    await read(agent, '/thing?page=1&pageSize=101').expect(400);
  });

  it('are empty when nothing matches', async () => {
    const { agent } = await open();
    const { status, body } = await read(agent, '/thing?name=nothing');
    expect({ status, body }).to.deep.equal({ status: 200, body: '' });
  });

  it('are JSON when the client has no preference', async () => {
    const { agent } = await open();
    const { headers } = await read(agent, '/thing', 'application/x-ndjson, application/json').expect(200);
    expect(headers).to.include({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept' });
  });

  it('apply show and omit hidden fields', async () => {
    class Shown extends Rest {
      static hidden = ['views'];
      override show({ id, ...rest }: Row) {
        return { id, ...rest, n: 1n };
      }
    }
    const { agent } = await open({ controllers: { thing: Shown } });
    const { body } = await read(agent, '/thing?pageSize=1');
    expect(body).to.equal('{"id":1,"name":"n1","n":"1"}\n');
  });

  it('have no envelope', async () => {
    const { agent } = await open({ envelope: (data: unknown) => ({ data }) });
    expect((await read(agent, '/thing?pageSize=1&fields=id')).body).to.equal('{"id":1}\n');
  });
});

for (const [major, createApp] of MAJORS) {
  describe(`NDJSON of an endless list (${major})`, () => {
    keepQuiet();
    let source: Endless;
    let server: Server;
    beforeEach(async () => {
      source = endless();
      server = createApp()
        .use(createRestRouter({ rules, controllers: { thing: Thing }, model: source.models }))
        .listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    const ask = async (method = 'GET'): Promise<IncomingMessage> => {
      const { port } = server.address() as AddressInfo;
      const sent = get({ host: '127.0.0.1', port, path: '/thing', method, headers: { accept: LINES }, agent: false });
      return (await once(sent, 'response'))[0];
    };

    it('waits for a slow client', async () => {
      const answered = once(server, 'request');
      const answer = await ask();
      const [, res] = await answered;
      await until(() => res.writableNeedDrain);
      const before = source.reads();
      // Enough for as many batches again, if nothing held them back.
      for (let turns = 0; turns < 50 * before; turns++) await turn();
      expect(source.reads()).to.equal(before);
      answer.resume();
      await until(() => source.reads() > before + 5);
      answer.destroy();
    });

    for (const [size, most] of [
      [100, 200],
      [10_000, 26],
      [100_000, 2],
      [1_000_000, 1],
    ] as const) {
      it(`reads batches of about 256 KB: ${most} rows of ${size} bytes`, async () => {
        source.size = size;
        const answer = await ask();
        answer.resume();
        await until(() => source.batches.length > 5);
        answer.destroy();
        const [first, ...others] = source.batches;
        expect(first).to.equal(10);
        expect(new Set(others)).to.deep.equal(new Set([most]));
      });
    }

    it('leaves the event loop to other requests, also when the store never waits', async () => {
      source.size = 10;
      source.work = () => {
        // As SQLite reads a batch.
        for (const end = performance.now() + 5; performance.now() < end; );
      };
      const answer = await ask();
      answer.resume();
      const batches: number[] = [];
      while (batches.length < 10) {
        const before = source.reads();
        await turn();
        batches.push(source.reads() - before);
      }
      answer.destroy();
      // One that is sent, and one that is read ahead.
      expect(Math.max(...batches)).to.be.within(1, 2);
    });

    it('stops when the client disconnects', async () => {
      const answer = await ask();
      answer.resume();
      await until(() => source.reads() > 5);
      answer.destroy();
      await until(() => source.signal()?.aborted === true);
      const before = source.reads();
      for (let turns = 0; turns < 50 * before; turns++) await turn();
      // One batch may have been on its way.
      expect(source.reads()).to.be.at.most(before + 1);
    });

    it('resets the connection when the store fails in the middle', async () => {
      source.fail = (read) => read === 4;
      const answer = await ask();
      expect(answer.statusCode).to.equal(200);
      let text = '';
      let failure: unknown;
      try {
        for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      } catch (error) {
        failure = error;
      }
      expect(failure).to.have.property('code', 'ECONNRESET');
      expect(answer.complete).to.equal(false);
      expect(text).to.match(/^\{"id":1,/);
    });

    it('answers with a problem document when the store fails before the first row', async () => {
      source.fail = () => true;
      const answer = await ask();
      expect(answer.statusCode).to.equal(503);
      expect(answer.headers['content-type']).to.equal('application/problem+json; charset=utf-8');
    });

    it('reads one batch for HEAD', async () => {
      const full = await ask();
      full.destroy();
      await until(() => source.signal()?.aborted === true);
      const before = source.reads();
      const answer = await ask('HEAD');
      answer.resume();
      await once(answer, 'end');
      expect(answer.statusCode).to.equal(200);
      expect(answer.headers).to.include({ 'content-type': 'application/x-ndjson; charset=utf-8', vary: 'Accept' });
      expect(source.reads()).to.be.at.most(before + 1);
    });
  });
}

interface Endless {
  readonly models: ModelProvider;
  /** Batches that were read. */
  readonly reads: () => number;
  /** How many rows each of them was to have. */
  readonly batches: number[];
  /** Bytes of a row. */
  size: number;
  /** That of the last request. */
  readonly signal: () => AbortSignal | undefined;
  fail: (read: number) => boolean;
  /** What a batch waits for. */
  work: () => Promise<void> | void;
}

/** A table whose rows have no end. */
function endless(): Endless {
  let reads = 0;
  let signal: AbortSignal | undefined;
  const models = memoryModels({ thing: { id: 'integer', name: 'string' } });
  const table = models.repository('thing');
  const repository: Repository = {
    describe: () => table.describe(),
    count: (where) => table.count(where),
    findOne: (query) => table.findOne(query),
    insert: (values) => table.insert(values),
    update: (where, values) => table.update(where, values),
    delete: (where) => table.delete(where),
    findMany: async ({ after = [0], limit = 0 }: Query = {}) => {
      reads += 1;
      source.batches.push(limit);
      await source.work();
      if (source.fail(reads)) throw new DataError('unavailable', 'The store is gone');
      return Array.from({ length: limit }, (_, index) => ({
        id: Number(after[0]) + index + 1,
        name: 'x'.repeat(source.size),
      }));
    },
  };
  const source: Endless = {
    models: {
      ...models,
      repository: (_name, options) => {
        signal = options?.signal;
        return repository;
      },
    },
    reads: () => reads,
    batches: [],
    size: 10_000,
    signal: () => signal,
    fail: () => false,
    work: turn,
  };
  return source;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

function idsOf(text: string): number[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).id);
}

function asText(res: unknown, done: (error: Error | null, text: string) => void): void {
  let text = '';
  const stream = res as IncomingMessage;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
  });
  stream.on('end', () => done(null, text));
}
