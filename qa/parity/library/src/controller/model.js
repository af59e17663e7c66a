import { Controller } from '@rest-gen/router';

/** What an action can ask of the models, each by its name in the path. */
const ASKED = {
  sum: (model) => model('book').sum('copies'),
  avg: (model) => model('book').where({ is_open: true }).avg('rating'),
  min: (model) => model('book').min('price'),
  groups: (model) => model('book').groupBy('status').count(),
  pages: (model) => model('book').page(2, 3).order('title', '-id').countSelect(),
  offset: (model) => model('review').offset(2).limit(3).order('-stars', 'id').field('id,stars').select(),
  every: (model) =>
    model('book')
      .where({ reviews: { every: { is_open: true } }, tags: { none: { name: 'old' } } })
      .field('id')
      .select(),
  or: (model) =>
    model('book')
      .where({ or: [{ title: { startsWith: 'L' } }, { and: [{ price: { gt: '2' } }, { rating: null }] }] })
      .select(),
  unknown: (model) => model('book').where({ nothing: 1 }).select(),
  operator: (model) =>
    model('book')
      .where({ title: { like: 'a' } })
      .select(),
  undefined: (model) => model('book').where({ title: undefined }).select(),
  bounded: (model) => model('shelf').update({ name: 'all' }),
  limited: (model) => model('shelf').where({ id: 1 }).limit(1).delete(),
  increment: (model) =>
    model('counter')
      .where({ value: { gte: 0 } })
      .increment('value', 2),
  decrement: (model) => model('book').byId(1).decrement('copies'),
  hidden: async (model) => [
    await model('book').byId(2).update({ copies: 1 }),
    await model('book').where({ author_id: 3 }).update({ copies: 2 }),
  ],
  updateMany: (model) =>
    model('tag')
      .where({ id: [1, 2] })
      .updateMany({ name: 'same' }),
  addMany: (model) => model('shelf').addMany([{ name: 'one' }, { name: 'two', parent_id: 1 }]),
  wrong: (model) => model('shelf').addMany([{ name: 'one' }, { name: null }]),
  deleted: (model) => model('book').deleted().order('id').field('id,title').select(),
  purge: (model) =>
    model('book')
      .deleted()
      .where({ id: { gt: 5 } })
      .delete(),
  note: (model) => model('note').add({ item_id: 1, item_type: 'book', text: 'of the code' }),
  only: (model) => model('profile').where({ bio: null }).only().find(),
};

export default class Model extends Controller {
  async getAction() {
    const ask = ASKED[this.get('kind')];
    if (ask === undefined) return this.fail(404, 'Nobody asks that.');
    const found = await ask((table) => this.model(table));
    return { found: found ?? null };
  }

  async postAction() {
    const ask = ASKED[this.get('kind')] ?? ASKED.sum;
    return this.transaction(async () => {
      const first = await ask((table) => this.model(table));
      await this.model('tag').add({ name: `of ${this.get('kind')}` });
      const second = await ask((table) => this.model(table).unrestricted());
      return { first: first ?? null, second: second ?? null };
    });
  }
}
