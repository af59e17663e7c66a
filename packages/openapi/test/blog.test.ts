import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Models } from '@rest-gen/model';
import { expect } from 'chai';
import { compareOpenApi, createOpenApi, type OpenApiDocument } from '../src/index.ts';
import { BLOG, openBlog, options } from './blog.ts';

const FILE = join(BLOG, 'openapi.json');

/** Run this test with `WRITE_OPENAPI=1` to update the file. */
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

  it('is up to date', () => {
    const kept = JSON.parse(readFileSync(FILE, 'utf8')) as OpenApiDocument;
    const changes = compareOpenApi(kept, document).map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
    expect(changes, 'WRITE_OPENAPI=1 npx -y pnpm@10 mocha packages/openapi/test/blog.test.ts updates it').to.eql([]);
    expect(document).to.eql(kept);
  });
});
