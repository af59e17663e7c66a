import { expect } from 'chai';
import { readFields } from '../../src/arguments/read-fields.ts';
import { ruleLines } from '../../src/plan/rule-lines.ts';

const CASES: [field: string, lines: string[]][] = [
  ['a:string!', ['  a: { required: true, string: true, length: { max: 255 } },']],
  ['a:string', ['  a: { string: true, length: { max: 255 }, nullable: true },']],
  ['a:text!', ['  a: { required: true, string: true },']],
  ['a:integer', ['  a: { int: true, nullable: true },']],
  ['a:bigint!', ['  a: { required: true, int: true },']],
  ['a:decimal!', ['  a: { required: true, decimal: true },']],
  ['a:double!', ['  a: { required: true, float: true },']],
  ['a:boolean!', ['  a: { required: true, boolean: true },']],
  ['a:date!', ['  a: { required: true, date: true },']],
  ['a:datetime!', ['  a: { required: true, date: true },']],
  ['a:json!', ['  a: { required: true, object: true },']],
  ['a:uuid!', ['  a: { required: true, uuid: true },']],
  ['aId:references!', ['  aId: { required: true, int: { min: 1 } },']],
];

describe('ruleLines', () => {
  for (const [text, lines] of CASES) {
    it(`writes the rules of ${text}`, () => expect(readFields([text]).flatMap(ruleLines)).to.deep.equal(lines));
  }

  it('breaks an entry that would pass 120 columns, and none that just fits', () => {
    const fits = readFields([`${'a'.repeat(61)}:string!`]).flatMap(ruleLines);
    expect(fits).to.have.length(1);
    expect(fits[0]).to.have.length(120);
    expect(readFields([`${'a'.repeat(62)}:string!`]).flatMap(ruleLines)).to.deep.equal([
      `  ${'a'.repeat(62)}: {`,
      '    required: true,',
      '    string: true,',
      '    length: { max: 255 },',
      '  },',
    ]);
  });
});
