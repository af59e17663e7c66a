import { expect } from 'chai';
import { errorsOf, refusedBy, run } from '../run-field.ts';

describe('body fields given by the path', () => {
  const logic = {
    postAction: {
      query: { postId: { required: true } },
      body: {
        postId: { required: true, int: true, different: 'other' },
        owner: { requiredIf: ['other', 1], int: true },
        other: { int: true },
        o: { object: true, children: { postId: { required: true } } },
      },
    },
  };
  const given = new Set(['postId', 'owner']);
  const query = { postId: '1' };

  it('count as present in conditions on every level, without a value', async () => {
    const fields = {
      owner: { int: true },
      with: { requiredWith: ['owner'] },
      without: { requiredWithout: ['owner', 'other'] },
      other: { int: true },
      value: { requiredIf: ['owner', 1] },
      o: { object: true, children: { in: { requiredWith: ['/owner'] } } },
    };
    const failuresOfBody = (body: object, more: Set<string> | undefined) =>
      refusedBy(() => run({ postAction: { body: fields } }, 'postAction', { body }, { given: more }));
    expect(await failuresOfBody({ o: {} }, undefined)).to.deep.equal(['/without requiredWithout']);
    expect(await failuresOfBody({ o: {}, other: 1 }, new Set(['owner']))).to.deep.equal([
      '/with requiredWith',
      '/o/in requiredWith',
    ]);
    expect(await failuresOfBody({ owner: 1, other: 1, with: 1 }, new Set(['owner']))).to.deep.equal([
      '/value requiredIf',
    ]);
  });

  it('may be absent', () => {
    expect(run(logic, 'postAction', { query, body: { other: 1 } }, { given }).body).to.deep.equal({ other: 1 });
  });

  it('are validated if present', async () => {
    const work = (body: object) => () => run(logic, 'postAction', { query, body }, { given });
    expect(await refusedBy(async () => work({ postId: 'x', owner: 'x' })())).to.deep.equal([
      '/postId int',
      '/owner int',
    ]);
    expect(await refusedBy(async () => work({ postId: 1, other: 1 })())).to.deep.equal(['/postId different']);
  });

  it('are only those at the top of the body', async () => {
    const sources = { query: {}, body: { o: {} } };
    expect(
      errorsOf(() => run(logic, 'postAction', sources, { given })).map((error) => `${error.in}${error.pointer}`),
    ).to.deep.equal(['query/postId', 'body/o/postId']);
  });

  it('can differ between requests', async () => {
    const sources = { query, body: { other: 1 } };
    expect(await refusedBy(async () => run(logic, 'postAction', sources))).to.deep.equal([
      '/postId required',
      '/owner requiredIf',
    ]);
    expect(await refusedBy(async () => run(logic, 'postAction', sources, { given: new Set(['owner']) }))).to.deep.equal(
      ['/postId required'],
    );
  });
});
