import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { defineLogic, type Logic } from '@rest-gen/logic';
import { createModels, type Models } from '@rest-gen/model';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import Rest from '../../../test/fixture/rest.ts';
import {
  compareOpenApi,
  createOpenApi,
  type OpenApiDocument,
  type OpenApiOptions,
  type Parameter,
  type SecurityOf,
} from '../src/index.ts';
import { operationsByMethod } from '../src/operations-of.ts';
import { documentOf, operation, propertiesOf } from './fixture.ts';

const body = { title: { required: true, string: true } } as const;
const logic = defineLogic({ postAction: { body }, patchAction: { body } });
const tables = { post: { id: 'integer', title: 'string', created_at: 'datetime' } } as const;
const bearer: Partial<OpenApiOptions> = {
  security: [{ bearer: [] }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
};

/** Each of these is what a generator or a linter failed on. */
describe('documents that tools accept', () => {
  it('have a plain list of names for sort', async () => {
    const { parameters } = operation(await documentOf({ logic }, tables), 'GET /post');
    const sort = (parameters as Parameter[]).find(({ name }) => name === 'sort');
    const items = { type: 'string', enum: ['id', '-id', 'title', '-title', 'created_at', '-created_at'] };
    expect(sort?.schema).to.eql({ type: 'array', items, minItems: 1 });
  });

  it('name lines and forms where the class says so only', async () => {
    const types = async (statics: object) => {
      const document = await documentOf({ logic, statics }, tables);
      const answer = operation(document, 'GET /post').responses['200'] as { content: object };
      const lists = Object.keys(answer.content);
      const bodies = ['POST /post', 'QUERY /post'].map((line) =>
        Object.keys(operation(document, line).requestBody?.content ?? {}),
      );
      return [lists, ...bodies];
    };
    const json = 'application/json';
    const form = 'application/x-www-form-urlencoded';
    expect(await types({})).to.eql([[json], [json], [json]]);
    expect(await types({ lines: true })).to.eql([[json, 'application/x-ndjson'], [json], [json]]);
    expect(await types({ forms: true })).to.eql([[json], [json, form], [json, form]]);
  });

  it('say which columns a list has as CSV', async () => {
    const document = await documentOf({ logic, statics: { csv: ['id', 'title'] } }, tables);
    const { description } = operation(document, 'GET /post').responses['200'] as { description: string };
    expect(description).to.equal('A page of the records, or with `Accept: text/csv` the columns id, title as CSV.');
  });

  it('have one type, or one and null, in each schema', async () => {
    const { components } = await documentOf({ logic }, { post: { id: 'integer', title: 'string', size: 'bigint?' } });
    const lists = [...JSON.stringify(components).matchAll(/"type":\[([^\]]*)\]/g)].map(([, types]) => types);
    expect(lists.filter((types) => !types?.endsWith(',"null"') || types.split(',').length > 2)).to.eql([]);
  });

  it('have a description of each tag and operation', async () => {
    const document = await documentOf({ logic, statics: { bulk: true } }, tables);
    expect(document.tags).to.eql([{ name: 'post', description: 'The resource `post`.' }]);
    for (const item of Object.values(document.paths))
      for (const { operationId, description } of operationsByMethod(item).values())
        expect(description, operationId).to.be.a('string').and.not.equal('');
  });

  it('do not give two components names that generators write in the same way', async () => {
    const { components } = await documentOf(
      {},
      { post: { id: 'integer', author_id: 'integer', 'author.id': 'string' } },
    );
    expect(components?.parameters).to.include.keys('author_id', 'author.id2').and.not.include.keys('author.id');
  });

  it('name the parameters that list fields after the resource', async () => {
    const { components } = await documentOf({ logic, statics: { search: ['title'] } }, tables);
    expect(components?.parameters).to.include.keys('PostSort', 'PostFields', 'PostQ', 'page');
  });

  it('mark as readOnly what no body has', async () => {
    const properties = async (given: Logic | undefined, own: string[] = []) => {
      const { components } = await documentOf({ ...(given && { logic: given }), own }, tables);
      return Object.entries(propertiesOf(components?.schemas?.PostFields)).flatMap(([name, { readOnly }]) =>
        readOnly ? [name] : [],
      );
    };
    expect(await properties(logic)).to.eql(['id', 'created_at']);
    expect(await properties(undefined)).to.eql([]);
    // The body of an action of the project is what its code reads.
    expect(await properties(logic, ['patchAction'])).to.eql([]);
  });

  it('say for each operation which schemes it needs', async () => {
    const document = await documentOf({ logic }, tables, bearer);
    expect(document.security).to.eql([]);
    expect(operation(document, 'GET /post').security).to.eql(bearer.security);
    const without = await documentOf({ logic }, tables);
    expect(without.security).to.eql([]);
    expect(operation(without, 'GET /post')).to.not.have.property('security');
  });

  it('ask a function for the schemes of each operation', async () => {
    const security: SecurityOf = ({ method, controller, action, path }) =>
      method === 'GET' ? undefined : [{ [`${controller} ${action} ${path}`]: [] }];
    const document = await documentOf({ logic }, tables, { security });
    expect(operation(document, 'GET /post')).to.not.have.property('security');
    expect(operation(document, 'GET /post').responses).to.not.have.any.keys('401', '403');
    expect(operation(document, 'POST /post').security).to.eql([{ 'post postAction /post': [] }]);
    expect(operation(document, 'POST /post').responses).to.include.keys('401', '403');
  });

  it('need no scheme where the policy allows a request without a user', async () => {
    const policy = { needsUser: ['create'], refuses: ['create'], masked: [], sets: [] } as const;
    const document = await documentOf({ logic, policy }, tables, bearer);
    expect(operation(document, 'GET /post').security).to.eql([{}, { bearer: [] }]);
    expect(operation(document, 'POST /post').security).to.eql([{ bearer: [] }]);
    const changes = compareOpenApi(await documentOf({ logic }, tables, bearer), document);
    expect(changes.filter(({ breaking }) => breaking)).to.eql([]);
  });

  it('have bodies that can be sent as they are, in the order of their foreign keys', async () => {
    const models = await createTables();
    const body = { title: { required: true, string: true } } as const;
    const int = { int: { min: 1 } } as const;
    const router = createRestRouter({
      rules: [
        ['/person/:id?', 'rest'],
        ['/folder/:id?', 'rest'],
      ],
      controllers: { person: class Person extends Rest {}, folder: class Folder extends Rest {} },
      logics: {
        person: defineLogic({ postAction: { body } }),
        folder: defineLogic({
          postAction: { body: { ...body, parent_id: { ...int, nullable: true }, owner_id: int } },
        }),
      },
      model: models,
    });
    const document = await createOpenApi(router, { info: { title: 'Test', version: '1.0.0' } });
    const server = express().use(router).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['/person', '/folder']) {
      const example = exampleOf(document, path);
      const headers = { 'Content-Type': 'application/json' };
      const sent = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(example) });
      expect([sent.status, await sent.json()], path).to.deep.include(201);
    }
    expect(exampleOf(document, '/folder')).to.eql({ title: 'string', parent_id: null, owner_id: 1 });
    server.close();
    await models.close();
  });
});

// --- internal ---

function exampleOf(document: OpenApiDocument, path: string): unknown {
  return operation(document, `POST ${path}`).requestBody?.content['application/json']?.example;
}

async function createTables(): Promise<Models> {
  const models = createModels('sqlite::memory:');
  const { schema } = models.kysely;
  await schema
    .createTable('person')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('folder')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'integer', (column) => column.references('folder.id'))
    .addColumn('owner_id', 'integer', (column) => column.references('person.id').notNull())
    .execute();
  return models;
}
