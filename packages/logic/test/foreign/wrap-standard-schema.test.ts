import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { expect } from 'chai';
import * as v from 'valibot';
import { z } from 'zod';
import { LogicError } from '../../src/errors.ts';
import { wrapStandardSchema } from '../../src/foreign/wrap-standard-schema.ts';
import { failuresOf, runCheck } from './run-check.ts';

const place = { file: 'logic/post.js', action: 'postAction', section: 'body' } as const;
const wrap = (schema: unknown) => wrapStandardSchema(schema, place);
/** A schema of no library. */
const custom = (validate: (value: unknown) => unknown, more: object = {}) =>
  wrap({ '~standard': { version: 1, vendor: 'test', validate, ...more } });

const libraries: Record<string, unknown> = {
  zod: z.strictObject({ title: z.string().min(2), tags: z.array(z.object({ 'a/b~c': z.number() })).optional() }),
  valibot: toStandardJsonSchema(
    v.strictObject({
      title: v.pipe(v.string(), v.minLength(2)),
      tags: v.optional(v.array(v.object({ 'a/b~c': v.number() }))),
    }),
  ),
  arktype: type({ '+': 'reject', title: 'string >= 2', 'tags?': type({ 'a/b~c': 'number' }).array() }),
};

describe('wrapStandardSchema', () => {
  for (const [name, schema] of Object.entries(libraries)) {
    describe(name, () => {
      it('returns the value of the library', async () => {
        const value = { title: 'ab', tags: [{ 'a/b~c': 1 }] };
        const before = JSON.stringify(value);
        const result = await runCheck(wrap(schema), value);
        expect(result).to.deep.equal({ value });
        expect('value' in result && result.value).not.to.equal(value);
        expect(JSON.stringify(value)).to.equal(before);
      });

      it('turns issues into failures, with pointers', async () => {
        const result = await runCheck(wrap(schema), { title: 'a', tags: [{ 'a/b~c': 1 }, { 'a/b~c': 'x' }] });
        const failures = 'failures' in result ? result.failures : [];
        expect(failures.map(({ pointer }) => pointer)).to.deep.equal(['/title', '/tags/1/a~1b~0c']);
        for (const failure of failures) {
          expect(failure).to.include({ in: 'body', rule: 'schema', argument: true, field: undefined });
          expect(failure.text).to.be.a('string').that.is.not.empty;
        }
      });

      it('returns its property names and JSON Schema', () => {
        const check = wrap(schema);
        expect(check.names).to.have.members(['title', 'tags']);
        const json = check.toJSONSchema();
        expect(json).to.include({ type: 'object' });
        expect(json).not.to.equal(check.toJSONSchema());
        expect(json).to.have.nested.property('properties.title.minLength', 2);
        expect(json).to.have.property('required').that.deep.equals(['title']);
      });
    });
  }

  it('applies defaults and transformations', async () => {
    const schema = z.object({ page: z.coerce.number().default(1), q: z.string().transform((text) => text.length) });
    expect(await runCheck(wrap(schema), { q: 'abc' }, { text: true })).to.deep.equal({ value: { page: 1, q: 3 } });
  });

  it('leaves coercion to the library', async () => {
    expect(await failuresOf(wrap(z.object({ a: z.number() })), { a: '1' }, true)).to.deep.equal(['/a schema']);
  });

  it('waits for a promise', async () => {
    const schema = z.object({ a: z.string().refine(async (text) => text === 'free', 'taken') });
    const check = wrap(schema);
    expect(check.async).to.equal(true);
    expect(await runCheck(check, { a: 'free' })).to.deep.equal({ value: { a: 'free' } });
    expect(await runCheck(check, { a: 'x' })).to.have.nested.property('failures[0].text', 'taken');
  });

  it('accepts paths of keys and of objects with key', async () => {
    const path = ['a', { key: 'b/c' }, 0, { key: Symbol('s') }];
    const check = custom(() => ({ issues: [{ message: 'no', path }, { message: 'whole' }, { message: 'again' }] }));
    const result = await runCheck(check, 1);
    expect('failures' in result && result.failures.map(({ pointer, text }) => [pointer, text])).to.deep.equal([
      ['/a/b~1c/0/Symbol(s)', 'no'],
      ['', 'whole'],
    ]);
  });

  it('reports at most 100 failures', async () => {
    expect(await failuresOf(wrap(z.array(z.string())), new Array(1_000).fill(1))).to.have.length(100);
  });

  it('passes a copy to the library and refuses unsafe JSON', async () => {
    const given = { a: { b: 1 } };
    const check = custom((value) => {
      (value as typeof given).a.b = 2;
      return { value };
    });
    expect(await runCheck(check, given)).to.deep.equal({ value: { a: { b: 2 } } });
    expect(given).to.deep.equal({ a: { b: 1 } });
    expect(await failuresOf(check, JSON.parse('{"a":{"__proto__":{}}}'))).to.deep.equal(['/a/__proto__ unsafe']);
    expect(await failuresOf(check, [Number.POSITIVE_INFINITY])).to.deep.equal(['/0 unsafe']);
  });

  it('has no JSON Schema if the library cannot convert', () => {
    const schemas = [
      [v.object({ a: v.string() }), undefined],
      // The names are known all the same.
      [z.object({ a: z.date() }), ['a']],
      [toStandardJsonSchema(v.object({ a: v.date() })), ['a']],
    ] as const;
    for (const [schema, names] of schemas) {
      const check = wrap(schema);
      expect(check.toJSONSchema()).to.equal(undefined);
      expect(check.names).to.deep.equal(names);
      expect(check.members?.names).to.deep.equal(names);
    }
    expect(wrap(z.string()).names).to.equal(undefined);
    expect(wrap(type('string.date.parse').to('Date')).toJSONSchema()).to.include({ type: 'string' });
  });

  it('returns the property names of the output', () => {
    const renamed = z.object({ name: z.string() }).transform(({ name }) => ({ title: name }));
    expect(wrap(renamed).names).to.equal(undefined);
    expect(wrap(renamed).members?.names).to.deep.equal(['name']);
    expect(wrap(renamed.pipe(z.object({ title: z.string() }))).names).to.deep.equal(['title']);
  });

  const refused: [name: string, standard: unknown, problem: RegExp][] = [
    ['version 2', { version: 2, validate: () => ({}) }, /of version 2; only version 1 is read/],
    ['no version', { validate: () => ({}) }, /no validate\(\)|version/],
    ['no validate', { version: 1 }, /has no validate\(\)/],
    ['no object', true, /has no validate\(\)/],
  ];
  for (const [name, standard, problem] of refused) {
    it(`refuses ${name} at start`, () => {
      const error = catchError(() => wrap({ '~standard': standard }));
      expect(error).to.be.instanceOf(LogicError);
      expect(error).to.include({
        code: 'E_LOGIC_SCHEMA',
        file: 'logic/post.js',
        action: 'postAction',
        section: 'body',
      });
      expect(error.message).to.match(problem);
    });
  }

  it('throws TypeError when the library returns no result', async () => {
    for (const answer of [undefined, null, true, 'ok', 5]) {
      const error = await runCheck(
        custom(async () => answer),
        1,
      ).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(TypeError);
      expect(String(error)).to.match(/gave no result/);
      expect(
        await runCheck(
          custom(() => answer),
          1,
        ).catch((reason: unknown) => reason),
      ).to.be.instanceOf(TypeError);
    }
  });

  it('fails for a list of issues, also an empty one', async () => {
    expect(
      await runCheck(
        custom(() => ({ issues: [] })),
        1,
      ),
    ).to.deep.equal({
      failures: [{ in: 'body', pointer: '', field: undefined, rule: 'schema', argument: true, text: 'is not valid' }],
    });
    expect(
      await runCheck(
        custom(() => ({ issues: [{ message: 'no' }] })),
        1,
      ),
    ).to.have.nested.property('failures[0].text', 'no');
    for (const issues of [undefined, null]) {
      expect(
        await runCheck(
          custom(() => ({ value: 2, issues })),
          1,
        ),
      ).to.deep.equal({ value: 2 });
    }
  });
});

function catchError(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
