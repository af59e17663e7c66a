import { type BeforeWrite, createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import supertest from 'supertest';
import { defineLogic, partial } from '../../packages/logic/src/index.ts';
import type { Models } from '../../packages/model/src/index.ts';
import { keepQuiet, MAJORS } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';

/** A table with what databases refuse by constraints; `key` is a key that counts up. */
export const createProduct = (key: string): string => `create table product (
  id ${key},
  tenant_id integer not null,
  name varchar(20) not null,
  price integer,
  stock integer check (stock >= 0),
  from_day varchar(10),
  to_day varchar(10),
  secret varchar(10),
  unique (tenant_id, name),
  unique (secret, stock),
  constraint price_is_positive check (price > 0),
  constraint product_days check (from_day <= to_day)
)`;

/** What is refused, the values, and the pointers of the answer. */
export type Refusal = readonly [what: string, values: object, pointers: readonly string[]];

/** SQLite stores text of any length. */
export const TOO_LONG: Refusal = ['text that is too long', { name: 'x'.repeat(21) }, ['/name']];

/**
 * That refusals of the constraints of a database name what the client has sent, as mocha tests.
 *
 * @param open - gives models on an empty table of {@link createProduct}; the suite closes them
 * @param further - what the store refuses besides
 */
export function describeRefusals(
  name: string,
  open: () => Promise<Models> | Models,
  further: readonly Refusal[] = [],
): void {
  describe(`refusals of constraints: ${name}`, () => {
    keepQuiet();
    let models: Models;
    let agent: ReturnType<typeof supertest>;

    before(async () => {
      models = await open();
      const createApp = MAJORS[0]?.[1] as (typeof MAJORS)[number][1];
      agent = supertest(createApp().use(createRestRouter({ rules, controllers, logics, model: models })));
    });
    after(() => models.close());

    const post = (path: string, values: object) => agent.post(path).send(values);

    it('names the columns of a conflict that the client has sent', async () => {
      await post('/product', { tenant_id: 1, name: 'chair' }).expect(201);
      const both = await post('/product', { tenant_id: 1, name: 'chair' }).expect(409);
      expect(both.body).to.include({ code: 'E_CONFLICT', detail: 'Another record has the same tenant_id and name.' });
      expect(both.body.fields).to.deep.equal(['tenant_id', 'name']);
      expect(both.body).not.to.have.property('field');
    });

    it('does not name the columns that the code has set', async () => {
      const { body } = await post('/tenant/1/product', { name: 'chair' }).expect(409);
      expect(body).to.include({ field: 'name', detail: 'Another record has the same name.' });
      expect(JSON.stringify(body)).not.to.contain('tenant_id');
      const { id } = (await post('/product', { tenant_id: 1, name: 'table' }).expect(201)).body;
      const changed = await agent.patch(`/product/${id}`).send({ name: 'chair' }).expect(409);
      expect(changed.body).to.include({ field: 'name' });
    });

    it('does not name hidden columns', async () => {
      await models.model('product').add({ tenant_id: 2, name: 'a', secret: 'x', stock: 5 });
      const { body } = await post('/product', { tenant_id: 9, name: 'set by code', stock: 5 }).expect(409);
      expect(body).to.include({ field: 'stock' });
      expect(JSON.stringify(body)).not.to.contain('secret');
    });

    for (const [what, values, pointers] of [...REFUSALS, ...further]) {
      it(`points at the columns of ${what}`, async () => {
        const { body } = await post('/product', { tenant_id: 3, name: 'lamp', ...values }).expect(422);
        expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal(pointers);
        expect(body.code).to.equal('E_VALIDATION');
      });
    }

    it('points only at the columns of a check that the client has sent, in a list at its place', async () => {
      const rug = { tenant_id: 3, name: 'rug', from_day: '2026-01-01', to_day: '2026-01-02' };
      const { id } = (await post('/product', rug).expect(201)).body;
      const { body } = await agent.patch(`/product/${id}`).send({ to_day: '2025-01-01' }).expect(422);
      expect(body.errors).to.have.length(1);
      expect(body.errors[0]).to.include({ in: 'body', pointer: '/to_day' });
      const records = [5, 0].map((price, at) => ({ tenant_id: 4, name: `n${at}`, price }));
      const list = await agent.post('/product').send(records).expect(422);
      expect(list.body.errors[0]).to.include({ in: 'body', pointer: '/1/price' });
    });

    it('points at a value that one record of a list has left out', async () => {
      const { body } = await post('/product', [{ tenant_id: 5, name: 'desk' }, { tenant_id: 5 }]).expect(422);
      expect(body.errors[0]).to.include({ in: 'body', rule: 'required' });
      expect(body.errors[0].pointer).to.match(/^(?:\/1)?\/name$/);
    });

    it('is a mistake of the code where the code has set the value', async () => {
      await post('/product', { tenant_id: 9, name: 'set by code', price: 1 }).expect(500);
    });
  });
}

// --- internal ---

const REFUSALS: readonly Refusal[] = [
  ['a named check', { price: 0 }, ['/price']],
  ['a check without a name', { stock: -1 }, ['/stock']],
  ['a check of two columns', { from_day: '2026-02-01', to_day: '2026-01-01' }, ['/from_day', '/to_day']],
];

const whole = { int: { min: -1_000 } } as const;
const text = { string: true } as const;
const fields = {
  tenant_id: whole,
  name: text,
  price: whole,
  stock: whole,
  from_day: text,
  to_day: text,
} as const;
const logic = defineLogic({
  postAction: { body: fields },
  patchAction: { body: partial(fields) },
});

class Product extends Rest {
  static bulk = true;
  static hidden = ['secret'];

  override beforeWrite({ values }: BeforeWrite) {
    if (values.name === 'set by code')
      Object.assign(values, { secret: 'x', from_day: 'b', to_day: values.stock ? 'c' : 'a' });
  }
}

const rules = [
  [/\/tenant\/(\d+)\/product(?:\/(\d+))?/, 'product?tenant_id=:1&id=:2', 'rest'],
  ['/product/:id?', 'rest'],
] as never;
const controllers = { product: Product };
const logics = { product: logic };
