import { defineLogic } from '@rest-gen/logic';
import { createModels } from '@rest-gen/model';
import { createRestRouter, definePolicy, type Policy } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import { createOpenApi, type OpenApiDocument } from '../src/index.ts';
import { documentOf, info, operation, propertiesOf } from './fixture.ts';

const body = { title: { required: true, string: true }, author_id: { required: true, int: true } } as const;
const logic = defineLogic({ postAction: { body }, patchAction: { body } });
const tables = { post: { id: 'integer', title: 'string', author_id: 'integer' } } as const;

const statuses = (document: OpenApiDocument, line: string) =>
  Object.keys(operation(document, line).responses).filter((status) => status === '401' || status === '403');

describe('documents of controllers with policies', () => {
  const cases: [policy: Policy, line: string, expected: string[]][] = [
    [definePolicy('everyone'), 'GET /post', []],
    [definePolicy('everyone'), 'POST /post', []],
    [definePolicy('everyone'), 'DELETE /post/{id}', []],
    [definePolicy('user'), 'GET /post', ['401', '403']],
    [definePolicy('user'), 'PATCH /post/{id}', ['401', '403']],
    [{ read: { title: 'a' } }, 'GET /post/{id}', []],
    [{ read: [{ title: 'a' }, 'user'] }, 'GET /post', []],
    [{ read: 'everyone', create: { title: 'a' } }, 'POST /post', ['403']],
    [{ read: 'everyone' }, 'DELETE /post/{id}', ['401', '403']],
    [{ ...definePolicy('everyone'), always: 'user' }, 'GET /post', ['401', '403']],
    [{ ...definePolicy('everyone'), fields: { title: { write: 'user' } } }, 'PATCH /post/{id}', ['403']],
  ];
  for (const [policy, line, expected] of cases) {
    it(`${JSON.stringify(policy)}: ${line} has ${expected.join(', ') || 'neither 401 nor 403'}`, async () => {
      expect(statuses(await documentWith(policy), line)).to.eql(expected);
    });
  }

  it('have no 401 and 403 without policies', async () => {
    const document = await documentOf({ logic }, tables);
    expect(statuses(document, 'DELETE /post/{id}')).to.eql([]);
  });

  it('do not require what the policy sets, in POST', async () => {
    const document = await documentWith({ create: (user) => ({ author_id: user.id }), update: 'everyone' });
    const { PostCreate, PostUpdate } = document.components?.schemas ?? {};
    expect(PostCreate?.required).to.eql(['title']);
    expect(PostUpdate?.required).to.eql(['title', 'author_id']);
  });

  it('require what a policy does not surely set', async () => {
    const create: Policy['create'] = (user) => ({ or: [{ author_id: user.id }, { title: 'a' }] });
    const failing: Policy['create'] = (user) => ({ author_id: user.teams.map(String)[0] });
    for (const one of [create, failing]) {
      const { PostCreate } = (await documentWith({ create: one })).components?.schemas ?? {};
      expect(PostCreate?.required).to.eql(['title', 'author_id']);
    }
  });

  it('have null in fields that some users do not read', async () => {
    const fields: Policy['fields'] = { title: { read: 'user' }, author_id: { read: 'everyone' } };
    const document = await documentWith({ ...definePolicy('everyone'), fields });
    const { Post, PostFields } = document.components?.schemas ?? {};
    for (const schema of [Post, PostFields]) {
      expect(propertiesOf(schema).title?.type).to.eql(['string', 'null']);
      expect(propertiesOf(schema).author_id?.type).to.equal('integer');
    }
  });
});

// --- internal ---

/** The document of a running router, with a table in a database. */
async function documentWith(policy: Policy): Promise<OpenApiDocument> {
  const models = createModels('sqlite::memory:');
  await models.kysely.schema
    .createTable('post')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('author_id', 'integer', (column) => column.notNull())
    .execute();
  const router = createRestRouter({
    rules: [['/post/:id?', 'rest']],
    controllers: { post: class Post extends Rest {} },
    logics: { post: logic },
    policies: { post: policy },
    model: models,
  });
  try {
    return await createOpenApi(router, { info });
  } finally {
    await models.close();
  }
}
