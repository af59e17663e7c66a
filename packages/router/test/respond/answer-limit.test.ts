import { Readable } from 'node:stream';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { Controller } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

const tables = { thing: { id: 'integer', name: 'string' } } as const;
const LINES = 'application/x-ndjson';

class Thing extends Rest {}
class Any extends Controller {
  getAction(): unknown {
    const { kind, size } = this.get() as { kind: string; size: string };
    const text = '\u20ac'.repeat((Number(size) - 2) / 3);
    if (kind === 'bytes') return Buffer.alloc(Number(size));
    return kind === 'stream' ? Readable.from([`"${text}"`]) : text;
  }
}

onBothMajors('the size of a response', (serve) => {
  const rules = [
    ['/thing/:id?', 'rest'],
    ['/any', 'rest'],
  ] as const;

  async function open(limits: { answer?: number }, rows = 0, length = 0) {
    const served = serve({ rules, controllers: { thing: Thing, any: Any }, limits }, tables);
    for (let index = 0; index < rows; index += 1)
      await served.models.repository('thing').insert({ name: 'x'.repeat(length) });
    return served.agent;
  }

  for (const kind of ['text', 'bytes']) {
    it(`is limited: ${kind}`, async () => {
      const agent = await open({ answer: 302 });
      await agent.get(`/any?kind=${kind}&size=302`).expect(200).expect('Content-Length', '302');
      const { status, body } = await agent.get(`/any?kind=${kind}&size=305`);
      expect({ status, code: body.code }).to.deep.equal({ status: 500, code: 'E_ANSWER_TOO_LARGE' });
    });
  }

  it('is not limited for a stream', async () => {
    const agent = await open({ answer: 1 });
    await agent.get('/any?kind=stream&size=302').expect(200);
  });

  it('allows 100 records of the maximum body size by default', async () => {
    const agent = await open({}, 100, 102_000);
    await agent.get('/thing?pageSize=100').expect(200);
  });

  for (const accept of ['application/json', LINES]) {
    it(`of a page is answered with 400 and a suitable pageSize (${accept})`, async () => {
      const agent = await open({ answer: 1_000 }, 10, 200);
      const ask = (pageSize: number) => agent.get(`/thing?page=1&pageSize=${pageSize}`).set('Accept', accept);
      const { status, body } = await ask(10);
      expect({ status, code: body.code }).to.deep.equal({ status: 400, code: 'E_PAGE_TOO_LARGE' });
      expect(body.detail).to.match(/: ask for pageSize=4, or for fewer fields\.$/);
      await ask(4).expect(200);
    });
  }

  it('of a single record is answered with 500', async () => {
    const agent = await open({ answer: 1_000 }, 2, 2_000);
    const { status, body } = await agent.get('/thing?pageSize=1');
    expect({ status, code: body.code }).to.deep.equal({ status: 500, code: 'E_ANSWER_TOO_LARGE' });
  });
});
