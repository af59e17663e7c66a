import type { AddressInfo } from 'node:net';
import { defineLogic } from '@rest-gen/logic';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { type Models, type Row, sql } from '../../packages/model/src/index.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';
import { rejected } from './fixture.ts';
import { withServer } from './with-server.ts';

class Item extends Rest {}
class Lines extends Rest {
  static bulk = ['post', 'patch', 'delete'];
  static upsert = true;
}

const TABLES = [
  'create table order_line (product_id integer not null, order_id integer not null, quantity integer not null, note varchar(20), primary key (order_id, product_id))',
  'create table word (lang varchar(60) not null, name varchar(60) not null, n integer, primary key (lang, name))',
  "create table part (kind varchar(8) default 'a' not null, place integer default 0 not null, n integer, primary key (kind, place))",
  'create table unit (id int primary key, n integer)',
  'create table country (code varchar(8) not null primary key, name varchar(20))',
];

const line = { order_id: { required: true, int: true }, product_id: { required: true, int: true } } as const;
const amount = { quantity: { required: true, int: true }, note: { string: true } } as const;
const word = { lang: { string: true, length: { min: 0 } }, name: { string: true, length: { min: 0 } } } as const;
const country = { code: { required: true, string: true, length: { min: 0, max: 8 } }, name: { string: true } } as const;

const LOGICS = {
  order_line: defineLogic({
    postAction: { body: { ...line, ...amount } },
    putAction: { body: { order_id: { int: true }, product_id: { int: true }, ...amount } },
    patchAction: { body: { order_id: { int: true }, quantity: { int: true }, note: { string: true } } },
  }),
  word: defineLogic({
    postAction: { body: { ...word, n: { int: true } } },
    patchAction: { body: { n: { int: true } } },
  }),
  part: defineLogic({
    postAction: { body: { kind: { string: true }, place: { int: true }, n: { int: true } } },
    patchAction: { body: { n: { int: true } } },
  }),
  unit: defineLogic({ postAction: { body: { id: { required: true, int: true }, n: { int: true } } } }),
  country: defineLogic({
    postAction: { body: country },
    putAction: { body: country },
    patchAction: { body: { code: { string: true }, name: { string: true } } },
  }),
};

/** Texts that a path carries as they are, encoded, or not at all. */
const TEXTS = [
  'a',
  'a,b',
  'a%2Cb',
  'a/b',
  '.',
  '..',
  '...',
  '~a',
  'a~',
  '?#&=+',
  'ä😀',
  'a b',
  '"<>\\^`{|}',
  '',
  "it's",
];

/**
 * Keys of several columns, and keys that clients choose, over HTTP.
 *
 * @param open - gives models on an empty database; the suite closes them
 * @param ending - of the definition of a table
 */
