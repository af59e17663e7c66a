import { expect } from 'chai';
import { columnLines } from '../src/columns.ts';
import { readFields } from '../src/field.ts';

const CASES: [field: string, lines: string[]][] = [
  ['a:string!', ["t.string('a').notNull();"]],
  ['a:text', ["t.text('a');"]],
  ['a:uuid', ["t.uuid('a');"]],
  ['a:string:unique', ["t.string('a');", "t.unique(['a']);"]],
  ['a:string:index', ["t.string('a');", "t.index(['a']);"]],
  ['a:string!:unique:index', ["t.string('a').notNull();", "t.unique(['a']);"]],
  ['postId:references!', ["t.references('postId', 'post').notNull();"]],
];

describe('columnLines', () => {
  for (const [text, lines] of CASES) {
    it(`writes the column of ${text}`, () => expect(readFields([text]).flatMap(columnLines)).to.deep.equal(lines));
  }
});
