import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { checkWebhook } from '../src/webhooks/check-webhook.ts';
import { isPublic, lookupPublic, type Resolve } from '../src/webhooks/public-address.ts';
import { send } from '../src/webhooks/send.ts';
import { SECRET } from './receiver.ts';

const REFUSED = 'is not in the public internet: see allowPrivate';

describe('the addresses of webhooks', () => {
  for (const address of [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.192', '192.168.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '168.63.129.16', '192.0.2.1', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1'],
    ...['fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '100::1', 'localhost', ''],
  ])
    it(`refuse ${address || 'nothing'}`, () => expect(isPublic(address)).to.equal(false));

  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])
    it(`take ${address}`, () => expect(isPublic(address)).to.equal(true));
});

describe('sending to an address', () => {
  const reached: string[] = [];
  const server = createServer((req, res) => {
    reached.push(String(req.url));
    if (req.url === '/redirect') res.writeHead(307, { location: '/private' }).end();
    else if (req.url === '/endless') {
      res.writeHead(200);
      let isOpen = true;
      res.once('close', () => {
        isOpen = false;
      });
      // In a later turn: some versions of Node report what is written behind the end of a connection at once.
      const more = () => void (isOpen && res.write('x'.repeat(10_000), () => setImmediate(more)));
      more();
    } else res.end('taken');
  });
  let port: number;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(() => void server.close());
  beforeEach(() => void reached.splice(0));

  const to = (url: string, resolve?: Resolve, allowPrivate = false) =>
    send({ url: new URL(url), headers: {}, body: '{}', allowPrivate }, resolve);

  for (const host of [
    ...['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f000001', '0177.0.0.1', '127.1'],
    ...['0', '[::]', '169.254.169.254', '%31%32%37.0.0.1', '①②⑦.0.0.1'],
  ])
    it(`refuses http://${host}`, async () => {
      const { status, text } = await to(`http://${host}:${port}/`);
      expect([status, text.endsWith(REFUSED), reached]).to.deep.equal([undefined, true, []], text);
    });

  it('refuses a name of which one address is private', async () => {
    const found = [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const { text } = await to(`http://example.com:${port}/`, async () => found);
    expect(text).to.equal(`example.com is 10.0.0.1, which ${REFUSED}`);
  });

  it('gives the connection what it has checked, whatever the name says later', async () => {
    const answers = ['8.8.8.8', '127.0.0.1', '8.8.4.4'];
    const resolve: Resolve = async () => [{ address: answers.shift() as string, family: 4 }];
    const ask = (options: object) =>
      new Promise<unknown[]>((done) => {
        lookupPublic(resolve)('rebinding.example', options, (error, ...found) => done([error?.message, ...found]));
      });
    expect(await ask({ all: true })).to.deep.equal([undefined, [{ address: '8.8.8.8', family: 4 }]]);
    const { text } = await to(`http://rebinding.example:${port}/`, resolve);
    expect(text).to.equal(`rebinding.example is 127.0.0.1, which ${REFUSED}`);
    expect(await ask({})).to.deep.equal([undefined, '8.8.4.4', 4]);
    expect([answers, reached]).to.deep.equal([[], []]);
  });

  it('follows no redirect, and reads no endless answer', async () => {
    expect(await to(`http://127.0.0.1:${port}/redirect`, undefined, true)).to.deep.equal({ status: 307, text: '' });
    expect(await to(`http://localhost:${port}/endless`, undefined, true)).to.deep.equal({
      status: 200,
      text: 'x'.repeat(200),
    });
    expect(reached).to.deep.equal(['/redirect', '/endless']);
  });

  it('says why there is no answer', async () => {
    const { status, text } = await to('http://127.0.0.1:1/', undefined, true);
    expect([status, text]).to.deep.equal([undefined, 'connect ECONNREFUSED 127.0.0.1:1']);
    expect((await to('https://no-such-host.invalid/')).text).to.match(/no-such-host\.invalid/);
  });
});

describe('a webhook that is written wrong', () => {
  const right = { name: 'hook', resource: 'issue', url: 'https://example.com/in', secret: SECRET };
  for (const [member, value, message] of [
    ['name', '', 'A webhook|has the name ""'],
    ['name', 'n'.repeat(61), 'has the name'],
    ['resource', 'issue?state=open', 'has the resource "issue?state=open"'],
    ['payload', 'fat', 'has the payload "fat"'],
    ['actions', ['changed'], 'has the actions ["changed"]'],
    ['secret', 'whsec_AAAA', 'has a secret that is none'],
    ['secret', [], 'has a secret that is none'],
    ['secret', undefined, 'has a secret that is none'],
    ['url', 'http://example.com', 'has the url "http://example.com"'],
    ['url', 'ftp://example.com', 'has the url "ftp://example.com"'],
    ['url', '/in', 'has the url "/in"'],
    ['as', 1, 'has the user 1'],
  ] as const)
    it(`is refused for its ${member} ${JSON.stringify(value)?.slice(0, 40)}`, () => {
      const part = message.split('|').at(-1) as string;
      const refused = () => checkWebhook({ ...right, [member]: value } as never);
      expect(refused).to.throw(part).with.property('code', 'E_WEBHOOK');
      if (member === 'secret') expect(refused).to.throw().with.property('message').not.contains('AAAA');
    });

  it('is taken otherwise, with its filter', () => {
    expect(checkWebhook({ ...right, filter: { state: ['open', 'new'], q: 'a b' } }).list).to.equal(
      '/issue?state=open&state=new&q=a+b',
    );
    expect(checkWebhook({ ...right, resource: '/a/1/issue', filter: '?x=1' }).list).to.equal('/a/1/issue?x=1');
  });
});
