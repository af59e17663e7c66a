import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { start, type Target, VARIANTS } from './target.ts';
import { made, more, open, says } from './waiting.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

// Longer than the timeout of actions: a connection that is closed as idle first would get no 503.
const hurried = { headersTimeout: 500, requestTimeout: 1_000, idleTimeout: 1_500, connectionsCheckingInterval: 50 };

describeAttacks(
  'slow clients',
  [
    {
      name: 'nothing is sent',
      send: (target) => open(target).closed.then(() => target.ask('GET', '/plain')),
      answer: 200,
    },
    { name: 'a head that goes on', send: drips('GET / HTTP/1.1\r\nHost: x\r\nA: ', 'a'), answer: 408 },
    { name: 'header fields that go on', send: drips('GET / HTTP/1.1\r\nHost: x\r\n', 'A: 1\r\n'), answer: 408 },
    { name: 'a second head that goes on', send: drips(`${beginGet('/plain')}GET / HTTP/1.1\r\nA: `, 'a'), answer: 200 },
    ...(
      [
        ['JSON', { ...JSON_TYPE, 'Content-Length': '99999' }, ' '],
        ['chunked JSON', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }, '1\r\n \r\n'],
        ['a form', { ...FORM, 'Content-Length': '99999' }, 'a'],
        ['a form in gzip', { ...FORM, 'Content-Length': '99999', 'Content-Encoding': 'gzip' }, gzipSync('')],
      ] as const
    ).map(
      ([what, fields, piece]): Attack => ({
        name: `a body that goes on: ${what}`,
        send: drips(request('POST', '/wait', { fields }), piece),
        answer: 408,
        check: says(408, 'E_BODY_TIMEOUT'),
      }),
    ),
    {
      name: 'a body that goes on, and that nobody reads',
      send: drips(request('GET', '/plain', { fields: { 'Content-Length': '99999' }, isKept: true }), 'a'),
      answer: 200,
    },
    {
      name: 'an action that never ends',
      send: request('GET', '/wait/never'),
      answer: 503,
      check: says(503, 'E_TIMEOUT'),
    },
    {
      name: 'an answer without end that is not read',
      send: (target) => unread(target, beginGet('/wait/endless')),
      answer: 200,
      // 64 KB each; what is beyond some MB of the system's own stays with the action, which is told to stop.
      check: () => {
        expect(made.count).to.be.within(1, 1_000);
        expect(made.isOpen).to.equal(false);
      },
    },
    {
      name: 'ten thousand requests at once whose answers are not read',
      send: (target) => unread(target, beginGet('/wait/large').repeat(10_000)),
      answer: 200,
      // An answer of 16 KB that the system has taken makes room for another request.
      check: () => expect(made.count).to.be.within(1, 1_000),
    },
  ],
  { ...more, timeout: 500 },
  hurried,
);

describe('times of a server', () => {
  for (const variant of VARIANTS.filter(({ capture }) => capture === '[^/]+')) {
    it(`are what the pages say (${variant.name})`, async () => {
      const { server, close } = await start(variant);
      const { headersTimeout, requestTimeout } = server;
      const ours = { headersTimeout: 20_000, requestTimeout: 0 };
      const nodes = { headersTimeout: 60_000, requestTimeout: 300_000 };
      await close();
      expect({ headersTimeout, requestTimeout }).to.deep.equal(variant.isOurServer ? ours : nodes);
    });
  }
});

// --- internal ---

function beginGet(path: string): string {
  return request('GET', path, { isKept: true }).toString('latin1');
}

/** Send a beginning, and then the same piece again and again, until the server closes the connection. */
function drips(head: string | Uint8Array, piece: string | Uint8Array) {
  return async (target: Target): Promise<Answer[]> => {
    const { socket, closed } = open(target);
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 20);
    const answers = await closed;
    clearInterval(timer);
    return answers;
  };
}

/** Send requests and read nothing, until the server has closed the connection; then what the system still had. */
async function unread(target: Target, requests: string): Promise<Answer[]> {
  made.count = 0;
  const accepted = once(target.server, 'connection');
  const { socket, closed } = open(target);
  socket.pause();
  const [peer] = (await accepted) as [Socket];
  socket.write(requests);
  await new Promise((resolve) => peer.once('close', resolve));
  socket.resume();
  return closed;
}
