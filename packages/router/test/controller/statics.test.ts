import { expect } from 'chai';
import { Controller, createRestRouter, StartError } from '../../src/index.ts';

const start = (statics: object) => {
  class Post extends Controller {
    getAction(): void {}
  }
  const controllers = { post: Object.assign(Post, statics) };
  return createRestRouter({ rules: [['/post/:id?', 'rest']], controllers, log: false });
};

describe('static members of a controller', () => {
  const refused: readonly (readonly [name: string, ...values: unknown[]])[] = [
    ...['upsert', 'requirePrecondition', 'bulk', 'forms', 'lines'].map((name) => [name, 'true', 1, null, {}] as const),
    ['idempotent', 'yes', 1, null],
    ['idempotencyTtl', 0, 1_500.5, '24h', Number.POSITIVE_INFINITY],
    ['hidden', 'password', [1]],
    ['filterable', 'title', [1]],
    ['sortable', true],
    ['search', 'title'],
    ['maxRecords', 0, '10'],
    ['timeout', -1, 1.5, '30s', 2_147_483_648],
    ['maxItems', 0, '10', 1_000_000_001],
    ['pageSize', 0, '10'],
    ['maxPageSize', Number.POSITIVE_INFINITY],
  ];
  for (const [name, ...values] of refused) {
    it(`stop the start when ${name} has an invalid value`, () => {
      for (const value of values) {
        expect(() => start({ [name]: value }))
          .to.throw(StartError, new RegExp(`static ${name} is .*\\n {2}It has to be `))
          .with.property('code', 'E_CONTROLLER_STATIC');
      }
    });
  }

  const circle: { boss: { include?: object } } = { boss: {} };
  circle.boss.include = circle;
  for (const [include, member, hint] of [
    [[], 'include is []', 'It has to be an object, such as { author: true }.'],
    [{ author: 'user' }, "include.author is 'user'", /^It has to be true, or an object such as /],
    [{ author: false }, 'include.author is false', /^It has to be true, or an object such as /],
    [{ author: { table: '' } }, "include.author.table is ''", 'It has to be a name.'],
    [{ author: { fields: [] } }, 'include.author.fields is []', /^It has to be names, such as /],
    [{ author: { where: 'open' } }, "include.author.where is 'open'", /^It has to be a filter/],
    [{ comments: { max: 1_001 } }, 'include.comments.max is 1001', 'It has to be a whole number from 1 to 1,000.'],
    [{ comments: { order: 1 } }, 'include.comments.order is 1', "It has to be fields, such as '-id'."],
    [{ a: { include: { b: { max: 0 } } } }, 'include.a.include.b.max is 0', /^It has to be/],
    [{ author: { feilds: 'id' } }, 'include.author has the unknown option "feilds"', 'Did you mean "fields"?'],
    [{ author: { x: 1 } }, 'include.author has the unknown option "x"', /^The options are table, key, /],
    [{ n: { count: 'comment', max: 1 } }, 'include.n has "count" and "max"', /only key, otherKey, through, where\.$/],
    [
      { 'a.b': true },
      'include names a relation "a.b"',
      'A name begins with a letter, and has letters, digits and underscores.',
    ],
    [{ or: true }, 'include names a relation "or"', 'It is the name of a query parameter: choose another one.'],
    [{ sort: true }, 'include names a relation "sort"', 'It is the name of a query parameter: choose another one.'],
    [circle, `include${'.boss.include'.repeat(10)} is nested too deeply`, /^There are at most 10 levels/],
  ] as const) {
    it(`stop the start: ${member}`, () => {
      expect(() => start({ include }))
        .to.throw(StartError, `E_CONTROLLER_STATIC\n  static ${member}\n`)
        .with.property('hint')
        .that.matches(typeof hint === 'string' ? new RegExp(`^${hint.replace(/[?.{}()]/g, '\\$&')}$`) : hint);
    });
  }

  it('may be undefined', () => {
    for (const [name] of refused) expect(() => start({ [name]: undefined })).not.to.throw();
  });
});
