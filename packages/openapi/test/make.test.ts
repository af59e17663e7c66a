import { defineLogic, partial, validate } from '@rest-gen/logic';
import { expect } from 'chai';
import { OpenApiError } from '../src/index.ts';
import { make } from '../src/make.ts';

const fields = {
  title: { required: true, string: true, trim: true, length: { min: 5, max: 8 } },
  email: { required: true, email: true },
  rank: { required: true, int: { min: 3 } },
  status: { required: true, in: ['live', 'draft'] },
  author: { required: true, object: true, children: { name: { required: true, string: true } } },
  tags: { required: true, array: true, children: { string: true } },
  postId: { int: { min: 1 } },
  views: { int: true, default: 0 },
} as const;
const logic = defineLogic({ postAction: { body: fields }, patchAction: { body: partial(fields) } });

describe('make', () => {
  it('builds a record that the logic accepts, with the required fields', async () => {
    const record = make(logic);
    expect(record).to.have.all.keys('title', 'email', 'rank', 'status', 'author', 'tags');
    const { body } = await validate(logic, 'postAction', { body: record });
    expect(body).to.deep.include({ rank: 3, status: 'live', views: 0 });
  });

  it('takes what a test says, valid or not', () => {
    expect(make(logic, { title: '', postId: 7 })).to.include({ title: '', postId: 7, rank: 3 });
    expect(make(logic, {}, 'patchAction')).to.deep.equal({});
  });

  it('asks for what it cannot find', () => {
    const other = defineLogic({
      postAction: { body: { code: { required: true, string: true, pattern: '^[A-Z]{3}-7$' } } },
    });
    expect(() => make(other)).to.throw(OpenApiError, 'E_OPENAPI_MAKE: No example was found for the field "code".');
    expect(make(other, { code: 'ABC-7' })).to.deep.equal({ code: 'ABC-7' });
    expect(() => make(defineLogic({ getAction: {} }), {}, 'getAction')).to.throw(OpenApiError, 'declares no body');
  });
});
