import { expect } from 'chai';
import { readFields } from '../../src/arguments/read-fields.ts';
import { addedColumn, columnLine } from '../../src/plan/columns.ts';

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

const ADDED: [field: string, line: string, isLoose: boolean][] = [
  ['a:string', "t.string('a');", false],
  ['a:string!', "t.string('a').notNull().default('');", false],
  ['a:integer!:index', "t.integer('a').notNull().default(0).index();", false],
  ['a:boolean!', "t.boolean('a').notNull().default(false);", false],
  ['a:decimal!', "t.decimal('a').notNull().default('0');", false],
  ['a:json!', "t.json('a').notNull().default({});", false],
  ['a:string!:unique', "t.string('a').unique();", true],
  ['a:date!', "t.date('a');", true],
  ['a:uuid!', "t.uuid('a');", true],
  ['postId:references!', "t.references('postId', 'post');", true],
];

describe('addedColumn', () => {
  for (const [text, line, isLoose] of ADDED) {
    it(`writes the column of ${text} for rows that are there`, () =>
      expect(readFields([text]).map((field) => addedColumn(field))).to.deep.equal([{ line, isLoose }]));
  }
});
