import { expect } from 'chai';
import { z } from 'zod';
import { compileLogic } from '../../src/compile-logic.ts';
import { partial } from '../../src/partial.ts';
import type { CompiledAction } from '../../src/types.ts';

const actionOf = (body: unknown): CompiledAction =>
  compileLogic({ patchAction: { body } }).action('patchAction') as CompiledAction;

const inner = z.object({ a: z.string().optional(), b: z.int().default(0) });
const schema = {
  type: 'object',
  properties: { x: { type: 'object', properties: { b: { type: 'integer', default: 0 } } }, y: { default: 1 } },
};

describe('what was sent of a body', () => {
  // biome-ignore format: a table
  const rows: readonly (readonly [what: string, body: unknown, sent: unknown, kept: unknown])[] = [
    ['rules', { a: { string: true }, b: { int: true, default: 1 } }, { a: 'x' }, { a: 'x' }],
    ['rules of an object', { o: { object: true, children: { b: { int: true, default: 1 } } } }, { o: {} }, { o: {} }],
    ['an object without rules', { o: { object: true } }, { o: { a: { b: 1 } } }, { o: { a: { b: 1 } } }],
    ['rules of a list', { l: { array: true, children: { object: true, children: { b: { int: true, default: 1 } } } } }, { l: [{}] }, { l: [{ b: 1 }] }],
    ['a field of zod', { o: inner, p: z.string().default('p') }, { o: { a: 'x' } }, { o: { a: 'x' } }],
    ['partial(fields) of zod', partial({ o: inner, p: z.string() }), {}, {}],
    ['a body of zod', z.object({ o: inner.optional(), p: z.string().default('p') }), { o: {} }, { o: {} }],
    ['what a transform makes', z.object({ a: z.string() }).transform(({ a }) => ({ slug: a, more: { x: 1 } })), { a: 'x' }, { slug: 'x', more: { x: 1 } }],
    ['a function', () => ({ a: { int: true, default: 1 }, b: { int: true } }), { b: 2 }, { b: 2 }],
    ['a record whose keys are changed', z.object({ r: z.record(z.string().toLowerCase(), z.int()) }), { r: { FR: 1 } }, { r: { fr: 1 } }],
    ['a value that a transform makes', z.object({ o: z.unknown().transform((o) => ({ html: (o as { text: string }).text })) }), { o: { text: 'x' } }, { o: { html: 'x' } }],
    ['another name', z.object({ o: z.object({ a: z.string().optional(), alias: z.string().optional(), b: z.int().default(0) }).transform(({ alias, ...o }) => ({ ...o, a: o.a ?? alias })) }), { o: { alias: 'x' } }, { o: { a: 'x' } }],
    ['preprocess', z.object({ o: z.preprocess((o) => ({ a: (o as { A: string }).A }), z.object({ a: z.string() })) }), { o: { A: 'x' } }, { o: { a: 'x' } }],
    ['a library that renames and says no names', { o: { '~standard': { version: 1, vendor: 'own', validate: () => ({ value: { b: 2 } }) } } }, { o: { a: 1 } }, { o: { b: 2 } }],
    ['a record', z.record(z.string(), inner), { any: {} }, { any: {} }],
    ['a library that says no names', { o: { '~standard': { version: 1, vendor: 'own', validate: () => ({ value: { a: 1, b: 2 } }) } } }, { o: { a: 1 } }, { o: { a: 1 } }],
    ['a JSON Schema', schema, { x: {} }, { x: {} }],
    ['a body that is no object', { array: true, children: { int: true } }, [1], [1]],
  ];
  for (const [what, body, sent, kept] of rows) {
    it(what, async () => {
      expect((await actionOf(body).run({ body: sent })).body).to.deep.equal(kept);
    });
  }
});

describe('namedOnly', () => {
  const refused = async (body: unknown, sent: unknown): Promise<string[]> => {
    const checked = await actionOf(body).check({ body: sent }, { namedOnly: true });
    return 'errors' in checked ? checked.errors.map(({ pointer, rule }) => `${pointer} ${rule}`) : [];
  };
  // biome-ignore format: a table
  const rows: readonly (readonly [what: string, body: unknown, sent: unknown, errors: readonly string[]])[] = [
    ['nothing is left out', z.object({ o: inner }), { o: { a: 'x', b: 1 } }, []],
    ['a member of the body', z.object({ o: inner }), { o: {}, 'x/y': 1 }, ['/x~1y unknown']],
    ['a member inside', z.object({ o: inner }), { o: { x: 1 } }, ['/o/x unknown']],
    ['a member inside of a field', { o: inner }, { o: { x: 1 } }, ['/o/x unknown']],
    ['an item', z.object({ l: z.array(inner) }), { l: [{}, { x: 1 }] }, ['/l/1/x unknown']],
    ['a value of a record', z.object({ r: z.record(z.string(), inner) }), { r: { any: { x: 1 } } }, ['/r/any/x unknown']],
    ['an open object', z.object({ o: z.looseObject({}) }), { o: { x: 1 } }, []],
    ['a member that a transform takes', z.object({ a: z.string(), again: z.string() }).transform(({ a }) => ({ a })), { a: 'x', again: 'x' }, []],
    ['preprocess', z.object({ o: z.preprocess((o) => ({ a: (o as { A: string }).A }), z.object({ a: z.string() })) }), { o: { A: 'x' } }, []],
    ['an expression without the flag u', z.object({ o: z.looseRecord(z.string().regex(/^[\w-.]+$/), z.int()) }), { o: { 'a-b': 1 } }, []],
    ['an id with a percent sign', z.object({ o: z.object({ a: z.int().optional() }).meta({ id: '100%' }) }), { o: { b: 1 } }, ['/o/b unknown']],
    ['an open body', z.looseObject({ a: z.string() }), { a: 'x', role: 'admin' }, ['/role unknown']],
    ['an open JSON Schema', schema, { z: 1 }, ['/z unknown']],
    ['a body without members', z.strictObject({}), {}, []],
    ['a name that stands alone', { type: 'object', required: ['a'] }, { a: 1 }, []],
    ['an enumeration of names', z.partialRecord(z.enum(['a', 'b']), z.int()), { a: 1 }, []],
  ];
  for (const [what, body, sent, errors] of rows)
    it(what, async () => expect(await refused(body, sent)).to.deep.equal(errors));

  it('gives at most 100 errors', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x${index}`, 1]));
    expect(await refused(z.object({ o: inner }), { o: many })).to.have.length(100);
    expect(await refused(z.looseObject({ a: z.int().optional() }), many)).to.have.length(100);
  });
});
