import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Models } from '@rest-gen/model';
import { expect } from 'chai';
import { compareOpenApi, createOpenApi, type OpenApiDocument } from '../src/index.ts';
import { BLOG, openBlog, options } from './blog.ts';

const FILE = join(BLOG, 'openapi.json');

/** `WRITE_OPENAPI=1` before the command that runs this test writes the file anew. */
describe('examples/blog/openapi.json', () => {
  let models: Models;
  let document: OpenApiDocument;

  before(async () => {
    const blog = await openBlog();
    models = blog.models;
    document = await createOpenApi(blog.router, options);
    if (process.env.WRITE_OPENAPI === '1') writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
  });
  after(() => models.close());

  it('is what the example is described as', () => {
    const kept = JSON.parse(readFileSync(FILE, 'utf8')) as OpenApiDocument;
    const changes = compareOpenApi(kept, document).map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
    expect(changes, 'WRITE_OPENAPI=1 npx -y pnpm@10 mocha packages/openapi/test/blog.test.ts writes it anew').to.eql(
      [],
    );
    expect(document).to.eql(kept);
  });

  it('has every rule of the example, unrolled', () => {
    expect(Object.keys(document.paths)).to.eql([
      '/post',
      '/post/{id}',
      '/post/{postId}/comments',
      '/post/{postId}/comments/{id}',
      '/v1/user',
      '/v1/user/{id}',
      '/v2/user',
      '/v2/user/{id}',
      '/doc',
      '/doc/{id}',
      '/api/author',
      '/api/author/{id}',
      '/api/tag',
      '/api/tag/{id}',
    ]);
  });
});
