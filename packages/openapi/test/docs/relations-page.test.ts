import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import Rest from '../../../../test/fixture/rest.ts';
import { createDocs } from '../../src/docs/create-docs.ts';
import { createStore } from './serve-docs.ts';

describe('the relations page', () => {
  const models = createStore();
  after(() => models.close());

  it('draws tables and lists relations', async () => {
    const router = createRestRouter({
      rules: [
        ['/v1/post/:id?', 'v1/post', 'rest'],
        ['/comment/:id?', 'comment', 'rest'],
      ],
      controllers: {
        'v1/post': class extends Rest {
          static include = { comments: { table: 'comment' } };
        },
        comment: class extends Rest {
          static include = { post: { fields: 'id,title' } };
        },
      },
      model: models,
    });
    const { text } = await supertest(express().use('/docs', createDocs(router)))
      .get('/docs/relations')
      .expect(200);
    expect(Array.from(text.matchAll(/<text[^>]*>(.*?)<\/text>/g), ([, name]) => name).sort()).to.eql([
      'comment',
      'post',
    ]);
    expect(text.match(/<line /g)).to.have.length(1);
    expect(text).to.include('<tr><th scope="row">comment</th><td><code>post</code></td><td>one <code>post</code></td>');
    expect(text).to.match(/<code>comments<\/code><\/td><td>up to \d+ <code>comment<\/code>/);
  });

  it('says when there are none', async () => {
    const router = createRestRouter({ rules: [], controllers: {} });
    const { text } = await supertest(express().use('/docs', createDocs(router)))
      .get('/docs/relations')
      .expect(200);
    expect(text).to.include('static include').and.not.to.include('<svg');
  });
});
