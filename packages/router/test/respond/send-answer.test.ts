import { expect } from 'chai';
import { Controller, createRestRouter } from '../../src/index.ts';
import { askOnce, WAYS } from '../raw-http.ts';
import { keepQuiet } from '../serve.ts';

const RECORDS: Record<string, unknown> = {
  ascii: { id: 1, title: 'plain' },
  wide: { title: 'é 日本 💩' },
};

class Thing extends Controller {
  getAction() {
    const field = this.header('X-Field');
    if (field !== undefined) this.res.setHeader('X-Field', field);
    if (this.id === 'none') this.fail(404, 'é');
    return RECORDS[this.id];
  }
  postAction() {
    return { id: 'a b', body: this.post() };
  }
  deleteAction() {}
}

const router = () => createRestRouter({ rules: [['/thing/:id?', 'rest']], controllers: { thing: Thing } });

for (const [way, listenerOf] of WAYS) {
  describe(`bytes of a response (${way})`, () => {
    keepQuiet();
    const powered = way === 'node:http' ? '' : 'X-Powered-By: Express\r\n';
    const ask = (lines: string[], body?: string) => askOnce(listenerOf(router()), lines, body);
    const sortHead = (text: string) => text.split('\r\n\r\n')[0]?.split('\r\n').sort().join('\r\n');

    // biome-ignore format: a table
    for (const [name, lines, body, status, fields, sent] of [
      [
        'GET',
        ['GET /thing/ascii HTTP/1.1'],
        '',
        '200 OK',
        'Content-Type: application/json; charset=utf-8\r\nETag: "pHzSZG6DaAZjsLs6e6zfVEer3aU"\r\nContent-Length: 24\r\n',
        '{"id":1,"title":"plain"}',
      ],
      [
        'HEAD',
        ['HEAD /thing/ascii HTTP/1.1'],
        '',
        '200 OK',
        'Content-Type: application/json; charset=utf-8\r\nETag: "pHzSZG6DaAZjsLs6e6zfVEer3aU"\r\nContent-Length: 24\r\n',
        '',
      ],
      ['304', ['GET /thing/ascii HTTP/1.1', 'If-None-Match: "pHzSZG6DaAZjsLs6e6zfVEer3aU"'], '', '304 Not Modified', 'ETag: "pHzSZG6DaAZjsLs6e6zfVEer3aU"\r\n', ''],
      [
        'POST',
        ['POST /thing HTTP/1.1', 'Content-Type: application/json'],
        '{"a":1}',
        '200 OK',
        'Content-Type: application/json; charset=utf-8\r\nContent-Length: 27\r\n',
        '{"id":"a b","body":{"a":1}}',
      ],
      ['204', ['DELETE /thing/1 HTTP/1.1'], '', '204 No Content', '', ''],
      ['OPTIONS', ['OPTIONS /thing/1 HTTP/1.1'], '', '204 No Content', 'Allow: GET, HEAD, DELETE, OPTIONS\r\n', ''],
    ] as const) {
      // biome-ignore format: one answer a line
      it(`are sent in one write for ${name}`, async () => {
        const { text, writes } = await ask([...lines], body);
        const head = `HTTP/1.1 ${status}\r\n${powered}${fields}Connection: close`;
        expect(sortHead(text)).to.equal(sortHead(`${head}\r\n\r\n`));
        expect(text.split('\r\n\r\n')[1]).to.equal(sent);
        expect(writes).to.have.length(1);
      });
    }

    for (const field of ['plain', 'caf\u00e9'] as const) {
      for (const id of ['ascii', 'wide', 'none'] as const) {
        it(`include the field "${field}" and the ${id} body, each in its own encoding`, async () => {
          const lines = [`GET /thing/${id} HTTP/1.1`, `X-Field: ${field}`];
          const { fields, body, status } = await ask(lines);
          // What a client sends in UTF-8 comes to the action, and back from it, as the same bytes.
          expect(Buffer.from(fields.get('x-field') ?? '', 'latin1').toString()).to.equal(field);
          if (status === 200) expect(JSON.parse(body)).to.deep.equal(RECORDS[id]);
          else expect(JSON.parse(body)).to.include({ code: 'E_NOT_FOUND', detail: 'é' });
          expect(Number(fields.get('content-length'))).to.equal(Buffer.byteLength(body));
        });
      }
    }
  });
}
