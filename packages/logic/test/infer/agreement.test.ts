import { expect } from 'chai';
import { z } from 'zod';
import { defineLogic } from '../../src/define-logic.ts';
import { validate } from '../../src/validate.ts';
import { slug, within } from '../types/own-rules.ts';

const logic = defineLogic({
  rules: [slug, within],
  postAction: {
    body: {
      title: { slug: true, required: true },
      near: { within: 5 },
      state: { in: ['draft', null] },
      none: { const: null },
      kept: { enum: ['a', null], nullable: true },
      views: { int: true, default: 1 },
    },
  },
  putAction: { body: { array: true, children: { within: 5 } } },
  patchAction: { body: { type: 'object', properties: { a: { type: 'integer', default: 1 }, b: { const: null } } } },
  getAction: { query: () => ({ ids: { array: true, required: true, children: { int: true } } }) },
  deleteAction: {
    body: { at: z.iso.date().transform((text) => new Date(text)), may: z.string().optional(), plain: { type: 'null' } },
  },
});

describe('inferred types match the validated input', () => {
  it('for null and defaults', async () => {
    const all = { title: 'a', near: 5, state: 'draft', kept: null, views: 2 };
    const { body } = await validate(logic, 'postAction', { body: { ...all, none: null } });
    const typed: {
      title: string;
      near?: number;
      state?: 'draft';
      none?: never;
      kept?: 'a' | null;
      views?: number;
    } = body;
    expect(typed).to.deep.equal(all);
    const few = await validate(logic, 'postAction', { body: { title: 'a', state: null, views: null } });
    expect(few.body).to.deep.equal({ title: 'a' });
  });

  it('for an absent body', async () => {
    const given = await validate(logic, 'putAction', { body: [1, 2] });
    const typed: number[] | undefined = given.body;
    expect(typed).to.deep.equal([1, 2]);
    expect((await validate(logic, 'putAction', {})).body).to.equal(undefined);
  });

  it('for defaults of a JSON Schema', async () => {
    const { body } = await validate(logic, 'patchAction', { body: { b: null } });
    const typed: { a?: number; b?: null } = body;
    expect(typed).to.deep.equal({ b: null });
  });

  it('for functions', async () => {
    const { query } = await validate(logic, 'getAction', { query: { ids: '1,2' } });
    const typed: { ids: number[] } = query;
    expect(typed).to.deep.equal({ ids: [1, 2] });
  });

  it('for schemas of a field', async () => {
    const { body } = await validate(logic, 'deleteAction', { body: { at: '2026-01-31' } });
    const typed: { at: Date; may?: string | undefined; plain?: null } = body;
    expect(typed).to.deep.equal({ at: new Date('2026-01-31') });
    let refused: unknown;
    await validate(logic, 'deleteAction', { body: {} }).catch((error: unknown) => {
      refused = error;
    });
    expect(refused).to.have.property('code', 'E_VALIDATION');
  });
});
