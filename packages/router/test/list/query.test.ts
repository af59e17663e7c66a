import { once } from 'node:events';
import { METHODS, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { Controller, type ControllerClass, type RestRouterOptions } from '../../src/index.ts';
import { onBothMajors, type Served } from '../serve.ts';

const tables = {
  thing: { id: 'integer', name: 'string', views: 'integer?', live: 'boolean', price: 'decimal?' },
} as const;
const rules = [['/thing/:id?', 'rest']] as const;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

class Thing extends Rest {}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers.
  readonly body: any;
}

onBothMajors('QUERY', (serve) => {
  async function open(options: Partial<RestRouterOptions> = {}): Promise<Served> {
    const served = serve({ rules, controllers: { thing: Thing }, ...options }, tables);
    for (let index = 1; index <= 9; index++) {
      await served.models.repository('thing').insert({
        name: index === 9 ? 'a,b' : `n${index % 3}`,
        views: index,
        live: index % 2 === 0,
        price: `${index}.5`,
      });
    }
    return served;
  }
  const ids = ({ body }: Reply) => body.map(({ id }: { id: number }) => id);

  for (const [body, expected] of [
    [{}, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [{ sort: '-id', 'views[gte]': 3, 'id[in]': [1, 5, 7] }, [7, 5]],
    [{ sort: ['name', '-id'], 'views[lt]': 4 }, [3, 1, 2]],
    [{ 'id[in]': [1] }, [1]],
    [{ 'name[in]': ['a,b'] }, [9]],
    [{ live: true, pageSize: 2 }, [2, 4]],
    [{ 'views[null]': true }, []],
    [{ price: '2.50' }, [2]],
    [{ or: [{ 'id[lte]': 2 }, { live: true, 'views[gte]': 7 }] }, [1, 2, 8]],
    [{ 'id[lt]': 9, or: [{ id: 9 }, { or: [{ id: 1 }, { 'name[contains]': 'N2', 'id[gt]': 4 }] }] }, [1, 5, 8]],
  ] as const) {
    it(`lists ${JSON.stringify(body)}`, async () => {
      const reply = await ask(await open(), JSON.stringify(body), JSON_TYPE);
      expect(reply.status).to.equal(200);
      expect(ids(reply)).to.deep.equal(expected);
      expect(reply.headers.vary).to.equal('Accept');
    });
  }

  for (const [body, expected] of [
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['sort=-id&views[gte]=3&id[in]=1,5,7', [7, 5]],
    ['name%5Bin%5D=a%2Cb&name[in]=n1&pageSize=2', [1, 4]],
  ] as const) {
    it(`lists the form ${JSON.stringify(body)}`, async () => {
      const reply = await ask(await open(), body, FORM);
      expect(reply.status).to.equal(200);
      expect(ids(reply)).to.deep.equal(expected);
    });
  }

  for (const [fields, expected] of [
    [['id', 'name'], { id: 1, name: 'n1' }],
    ['id', { id: 1 }],
  ] as const) {
    it(`shows the fields ${JSON.stringify(fields)}`, async () => {
      const { body } = await ask(await open(), JSON.stringify({ fields, pageSize: 1 }), JSON_TYPE);
      expect(body).to.deep.equal([expected]);
    });
  }

  it('links pages for GET, with a cursor for the next QUERY', async () => {
    const served = await open();
    const asked = { 'name[in]': ['a,b'], 'id[nin]': [1, 2], pageSize: 1, sort: ['-views'] };
    await served.models.repository('thing').insert({ name: 'a,b', views: 20, live: true });
    const { headers, body } = await ask(served, JSON.stringify(asked), JSON_TYPE);
    const next = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1] as string;
    expect(body[0]).to.include({ id: 10 });
    expect((await served.agent.get(next).expect(200)).body[0]).to.include({ id: 9 });
    const after = new URL(next, 'http://a').searchParams.get('after');
    expect((await ask(served, JSON.stringify({ ...asked, after }), JSON_TYPE)).body[0]).to.include({ id: 9 });
  });

  it('goes on with "or", which is no parameter of GET', async () => {
    const served = await open();
    const asked = { or: [{ 'id[in]': [1, 4] }, { name: 'a,b' }], pageSize: 2 };
    const { headers } = await ask(served, JSON.stringify(asked), JSON_TYPE);
    const next = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1] as string;
    expect((await served.agent.get(next).expect(400)).body).to.include({ code: 'E_QUERY', parameter: 'or' });
    const after = new URL(next, 'http://a').searchParams.get('after');
    expect(ids(await ask(served, JSON.stringify({ ...asked, after }), JSON_TYPE))).to.deep.equal([9]);
  });

  it('omits links that are too long for a header field', async () => {
    const served = await open();
    const asked = { 'name[nin]': Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(10)}`), pageSize: 4 };
    const byKey = await ask(served, JSON.stringify(asked), JSON_TYPE);
    expect(byKey.body).to.include({ status: 400, code: 'E_QUERY' });
    expect(byKey.body.detail).to.include('ask for page=1');
    const last = await ask(served, JSON.stringify({ ...asked, pageSize: 10 }), JSON_TYPE);
    expect(last.headers).not.to.have.property('link');
    const byNumber = await ask(served, JSON.stringify({ ...asked, page: 2 }), JSON_TYPE);
    expect(ids(byNumber)).to.deep.equal([5, 6, 7, 8]);
    expect(byNumber.headers).to.include({ 'x-total-count': '9' }).and.not.to.have.property('link');
    const shorter = await ask(
      served,
      JSON.stringify({ ...asked, 'name[nin]': asked['name[nin]'].slice(0, 200) }),
      JSON_TYPE,
    );
    expect(shorter.headers.link).to.match(/^[^,]+; rel="next"$/);
  });

  it('streams lines', async () => {
    const reply = await ask(await open(), '{"sort":"-id","pageSize":2,"fields":"id"}', JSON_TYPE, {
      accept: 'application/x-ndjson',
    });
    expect(reply.headers['content-type']).to.equal('application/x-ndjson; charset=utf-8');
    expect(reply.body).to.equal('{"id":9}\n{"id":8}\n');
  });

  for (const [body, message] of [
    ['[]', /must be an object of parameters/],
    ['null', /must be an object/],
    ['{"name":null}', /"name" is null; write "name\[null\]": true/],
    ['{"name":{"eq":"a"}}', /"name" takes text, a number, true, false or a list of them/],
    ['{"name":["a","b"]}', /given twice; for one of several values write name\[in\]/],
    ['{"id[in]":[]}', /"id\[in\]" is an empty list/],
    ['{"id[in]":[[1]]}', /takes text, a number/],
    ['{"or":[]}', /"or" is an empty list/],
    ['{"or":[{}]}', /"or" has an object without filters/],
    ['{"or":[null]}', /"or" takes a list of objects/],
    ['{"or":{"id":1}}', /"or" takes text/],
    ['{"or":["a"]}', /"or" is not known here/],
    ['{"or":[{"nme":1}]}', /"nme" is not known here/],
    ['{"or":[{"page":1}]}', /"page" is not known here/],
    ['{"or":[{"or":[{"or":[{"or":[{"id":1}]}]}]}]}', /"or" is nested more than 3 deep/],
    ['{"views":12345678901234567890}', /send it as text/],
    [JSON.stringify({ 'id[in]': Array.from({ length: 1_000 }, (_, id) => id).concat(1) }), /items/],
  ] as const) {
    it(`refuses ${body.slice(0, 60)}`, async () => {
      const reply = await ask(await open(), body, JSON_TYPE);
      expect(reply.status).to.be.oneOf([400, 413, 422]);
      expect(reply.body.detail).to.match(message);
    });
  }

  // Counted over everything that the request filters by.
  for (const [body, count] of [
    [{ or: times(201, (id) => ({ id })) }, 201],
    [{ or: [{ or: times(50, (id) => ({ id })) }, { live: true }], 'name[contains]': times(75, String) }, 201],
    [{ 'name[contains]': times(1_000, String) }, 2_000],
    [{ or: times(20, () => ({ 'name[startsWith]': times(301, String) })) }, 12_040],
    [{ 'id[in]': times(1_000, Number), or: times(3, () => ({ 'views[nin]': times(981, Number) })), id: 1 }, 201],
  ] as const) {
    it(`refuses ${count} conditions: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const served = await open({ limits: { keys: 100_000 } });
      const reply = await ask(served, JSON.stringify(body), JSON_TYPE);
      expect(reply.body).to.include({ status: 400, code: 'E_QUERY' });
      expect(reply.body.detail).to.include(`have ${count} conditions; a request may have 200`);
    });
  }

  it('takes 200 conditions', async () => {
    const body = { 'id[in]': times(1_000, Number), or: times(150, (id) => ({ id })) };
    expect(ids(await ask(await open(), JSON.stringify(body), JSON_TYPE))).to.have.length(9);
    const texts = { or: times(100, (id) => ({ 'name[contains]': `n${id}` })) };
    expect(ids(await ask(await open(), JSON.stringify(texts), JSON_TYPE))).to.have.length(8);
  });

  it('refuses parameters in the URL', async () => {
    const { status, body } = await ask(await open(), '{}', JSON_TYPE, {}, '/thing?name=n1');
    expect(status).to.equal(400);
    expect(body).to.include({ code: 'E_QUERY', parameter: 'name' });
    expect(body.detail).to.include('goes into the body of a QUERY');
  });

  for (const [what, type] of [
    ['another type', 'text/plain'],
    ['no type', undefined],
  ] as const) {
    it(`refuses a body of ${what} with Accept-Query`, async () => {
      const { status, headers, body } = await ask(await open(), 'sort=id', type);
      expect(status).to.equal(415);
      expect(headers['accept-query']).to.equal('application/json, application/x-www-form-urlencoded');
      expect(body.code).to.equal('E_MEDIA_TYPE');
    });
  }

  it('refuses a request without body and type', async () => {
    const { status, headers } = await ask(await open(), '', undefined);
    expect(status).to.equal(415);
    expect(headers['accept-query']).to.equal('application/json, application/x-www-form-urlencoded');
  });

  it('validates a body that the logic declares', async () => {
    const logic = defineLogic({
      queryAction: {
        body: {
          live: { boolean: true },
          'views[gte]': { int: { min: 5 } },
          pageSize: { int: true },
          mood: { in: ['good'] },
        },
      },
    });
    const served = await open({ logics: { thing: logic } });
    const asked = (body: object) => ask(served, JSON.stringify(body), JSON_TYPE);
    expect(ids(await asked({ live: true, 'views[gte]': 5, pageSize: 1, mood: 'good' }))).to.deep.equal([6]);
    expect((await asked({ 'views[gte]': 1 })).body).to.include({ status: 422, code: 'E_VALIDATION' });
    expect((await asked({ sort: 'id' })).body).to.include({ status: 422 });
    expect(ids(await ask(served, 'live=yes&pageSize=2', FORM))).to.deep.equal([2, 4]);
  });

  it('includes declared parameters in links', async () => {
    const body = { name: { string: true }, 'views[in]': { array: true }, pageSize: { int: true } } as const;
    const served = await open({ logics: { thing: defineLogic({ queryAction: { body } }) } });
    const asked = { name: 'n1', pageSize: 1 };
    const { headers } = await ask(served, JSON.stringify(asked), JSON_TYPE);
    const next = /<([^>]+)>; rel="next"/.exec(headers.link ?? '')?.[1] as string;
    expect(next).to.match(/[?&]name=n1&/);
    expect((await served.agent.get(next).expect(200)).body[0]).to.include({ id: 4, name: 'n1' });
    const list = await ask(served, JSON.stringify({ 'views[in]': [3, 4], pageSize: 1 }), JSON_TYPE);
    expect(list.headers.link).to.include('views%5Bin%5D=3&views%5Bin%5D=4');
  });

  it('accepts URL parameters that the logic declares', async () => {
    const logic = defineLogic({ queryAction: { query: { trace: { string: true } } } });
    const served = await open({ logics: { thing: logic } });
    expect((await ask(served, '{}', JSON_TYPE, {}, '/thing?trace=1')).status).to.equal(200);
    expect((await ask(served, '{}', JSON_TYPE, {}, '/thing?name=n1')).status).to.equal(400);
  });

  it('refuses operators from the client in a field without a type', async () => {
    const logic = defineLogic({ queryAction: { body: { name: { required: true }, 'views[in]': {} } } });
    const served = await open({ logics: { thing: logic } });
    const send = (body: object) => ask(served, JSON.stringify(body), JSON_TYPE);
    expect(ids(await send({ name: 'n1' }))).to.deep.equal([1, 4, 7]);
    expect(ids(await send({ name: ['n1', 'n2'], 'views[in]': [1, 2, 3] }))).to.deep.equal([1, 2]);
    for (const name of [
      { ne: 'n1' },
      { null: false },
      { gte: '', lte: '~' },
      { in: ['n1'] },
      {},
      [null],
      [{ ne: 'n1' }],
    ]) {
      const { status, body } = await send({ name });
      expect(status, JSON.stringify(name)).to.equal(400);
      expect(body).to.include({ code: 'E_QUERY', parameter: 'name' });
    }
    expect((await send({ name: 'n1', 'views[in]': { ne: 1 } })).status).to.equal(400);
  });

  it('accepts operators from a schema of another library', async () => {
    const jsonSchema = { input: () => ({}), output: () => ({ properties: { name: {} } }) };
    const validate = (sent: unknown) => ({ value: { name: { ne: (sent as { name: string }).name } } });
    const body = { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } } as const;
    const served = await open({ logics: { thing: defineLogic({ queryAction: { body } }) } });
    expect(ids(await ask(served, '{"name":"n1"}', JSON_TYPE))).to.deep.equal([2, 3, 5, 6, 8, 9]);
  });

  it('is listed in OPTIONS and 405 responses', async () => {
    class Plain extends Controller {
      getAction() {
        return [];
      }
    }
    const { agent } = await open();
    const types = 'application/json, application/x-www-form-urlencoded';
    await agent
      .options('/thing')
      .expect(204)
      .expect('Accept-Query', types)
      .expect('Allow', /\bQUERY\b/);
    await agent
      .put('/thing')
      .expect(405)
      .expect('Accept-Query', types)
      .expect('Allow', /\bQUERY\b/);
    for (const reply of [await agent.options('/thing/1').expect(204), await agent.post('/thing/1').expect(405)]) {
      expect(reply.headers).not.to.have.property('accept-query');
    }
    const { agent: plain } = await open({ controllers: { thing: Plain as ControllerClass } });
    expect((await plain.options('/thing').expect(204)).headers).not.to.have.property('accept-query');
    expect((await plain.post('/thing').expect(405)).headers).not.to.have.property('accept-query');
  });
});

/** Over HTTP where this Node knows the method, else as a request that the application gets directly. */
function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

async function ask(
  { app }: Served,
  body: string,
  type: string | undefined,
  headers: Record<string, string> = {},
  path = '/thing',
): Promise<Reply> {
  const knows = METHODS.includes('QUERY');
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  if (!knows) {
    // The parser refuses the method, not the router: it comes in as another one.
    server.prependListener('request', (req) => {
      req.method = 'QUERY';
    });
  }
  try {
    const sent = request({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      method: knows ? 'QUERY' : 'POST',
      path,
      agent: false,
      headers: { ...headers, ...(type && { 'content-type': type }), 'content-length': Buffer.byteLength(body) },
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    const text = (await answer.pipe(new PassThrough()).toArray()).join('');
    const isJson = /json;/.test(answer.headers['content-type'] ?? '') && !/ndjson/.test(answer.headers['content-type']);
    return { status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  } finally {
    server.close();
  }
}
