import { expect } from 'chai';
import { z } from 'zod';
import { defineLogic } from '../src/define-logic.ts';
import { partial } from '../src/partial.ts';
import { validate } from '../src/validate.ts';
import { errorsOf, runBody } from './run-field.ts';

describe('partial', () => {
  const fields = {
    title: { required: true, string: true, length: { min: 2 } },
    note: { string: true },
    views: { int: true, default: 0 },
    state: { in: ['a', 'b'], requiredIf: ['note', 'x'] },
    owner: { required: true, nullable: true, string: true },
    author: {
      object: true,
      required: true,
      children: { name: { required: true, string: true }, age: { int: true, default: 1 } },
    },
    tags: { array: true, children: { object: true, children: { name: { required: true, string: true } } } },
  } as const;

  it('changes required, default and conditions in objects, not in lists', () => {
    expect(partial(fields)).to.deep.equal({
      title: { required: 'present', string: true, length: { min: 2 } },
      note: { string: true, nullable: true },
      views: { int: true, nullable: true },
      state: { in: ['a', 'b'], nullable: true },
      owner: { required: 'present', nullable: true, string: true },
      author: {
        object: true,
        required: 'present',
        children: { name: { required: 'present', string: true }, age: { int: true, nullable: true } },
      },
      tags: { array: true, nullable: true, children: fields.tags.children },
    });
    expect(fields.views.default).to.equal(0);
    expect(partial(partial(fields))).to.deep.equal(partial(fields));
  });

  it('allows absent fields, null to remove, and refuses blank required fields', () => {
    const patch = partial(fields);
    expect(runBody(patch, {})).to.deep.equal({});
    expect(
      runBody(patch, { note: null, views: null, state: null, owner: null, tags: null, author: { age: null } }),
    ).to.deep.equal({
      note: null,
      views: null,
      state: null,
      owner: null,
      tags: null,
      author: { age: null },
    });
    expect(runBody(patch, { note: '' })).to.deep.equal({ note: '' });
    const errors = errorsOf(() =>
      runBody(patch, { title: null, owner: '', author: { name: '' }, tags: [{}], state: 'c' }),
    );
    expect(errors.map(({ pointer, rule }) => `${pointer} ${rule}`)).to.deep.equal([
      '/title required',
      '/state in',
      '/owner required',
      '/author/name required',
      '/tags/0/name required',
    ]);
    expect(errorsOf(() => runBody(patch, { title: 'a' }))[0]?.rule).to.equal('length');
    expect(errorsOf(() => runBody(patch, { author: null }))[0]?.rule).to.equal('required');
  });

  it('keeps schemas; a field that is absent stays absent, and gets no default', async () => {
    const schema = { type: 'string' } as const;
    const standard = { '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } } as const;
    const { a, b, c, d, e } = partial({
      a: schema,
      b: standard,
      c: { object: true, children: schema },
      d: { object: true, children: standard },
      e: { object: true },
    });
    expect(a).to.deep.equal(schema);
    expect(partial({ a: { type: 'string', default: 'x' } }).a).to.deep.equal(schema);
    expect(b['~standard'].validate('x')).to.deep.equal({ value: 'x' });
    const { body } = await validate(
      defineLogic({
        patchAction: {
          body: partial({ z: z.string(), w: z.string().default('x'), j: { type: 'integer', default: 1 } }),
        },
      }),
      'patchAction',
      { body: {} },
    );
    expect(body).to.deep.equal({});
    expect(c).to.deep.equal({ object: true, nullable: true, children: schema });
    expect(d.children).to.equal(standard);
    expect(e).to.deep.equal({ object: true, nullable: true });
  });
});
