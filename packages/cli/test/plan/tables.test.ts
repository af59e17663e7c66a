import { expect } from 'chai';
import { readFields } from '../../src/arguments/read-fields.ts';
import { findCreation, referredTable } from '../../src/plan/tables.ts';

describe('findCreation', () => {
  const FILES = [
    '1_create_post.d.ts',
    'create_post.js',
    '1_create_post.js.bak',
    '2_create_Post.mjs',
    '3_create_blog_post.ts',
  ];
  for (const [table, file] of [
    ['post', '2_create_Post.mjs'],
    ['POST', '2_create_Post.mjs'],
    ['blog_post', '3_create_blog_post.ts'],
    ['blogPost', undefined],
    ['posts', undefined],
  ] as const) {
    it(`finds ${file} for ${table}`, () => expect(findCreation(FILES, table)).to.equal(file));
  }
});

describe('referredTable', () => {
  const CASES: [field: string, tables: string[], own: string, table: string | undefined][] = [
    ['title:string', ['title'], 'comment', undefined],
    ['postId:references', [], 'comment', 'post'],
    ['postId:references', ['Post'], 'comment', 'Post'],
    ['blogPostId:references', [], 'comment', 'blog_post'],
    ['blogPostId:references', ['blog_post'], 'comment', 'blog_post'],
    ['blogPostId:references', ['blogPost'], 'comment', 'blogPost'],
    ['blogPostId:references', ['blog_post', 'blogpost'], 'comment', 'blogpost'],
    ['blog_post_id:references', ['blogPost'], 'comment', 'blog_post'],
    ['blogPostId:references', ['blog'], 'blogPost', 'blogPost'],
  ];
  for (const [text, tables, own, table] of CASES) {
    it(`is ${table} for ${text} in ${own} beside ${tables.join(' and ') || 'nothing'}`, () => {
      const migrations = tables.map((name, index) => `${index}_create_${name}.js`);
      expect(readFields([text]).map((field) => referredTable(field, migrations, own))).to.deep.equal([table]);
    });
  }
});
