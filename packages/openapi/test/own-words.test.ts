import { defineLogic, partial } from '@rest-gen/logic';
import { createModels, sql } from '@rest-gen/model';
import { createRestRouter, StartError } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import { createOpenApi, type OpenApiDocument, type OpenApiOptions, type Parameter } from '../src/index.ts';
import { info, operation, propertiesOf } from './fixture.ts';

class Post extends Rest {
  static openapi = {
    postAction: {
      description: 'Writes to the authors.',
      'x-audience': 'staff',
      responses: { 402: { description: 'No.' } },
    },
    deleteAction: false as const,
    purgeAction: false as const,
  };
  purgeAction(): unknown {
    return {};
  }
}
class Internal extends Rest {
  static openapi = false as const;
}

const fields = {
  title: { string: true, required: true, description: 'As the readers see it.', example: 'Hello' },
  trace: { string: true, required: true, hidden: true },
  note: { string: true, requiredIf: ['trace', 'x'] },
} as const;
const logic = defineLogic({
  getAction: {
    query: {
      lang: { in: ['en', 'de'], description: 'The language.', example: 'de' },
      debug: { string: true, hidden: true },
    },
  },
  postAction: { body: fields },
  patchAction: { body: partial(fields) },
});

async function documentOf(options: Partial<OpenApiOptions> = {}): Promise<OpenApiDocument> {
  const models = createModels('sqlite::memory:');
  for (const name of ['post', 'internal'])
    await sql
      .raw(`create table ${name} (id integer primary key, title text, trace text, note text)`)
      .execute(models.kysely);
  const router = createRestRouter({
    rules: [
      ['/post/:id/purge', 'post#purge', 'rest'],
      ['/post/:id?', 'rest'],
      ['/internal/:id?', 'rest'],
    ],
    controllers: { post: Post, internal: Internal },
    logics: { post: logic },
    model: models,
    log: false,
  });
  await router.ready;
  const document = await createOpenApi(router, { info, ...options });
  await models.close();
  return document;
}

describe('words of the project in documents', () => {
  it('are descriptions and examples of fields, in bodies, records and parameters', async () => {
    const document = await documentOf();
    const { Post: record, PostCreate } = document.components?.schemas ?? {};
    for (const schema of [record, PostCreate])
      expect(propertiesOf(schema).title).to.deep.include({
        description: 'As the readers see it.',
        examples: ['Hello'],
      });
    const parameters = operation(document, 'GET /post').parameters as Parameter[];
    expect(parameters.find(({ name }) => name === 'lang')).to.include({ description: 'The language.', example: 'de' });
    const body = operation(document, 'POST /post').requestBody?.content['application/json'];
    expect(body?.example).to.include({ title: 'Hello' });
  });

  it('hide fields, which requests may have', async () => {
    const document = await documentOf();
    const { PostCreate, PostUpdate } = document.components?.schemas ?? {};
    expect(JSON.stringify([PostCreate, PostUpdate])).not.to.include('trace');
    expect(PostCreate?.required).to.eql(['title']);
    const parameters = operation(document, 'GET /post').parameters as Parameter[];
    expect(parameters.map(({ name }) => name)).not.to.include('debug');
  });

  it('are members of operations, and hide operations and classes', async () => {
    const { paths, tags } = await documentOf();
    expect(Object.keys(paths)).to.eql(['/post', '/post/{id}']);
    expect(tags?.map(({ name }) => name)).to.eql(['post']);
    expect(paths['/post']?.post).to.include({ description: 'Writes to the authors.', 'x-audience': 'staff' });
    expect(paths['/post']?.post?.responses).to.include.keys('201', '402', '422');
    expect(paths['/post/{id}']).to.have.property('patch');
    expect(paths['/post/{id}']).to.not.have.property('delete');
    expect(paths['/post/{id}']?.['x-allow']).to.equal('GET, HEAD, PUT, PATCH, OPTIONS');
  });

  it('are changes of the document by a function', async () => {
    const document = await documentOf({
      document: async (one) => {
        one.info.title = 'Changed';
      },
    });
    expect(document.info.title).to.equal('Changed');
  });

  it('stop the start where they name no action', async () => {
    class Wrong extends Rest {
      static openapi = { archiveAction: false };
    }
    const start = () =>
      createRestRouter({ rules: [['/wrong/:id?', 'rest']], controllers: { wrong: Wrong as never }, log: false });
    expect(start).to.throw(StartError).that.includes({ code: 'E_CONTROLLER_STATIC' });
  });
});
