import { createModels, sql } from '@rest-gen/model';
import { createRestRouter, definePolicy } from '@rest-gen/router';
import { expect } from 'chai';
import Rest from '../../../test/fixture/rest.ts';
import { createOpenApi } from '../src/index.ts';
import { info } from './fixture.ts';

class Post extends Rest {
  static softDelete = 'deleted_at';
}

describe('a class with soft delete', () => {
  it('has the parameter deleted in reads, and restore answers with the record', async () => {
    const models = createModels('sqlite::memory:');
    const table = 'create table post (id integer primary key, title text not null, deleted_at datetime)';
    await sql.raw(table).execute(models.kysely);
    const router = createRestRouter({
      rules: [
        ['/post/:id/restore', 'post#restore', 'rest'],
        ['/post/:id?', 'rest'],
      ],
      controllers: { post: Post },
      policies: { post: definePolicy({ read: 'everyone', delete: 'user' }) },
      model: models,
      log: false,
    });
    await router.ready;
    const { paths, components } = await createOpenApi(router, { info });
    await models.close();
    const names = (path: string, method: 'get' | 'delete' | 'post'): string[] => {
      const parameters = (paths[path]?.[method]?.parameters ?? []) as { name?: string; $ref?: string }[];
      const known = (components?.parameters ?? {}) as Record<string, { name: string }>;
      return parameters.map(({ name, $ref = '' }) => name ?? known[$ref.split('/').at(-1) ?? '']?.name ?? '');
    };
    expect(names('/post', 'get')).to.include('deleted');
    expect(names('/post/{id}', 'get')).to.include('deleted');
    expect(names('/post/{id}', 'delete')).not.to.include('deleted');
    // Only `deleted=true` needs a user: the reads are public.
    for (const path of ['/post', '/post/{id}']) expect(paths[path]?.get?.responses).not.to.have.any.keys('401', '403');
    const restore = paths['/post/{id}/restore']?.post;
    expect(restore).to.include({ summary: 'Restore a post' }).and.not.have.property('requestBody');
    expect(restore?.responses).to.include.keys('200', '204', '401', '404', '409', '412');
    const { query } = paths['/post'] as { query?: { requestBody?: unknown } };
    expect(JSON.stringify(query ?? components?.['x-query'])).to.include('deleted');
  });
});