export function describeKeys(name: string, open: () => Promise<Models> | Models, ending = ''): void {
  describe(`keys of clients and of several columns: ${name}`, () => {
    keepQuiet();
    let models: Models;
    let url: string;
    let close: () => Promise<void>;

    before(async () => {
      models = await open();
      for (const table of TABLES) await sql.raw(table + ending).execute(models.kysely);
      const router = createRestRouter({
        rules: [
          ['/order/:order_id/line/:id?', '/order_line', 'rest'],
          ...Object.keys(LOGICS).map((table) => [`/${table}/:id?`, 'rest'] as const),
        ],
        controllers: { order_line: Lines, word: Item, part: Lines, unit: Item, country: Item },
        logics: LOGICS,
        model: models,
        log: false,
      });
      await router.ready;
      const server = express().use(router).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      close = async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      };
    });
    after(async () => {
      await close();
      await models.close();
    });
    beforeEach(async () => {
      for (const table of Object.keys(LOGICS)) await models.repository(table).delete({});
    });

    interface Answer {
      readonly status: number;
      readonly body: unknown;
      readonly location: string | null;
      readonly tag: string | null;
      readonly next: string | undefined;
    }

    async function send(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const init = {
        method,
        headers: { ...type, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      const answer = await fetch(url + path, init);
      const text = await answer.text();
      return {
        status: answer.status,
        body: text === '' ? undefined : JSON.parse(text),
        location: answer.headers.get('location'),
        tag: answer.headers.get('etag'),
        next: /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
      };
    }

    const two = [
      { order_id: 7, product_id: 3, quantity: 1, note: null },
      { order_id: 7, product_id: 4, quantity: 2, note: null },
      { order_id: 8, product_id: 3, quantity: 3, note: null },
    ];
    const shown = ({ order_id, product_id, quantity, note }: (typeof two)[number]): Row => ({
      product_id,
      order_id,
      quantity,
      note,
    });
    const addAll = async (): Promise<void> => {
      const { note: _, ...first } = two[0] as (typeof two)[number];
      expect(await send('POST', '/order_line', first)).to.deep.include({ status: 201, location: '/order_line/7,3' });
      const others = two.slice(1).map(({ note: _note, ...values }) => values);
      expect((await send('POST', '/order_line', others)).body).to.deep.equal(two.slice(1).map(shown));
    };

    it('POST writes a declared key, and refuses one that exists', async () => {
      await addAll();
      expect((await send('GET', '/order_line/7,3')).body).to.deep.equal(shown(two[0] as (typeof two)[number]));
      const again = await send('POST', '/order_line', { order_id: 7, product_id: 3, quantity: 1 });
      expect(again).to.deep.include({ status: 409 });
      expect(await send('POST', '/country', { code: 'fr', name: 'France' })).to.deep.include({
        status: 201,
        location: '/country/fr',
      });
      expect((await send('POST', '/country', { code: 'fr' })).status).to.equal(409);
    });

    it('no record is added without its key', async () => {
      const { status, body } = await send('POST', '/unit', { n: 1 });
      expect(status).to.equal(422);
      expect(body).to.nested.include({ 'errors[0].pointer': '/id', 'errors[0].rule': 'required' });
      for (const [table, values, field] of [
        ['unit', { n: 1 }, 'id'],
        ['unit', { id: null, n: 1 }, 'id'],
        ['order_line', { order_id: 7, quantity: 1 }, 'product_id'],
        ['word', { lang: 'en', n: 1 }, 'name'],
      ] as const)
        await rejected(models.repository(table).insert(values), 'not_null', field);
    });

    it('PUT and PATCH may repeat a key, and not change it', async () => {
      await addAll();
      await send('POST', '/country', { code: 'fr', name: 'France' });
      expect((await send('PATCH', '/country/fr', { code: 'fr', name: 'f' })).body).to.deep.equal({
        code: 'fr',
        name: 'f',
      });
      for (const method of ['PUT', 'PATCH']) {
        const { status, body } = await send(method, '/country/fr', { code: 'de', name: 'x' });
        expect(status).to.equal(422);
        expect(body).to.nested.include({ 'errors[0].pointer': '/code', 'errors[0].rule': 'readOnly' });
      }
      const put = { ...two[0], quantity: 9 };
      expect((await send('PUT', '/order_line/7,3', put)).body).to.deep.equal(shown(put as (typeof two)[number]));
      expect((await send('PATCH', '/order_line/7,3', { order_id: 8, quantity: 1 })).status).to.equal(422);
    });

    it('a composite key names one record for every method', async () => {
      await addAll();
      const { tag } = await send('GET', '/order_line/7,4');
      const headers = { 'If-Match': tag as string };
      expect((await send('PATCH', '/order_line/7,4', { quantity: 5 }, headers)).body).to.include({ quantity: 5 });
      expect((await send('PATCH', '/order_line/7,4', { quantity: 6 }, headers)).status).to.equal(412);
      expect((await send('DELETE', '/order_line/7,3')).status).to.equal(204);
      const { body } = await send('GET', '/order_line');
      expect((body as Row[]).map(({ quantity }) => quantity)).to.deep.equal([5, 3]);
      for (const path of ['7', '7,3', '7,4,1', '7%2C4', ',4', '7,', 'a,b'])
        expect((await send('GET', `/order_line/${path}`)).status, path).to.equal(404);
    });

    it('PUT adds a record under its composite key', async () => {
      const added = await send('PUT', '/order_line/5,6', { order_id: 5, product_id: 6, quantity: 1 });
      expect(added).to.deep.include({ status: 201, location: '/order_line/5,6' });
      expect((await send('GET', '/order_line/5,6')).body).to.include({ order_id: 5, product_id: 6 });
      expect((await send('PUT', '/order_line/5,7', { order_id: 6, quantity: 1 })).status).to.equal(422);
    });

    it('PUT adds no record under a key that contradicts the parent in the path', async () => {
      expect(await send('PUT', '/order/7/line/7,3', { quantity: 1 })).to.deep.include({
        status: 201,
        location: '/order/7/line/7,3',
      });
      expect((await send('PUT', '/order/8/line/7,3', { quantity: 2 })).status).to.equal(404);
      expect((await send('PUT', '/order/8/line/9,3', { quantity: 2 })).status).to.equal(404);
      expect((await send('GET', '/order_line')).body).to.deep.equal([
        { product_id: 3, order_id: 7, quantity: 1, note: null },
      ]);
    });

    it('a policy refuses no PUT of a key that another request has just added', async () => {
      const own = await open();
      await sql
        .raw(`create table shelf (hall integer, nr integer, n integer, primary key (hall, nr))${ending}`)
        .execute(own.kysely);
      const body = { n: { int: true } } as const;
      const router = createRestRouter({
        rules: [['/shelf/:id?', 'rest']],
        controllers: { shelf: Lines },
        logics: { shelf: defineLogic({ putAction: { body } }) },
        policies: { shelf: { read: 'everyone', create: 'everyone', update: { hall: 9 } } },
        model: own,
        log: false,
      });
      await withServer(router, async (ask) => {
        for (let nr = 1; nr <= 5; nr += 1) {
          const puts = Array.from({ length: 12 }, (_, n) => ask('PUT', `/shelf/9,${nr}`, { n }));
          const statuses = (await Promise.all(puts)).map(({ status }) => status);
          expect(statuses.toSorted()).to.deep.equal([...Array(11).fill(200), 201]);
        }
        expect((await ask('PUT', '/shelf/8,1', { n: 1 })).status).to.equal(201);
        expect((await ask('PUT', '/shelf/8,1', { n: 2 })).status).to.equal(403);
      });
      await own.close();
    });

    it('lists go on by all columns of the key', async () => {
      await addAll();
      for (const sort of ['', '&sort=-quantity', '&sort=product_id', '&sort=-product_id', '&sort=note']) {
        const all = (await send('GET', `/order_line?pageSize=100${sort}`)).body as Row[];
        expect(all).to.have.length(3);
        const walked: Row[] = [];
        for (let path: string | undefined = `/order_line?pageSize=1${sort}`; path !== undefined; ) {
          const page: Answer = await send('GET', path);
          walked.push(...(page.body as Row[]));
          path = page.next;
        }
        expect(walked, sort).to.deep.equal(all);
      }
      const found = (await send('GET', '/order_line?order_id=7&product_id[gte]=4')).body;
      expect(found).to.deep.equal([shown(two[1] as (typeof two)[number])]);
    });

    it('change and delete many', async () => {
      await addAll();
      const headers = { Prefer: 'max-affected=5' };
      const { body } = await send('PATCH', '/order_line?order_id=7', { note: 'x' }, headers);
      expect((body as Row[]).map(({ product_id, note }) => [product_id, note])).to.have.deep.members([
        [3, 'x'],
        [4, 'x'],
      ]);
      expect((await send('DELETE', '/order_line?product_id=3', undefined, headers)).status).to.equal(204);
      expect((await send('GET', '/order_line')).body).to.have.length(1);
    });

    it('many records by their keys are one statement, however many they are', async () => {
      const list = Array.from({ length: 1_000 }, (_, at) => ({ order_id: at, product_id: at % 7, quantity: at }));
      expect((await send('POST', '/order_line', list)).body).to.have.length(1_000);
      const headers = { Prefer: 'max-affected=1000' };
      expect((await send('PATCH', '/order_line?quantity[gte]=0', { note: 'y' }, headers)).body).to.have.length(1_000);
    });

    it('a column of a key that has a default can be left out', async () => {
      expect(await send('POST', '/part', { n: 1 })).to.deep.include({ status: 201, location: '/part/a,0' });
      expect((await send('GET', '/part/a,0')).body).to.deep.equal({ kind: 'a', place: 0, n: 1 });
      const others = [
        { place: 1, n: 2 },
        { kind: 'b', n: 3 },
      ];
      expect((await send('POST', '/part', others)).body).to.deep.equal([
        { kind: 'a', place: 1, n: 2 },
        { kind: 'b', place: 0, n: 3 },
      ]);
      expect((await send('POST', '/part', { n: 4 })).status).to.equal(409);
    });

    it('a text of any content, alone and beside another one', async () => {
      for (const code of TEXTS) {
        const added = await send('POST', '/country', { code: code.slice(0, 8), name: 'x' });
        expect(added.status, JSON.stringify([code, added.body])).to.equal(201);
        expect((await send('GET', added.location as string)).body, code).to.deep.equal({
          code: code.slice(0, 8),
          name: 'x',
        });
      }
      for (const lang of TEXTS)
        for (const text of ['x', 'a,b', '', '~', '/']) {
          const added = await send('POST', '/word', { lang, name: text, n: 1 });
          expect(added.status, JSON.stringify([lang, text, added.body])).to.equal(201);
          const record = { lang, name: text, n: 1 };
          expect((await send('GET', added.location as string)).body).to.deep.equal(record);
        }
      const { body } = await send('GET', '/word?pageSize=100');
      expect(body).to.have.length(TEXTS.length * 5);
    });

    it('a key has one spelling', async () => {
      await send('POST', '/country', { code: 'fr', name: 'x' });
      for (const path of ['~ZnI', '~', '~Zn*', '~Zg=='])
        expect((await send('GET', `/country/${path}`)).status, path).to.equal(404);
    });
  });
}
