import { once } from 'node:events';
import { connect, constants, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Controller, createRestRouter } from '../../src/index.ts';

class Thing extends Controller {
  static forms = true;
  postAction() {
    return { body: this.post() ?? null };
  }
}

/** Without a length, a body of HTTP/2 is announced by nothing but the frames that follow. */
describe('bodies over HTTP/2', () => {
  let server: Http2Server;
  before(async () => {
    const router = createRestRouter({
      rules: [['/thing', 'rest']],
      controllers: { thing: Thing },
      limits: { body: 100, headers: 3 },
    });
    server = createServer((req, res) => {
      const next = () => router(req as never, res as never, () => undefined);
      if (req.headers['x-read'] === undefined) next();
      else req.on('end', next).resume();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  async function send(type: string, body: string, headers: object): Promise<{ status: unknown; text: string }> {
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const all = { ':method': 'POST', ':path': '/thing', 'content-type': type, ...headers };
    const stream = session.request(all, { endStream: body === '' });
    if (body !== '') stream.end(body);
    const [answer] = await once(stream, 'response');
    const text = (await stream.setEncoding('utf8').toArray()).join('');
    session.close();
    return { status: answer[':status'], text };
  }

  const JSON_TYPE = 'application/json';
  for (const [what, type, body, headers, status, text] of [
    ['JSON', JSON_TYPE, '{"a":1}', {}, 200, '{"body":{"a":1}}'],
    ['JSON of a known length', JSON_TYPE, '{"a":1}', { 'content-length': '7' }, 200, '{"body":{"a":1}}'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1', {}, 200, '{"body":{"a":"1"}}'],
    ['nothing', JSON_TYPE, '', {}, 200, '{"body":null}'],
    ['what a middleware has read', JSON_TYPE, '{"a":1}', { 'x-read': '1' }, 500, 'E_INTERNAL'],
    ['nothing that a middleware has read', JSON_TYPE, '', { 'x-read': '1' }, 200, '{"body":null}'],
    ['half of a value', JSON_TYPE, '{"a":', {}, 400, 'E_BAD_JSON'],
    ['another media type', 'text/plain', 'a', {}, 415, 'E_MEDIA_TYPE'],
    ['more than allowed', JSON_TYPE, JSON.stringify('a'.repeat(100)), {}, 413, 'E_BODY_TOO_LARGE'],
  ] as const) {
    it(`answers ${what} with ${status}`, async () => {
      const warnings: string[] = [];
      const warn = ({ message }: Error) => warnings.push(message);
      process.on('warning', warn);
      const answer = await send(type, body, headers);
      process.off('warning', warn);
      expect(warnings).to.eql([]);
      expect(answer.status).to.equal(status);
      expect(answer.text).to.include(text);
    });
  }

  it('stops reading a body that is too large after the response', async () => {
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const stream = session.request({ ':method': 'POST', ':path': '/thing', 'content-type': JSON_TYPE });
    // The client never ends it.
    stream.write('1'.repeat(101));
    let text = '';
    stream.setEncoding('utf8').on('data', (piece) => { text += piece; }); // biome-ignore format: short
    await once(stream, 'close');
    session.close();
    expect(JSON.parse(text)).to.include({ code: 'E_BODY_TOO_LARGE' });
    expect(stream.rstCode).to.equal(constants.NGHTTP2_NO_ERROR);
  });

  it('does not count pseudo-header fields', async () => {
    const fields = { 'x-1': '1', 'x-2': '2' };
    expect(await send(JSON_TYPE, '{}', fields)).to.include({ status: 200 });
    const { status, text } = await send(JSON_TYPE, '{}', { ...fields, 'x-3': '3' });
    expect(status).to.equal(431);
    expect(text).to.include('The request has 4 header fields; 3 are allowed.');
  });
});
