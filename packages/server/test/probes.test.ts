import { expect } from 'chai';
import { createServer } from '../src/create-server.ts';
import { OptionError } from '../src/errors.ts';
import { gracefulShutdown } from '../src/graceful-shutdown.ts';
import { live, type Pingable, type Probe, ready } from '../src/probes.ts';
import { captureErrors, closeAfterEach, listen, MAJORS } from './serve.ts';

describe('probes', () => {
  closeAfterEach();

  async function probe(port: number, method = 'GET') {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method });
    const { status, headers } = response;
    return {
      status,
      text: await response.text(),
      cache: headers.get('cache-control'),
      type: headers.get('content-type'),
    };
  }

  const answer = (status: number, text: string, reason?: string) => ({
    status,
    text: JSON.stringify({ status: text, reason }),
    cache: 'no-store',
    type: 'application/json; charset=utf-8',
  });

  for (const [name, serve] of [
    ['without Express', (probe: Probe) => probe],
    ...MAJORS.map(([name, express]) => [name, (probe: Probe) => express().get('/', probe)] as const),
  ] as const) {
    it(`live answers 200 (${name})`, async () => {
      const port = await listen(createServer(serve(live())));
      expect(await probe(port)).to.deep.equal(answer(200, 'live'));
      expect(await probe(port, 'HEAD')).to.include({ status: 200, text: '' });
    });
  }

  const rows: [
    what: string,
    asked: Pingable | Pingable[] | undefined,
    wanted: ReturnType<typeof answer>,
    printed: RegExp,
  ][] = [
    ['nothing', undefined, answer(200, 'ready'), /^$/],
    ['a model', { ping: async () => undefined }, answer(200, 'ready'), /^$/],
    ['a function', () => undefined, answer(200, 'ready'), /^$/],
    [
      'a function with ping',
      Object.assign(() => fail('is not called'), { ping: () => true }),
      answer(200, 'ready'),
      /^$/,
    ],
    ['ready() before ping()', { ping: () => fail('is not called'), ready: () => true }, answer(200, 'ready'), /^$/],
    [
      'an error for clients',
      () => Promise.reject(Object.assign(new Error('not yet'), { expose: true })),
      answer(503, 'unavailable', 'not yet'),
      /^E_NOT_READY: not yet\n$/,
    ],
    ['two', [{ ping: () => undefined }, async () => true], answer(200, 'ready'), /^$/],
    [
      'one that rejects',
      [() => true, { ping: async () => fail('lost\n  it') }],
      answer(503, 'unavailable'),
      /^E_NOT_READY: lost it\n$/,
    ],
    ['one that throws', () => fail('broken'), answer(503, 'unavailable'), /^E_NOT_READY: broken\n$/],
    ['one that is false', async () => false, answer(503, 'unavailable'), /^E_NOT_READY: a ping returned false\n$/],
    [
      'one that hangs',
      { ping: () => new Promise(() => undefined) },
      answer(503, 'unavailable'),
      /^E_NOT_READY: no answer to a ping within 20 ms\n$/,
    ],
  ];
  for (const [what, asked, wanted, printed] of rows) {
    it(`ready answers ${wanted.status} for ${what}`, async () => {
      const port = await listen(createServer(ready(asked, { timeout: 20 })));
      const errors = await captureErrors(async () => {
        expect(await probe(port)).to.deep.equal(wanted);
        expect(await probe(port)).to.deep.equal(wanted);
      });
      expect(errors).to.match(printed);
    });
  }

  it('ready answers 503 while the process stops, and calls no ping', async () => {
    const server = createServer(ready(() => fail('must not be called')));
    const port = await listen(server);
    const { stop } = gracefulShutdown(server, { delay: 100 });
    const stopped = stop();
    expect(await probe(port)).to.deep.equal(answer(503, 'stopping'));
    expect(await stopped).to.equal(true);
  });

  it('ready shares one ping among concurrent probes', async () => {
    let asked = 0;
    let release: () => void = () => undefined;
    const ping = () => {
      asked += 1;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    };
    const probeOf = ready({ ping }, { timeout: 0 });
    let waiting = 0;
    let allWait: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      allWait = resolve;
    });
    const port = await listen(
      createServer((req, res) => {
        probeOf(req, res);
        waiting += 1;
        if (waiting === 5) allWait();
      }),
    );
    const five = Promise.all(Array.from({ length: 5 }, () => probe(port)));
    await arrived;
    release();
    expect((await five).map(({ status }) => status)).to.deep.equal(Array(5).fill(200));
    expect(asked).to.equal(1);
    const later = probe(port);
    while (asked < 2) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect((await later).status).to.equal(200);
  });

  it('ready prints the reason once for each outage', async () => {
    let isUp = false;
    const port = await listen(createServer(ready(() => isUp || fail('down'))));
    const statuses: number[] = [];
    const errors = await captureErrors(async () => {
      for (const up of [false, false, true, false]) {
        isUp = up;
        statuses.push((await probe(port)).status);
      }
    });
    expect(statuses).to.deep.equal([503, 503, 200, 503]);
    expect(errors).to.equal('E_NOT_READY: down\nE_NOT_READY: down\n');
  });

  for (const [what, make] of [
    ['no ping', () => ready({} as never)],
    ['null', () => ready([null] as never)],
    ['an unknown option', () => ready([], { limit: 5 } as never)],
    ['a wrong option', () => ready([], { timeout: -5 })],
  ] as const) {
    it(`ready refuses ${what}`, () => expect(make).to.throw(OptionError).with.property('code', 'E_OPTION'));
  }
});

// --- internal ---

function fail(message: string): never {
  throw new Error(message);
}
