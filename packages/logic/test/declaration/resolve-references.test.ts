import { expect } from 'chai';
import { logicErrorOf, refusedBy, runBody } from '../run-field.ts';

const object = (children: object, more: object = {}) => ({ object: true, children, ...more });
const list = (children: object) => ({ array: true, children });

describe('references to other fields', () => {
  const found: [name: string, fields: object, passes: object, fails: object, pointer: string][] = [
    ['beside', { a: { requiredIf: ['b', 1] }, b: { int: true } }, { b: 2 }, { b: 1 }, '/a requiredIf'],
    [
      'down',
      { a: { requiredWith: ['author/email'] }, author: object({ email: {}, name: {} }) },
      { author: { name: 1 } },
      { author: { email: 1 } },
      '/a requiredWith',
    ],
    [
      'down into nothing',
      { a: { requiredWithout: ['author/email'] }, author: object({ email: {} }) },
      { a: 1 },
      {},
      '/a requiredWithout',
    ],
    [
      'up',
      { state: {}, o: object({ a: { requiredIf: ['../state', 'x'] } }) },
      { state: 'y', o: {} },
      { state: 'x', o: {} },
      '/o/a requiredIf',
    ],
    [
      'up, and down again',
      { owner: object({ kind: {} }), o: object({ a: { requiredIf: ['../owner/kind', 'x'] } }) },
      { owner: { kind: 'y' }, o: {} },
      { owner: { kind: 'x' }, o: {} },
      '/o/a requiredIf',
    ],
    [
      'from the top',
      { state: {}, o: object({ p: object({ a: { requiredIf: ['/state', 'x'] } }) }) },
      { state: 'y', o: { p: {} } },
      { state: 'x', o: { p: {} } },
      '/o/p/a requiredIf',
    ],
    [
      'beside, in each item',
      { list: list(object({ a: { requiredIf: ['b', 1] }, b: {} })) },
      { list: [{ b: 2 }, { a: 1, b: 1 }] },
      { list: [{ b: 2 }, { b: 1 }] },
      '/list/1/a requiredIf',
    ],
    [
      'up from an item: the list is no level',
      { state: {}, list: list(object({ a: { requiredIf: ['../state', 'x'] } })) },
      { state: 'y', list: [{}] },
      { state: 'x', list: [{ a: 1 }, {}] },
      '/list/1/a requiredIf',
    ],
    [
      'up from lists in lists',
      { list: list(object({ key: {}, inner: list(list(object({ a: { equals: '../key' } }))) })) },
      {
        list: [
          { key: 1, inner: [[{ a: 1 }]] },
          { key: 2, inner: [[{}, { a: 2 }]] },
        ],
      },
      {
        list: [
          { key: 1, inner: [[{ a: 1 }]] },
          { key: 2, inner: [[], [{ a: 2 }, { a: 1 }]] },
        ],
      },
      '/list/1/inner/1/1/a equals',
    ],
    [
      'from the top, out of a list',
      { state: {}, list: list(object({ a: { equals: '/state' } })) },
      { state: 5, list: [{ a: 5 }] },
      { state: 5, list: [{ a: 5 }, { a: 6 }] },
      '/list/1/a equals',
    ],
    [
      'of what an item must be',
      { main: {}, tags: list({ string: true, different: 'main' }) },
      { main: 'x', tags: ['a'] },
      { main: 'x', tags: ['a', 'x'] },
      '/tags/1 different',
    ],
    ['with a slash in it', { 'x/y': {}, a: { equals: 'x/y' } }, { 'x/y': 1, a: 1 }, { 'x/y': 2, a: 1 }, '/a equals'],
    [
      'of what every object inherits',
      { constructor: {}, a: { requiredWithout: ['constructor'] } },
      { constructor: 1 },
      {},
      '/a requiredWithout',
    ],
  ];
  for (const [name, fields, passes, fails, pointer] of found) {
    it(`are resolved: ${name}`, async () => {
      expect(runBody(fields, passes)).to.deep.equal(passes);
      expect(await refusedBy(async () => runBody(fields, fails))).to.deep.equal([pointer]);
    });
  }

  it('compare coerced and trimmed values and skip blank ones', async () => {
    const fields = {
      n: { int: true },
      m: { int: true, equals: 'n' },
      s: { string: true, trim: true, equals: 't' },
      t: { string: true },
    };
    expect(runBody(fields, { n: '05', m: '5', s: ' x ', t: 'x' }, { textBody: true })).to.deep.equal({
      n: 5,
      m: 5,
      s: 'x',
      t: 'x',
    });
    expect(runBody(fields, { n: 1, s: '', t: 'x' })).to.deep.equal({ n: 1, s: '', t: 'x' });
    expect(runBody({ a: { nullable: true, equals: 'b' }, b: {} }, { a: null, b: 1 })).to.deep.equal({ a: null, b: 1 });
    expect(await refusedBy(async () => runBody(fields, { m: 1 }))).to.deep.equal(['/m equals']);
  });

  it('report the first failing rule of a field in written order', async () => {
    const fields = { a: { equals: 'b', int: true, min: 5 }, b: {}, c: { min: 5, int: true, equals: 'b' } };
    expect(await refusedBy(async () => runBody(fields, { a: 1, b: 2, c: 1 }))).to.deep.equal(['/a equals', '/c min']);
    const conditions = { a: { requiredWith: ['b'], requiredIf: ['b', 1], required: true }, b: {} };
    expect(await refusedBy(async () => runBody(conditions, { b: 1 }))).to.deep.equal(['/a requiredIf']);
    expect(await refusedBy(async () => runBody(conditions, { b: 2 }))).to.deep.equal(['/a requiredWith']);
    expect(await refusedBy(async () => runBody(conditions, {}))).to.deep.equal(['/a required']);
  });

  it('are skipped when the containing object failed', async () => {
    const fields = {
      a: { requiredWith: ['o/b'] },
      o: object({ b: {} }),
      l: list(object({ c: { requiredWith: ['d'] }, d: {} })),
    };
    expect(await refusedBy(async () => runBody(fields, { o: 'x', l: [5, { d: 1 }] }))).to.deep.equal([
      '/o object',
      '/l/0 object',
      '/l/1/c requiredWith',
    ]);
    expect(await refusedBy(async () => runBody(fields, { l: 'x' }))).to.deep.equal(['/l array']);
  });

  it('do not reveal values of a secret field', async () => {
    const fields = { pin: { string: true, secret: true }, a: { requiredIf: ['pin', 'hunter2'] } };
    try {
      runBody(fields, { pin: 'hunter2' });
      expect.fail('it passed');
    } catch (error) {
      expect(JSON.stringify((error as { errors: unknown }).errors))
        .to.match(/requiredIf/)
        .and.not.match(/hunter2/);
    }
  });

  const refused: [fields: object, code: string, message: RegExp][] = [
    [{ a: { equals: 'state' }, b: {} }, 'E_LOGIC_FIELD', /a: equals names "state", which is not declared: a, b$/],
    [{ a: { equals: 'titel' }, title: {} }, 'E_LOGIC_FIELD', /did you mean "title"\?/],
    [{ a: { equals: 'b/c' }, b: {} }, 'E_LOGIC_FIELD', /names "b\/c", which is not declared; there is no such object/],
    [{ a: { equals: 'b/x' }, b: object({ name: {} }) }, 'E_LOGIC_FIELD', /names "b\/x", which is not declared: name/],
    [{ a: { equals: 'b' }, b: { type: 'integer' } }, 'E_LOGIC_FIELD', /"b", whose value is produced later by a schema/],
    [{ a: { equals: '../a' } }, 'E_LOGIC_FIELD', /names "\.\.\/a": there is no such object/],
    [{ o: object({ a: { equals: '../../x' } }) }, 'E_LOGIC_FIELD', /names "\.\.\/\.\.\/x": there is no such object/],
    [{ a: { requiredWith: ['constructor'] } }, 'E_LOGIC_FIELD', /names "constructor", which is not declared: a/],
    [
      { a: { requiredIf: ['b', 'x'] }, b: { int: true } },
      'E_LOGIC_ARGUMENT',
      /requiredIf expects "x", which "b" \(int\) can never be/,
    ],
    [{ a: { requiredIf: ['b', Object.create(null)] }, b: { int: true } }, 'E_LOGIC_ARGUMENT', /expects an object/],
    [
      { a: { requiredIf: ['b', 'x', null, 'z'] }, b: { in: ['x', 'y'], nullable: true } },
      'E_LOGIC_ARGUMENT',
      /expects "z", which "b" \(string\) can never be/,
    ],
    [{ a: { equals: 'a' } }, 'E_LOGIC_FIELD', /equals refers to the field itself/],
    [{ a: { requiredIf: ['b', 1] }, b: object({}) }, 'E_LOGIC_ARGUMENT', /expects 1, which "b" \(object\)/],
    [
      { a: list({ requiredWith: ['b'] }), b: {} },
      'E_LOGIC_ARGUMENT',
      /a\[\]: requiredWith can only be used on fields of an object; an item of a list is always present/,
    ],
  ];
  for (const [fields, code, message] of refused) {
    it(`are refused: ${message.source}`, () => {
      const error = logicErrorOf({ postAction: { body: fields } });
      expect(error).to.include({ code });
      expect(error.message).to.match(message);
    });
  }

  it('are refused for a whole body', () => {
    const whole = (rules: object) => logicErrorOf({ postAction: { body: { string: true, ...rules } } });
    expect(whole({ requiredWith: ['x'] })).to.include({ code: 'E_LOGIC_ARGUMENT', rule: 'requiredWith' });
    expect(whole({ requiredWith: ['x'] }).message).to.match(/a whole body has no other fields/);
    expect(whole({ equals: 'x' }).message).to.match(/equals names "x": there is no such object/);
  });

  it('work in the items of a body that is a list', async () => {
    const body = { array: true, children: object({ a: { equals: 'b' }, b: {} }) };
    expect(runBody(body, [{ a: 1, b: 1 }])).to.deep.equal([{ a: 1, b: 1 }]);
    expect(await refusedBy(async () => runBody(body, [{ a: 1, b: 1 }, { a: 1 }]))).to.deep.equal(['/1/a equals']);
  });
});
