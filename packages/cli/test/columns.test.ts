import { expect } from 'chai';
import { columnLine } from '../src/columns.ts';
import { readFields } from '../src/field.ts';

const CASES: [field: string, line: string][] = [
  ['a:string!', "t.string('a').notNull();"],
  ['a:text', "t.text('a');"],
  ['a:uuid', "t.uuid('a');"],
  ['a:string:unique', "t.string('a').unique();"],
  ['a:string:index', "t.string('a').index();"],
  ['a:string!:unique:index', "t.string('a').notNull().unique();"],
  ['postId:references!', "t.references('postId', 'post').notNull();"],
  ['postId:references:index', "t.references('postId', 'post');"],
  ['postId:references:unique', "t.references('postId', 'post').unique();"],
];

describe('columnLine', () => {
  for (const [text, line] of CASES) {
    it(`writes the column of ${text}`, () =>
      expect(readFields([text]).map((field) => columnLine(field))).to.deep.equal([line]));
  }

  it('refers to the table that it is told', () => {
    const [field] = readFields(['blogPostId:references!']);
    expect(field && columnLine(field, 'blogPost')).to.equal("t.references('blogPostId', 'blogPost').notNull();");
  });
});
