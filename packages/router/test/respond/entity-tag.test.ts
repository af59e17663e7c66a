import { expect } from 'chai';
import fc from 'fast-check';
import { type EntityTag, parseEntityTags } from '../../src/core/respond/entity-tag.ts';

const strong = (text: string): EntityTag => ({ weak: false, opaque: `"${text}"` });
const weak = (text: string): EntityTag => ({ weak: true, opaque: `"${text}"` });

describe('readEntityTags', () => {
  for (const [field, expected] of [
    ['*', '*'],
    ['"a"', [strong('a')]],
    ['""', [strong('')]],
    ['"a", "b"', [strong('a'), strong('b')]],
    ['"a" \t,\t "b" ', [strong('a'), strong('b')]],
    // A comma is a character of a tag as others are, and a backslash escapes nothing.
    ['"a,b", W/"c,"', [strong('a,b'), weak('c,')]],
    ['"a\\", "b"', [strong('a\\'), strong('b')]],
    ['"\u00ff!#~"', [strong('\u00ff!#~')]],
    // Empty elements of a list are ignored (RFC 9110 section 5.6.1.2).
    ['', []],
    [', "a",, ,"b",', [strong('a'), strong('b')]],
  ] as const) {
    it(`reads ${JSON.stringify(field)}`, () => expect(parseEntityTags(field)).to.deep.equal(expected));
  }

  // biome-ignore format: a list
  for (const field of [
    'a', 'abc, "a"', '"a', '"a"b', '"a" "b"', '"a""b"', 'w/"a"', 'W/ "a"', 'W /"a"', 'W/a', 'W/', '"a b"',
    '"a\tb"', '"a\u007fb"', '"\u0100"', "'a'", '* , "a"', '"a", *', '**', '*,', ';',
  ]) {
    it(`refuses ${JSON.stringify(field)}`, () => expect(parseEntityTags(field)).to.equal(undefined));
  }

  const opaque = fc
    .array(fc.constantFrom(...'!#$,;\\*W/ab09~\u0080\u00ff'), { maxLength: 8 })
    .map((characters) => `"${characters.join('')}"`);
  const tags = fc.array(fc.record({ weak: fc.boolean(), opaque }), { maxLength: 6 });
  const gap = fc.constantFrom(',', ', ', ' ,', '\t, ', ',,', ' , ,');

  it('reads every formatted list', () => {
    fc.assert(
      fc.property(tags, fc.array(gap, { minLength: 7, maxLength: 7 }), (list, gaps) => {
        const texts = list.map((tag) => `${tag.weak ? 'W/' : ''}${tag.opaque}`);
        const field = texts.reduce((before, text, index) => `${before}${index > 0 ? gaps[index] : ''}${text}`, '');
        expect(parseEntityTags(field)).to.deep.equal(list);
      }),
    );
  });

  it('returns only tags of the text, for any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'"W/*, \ta\\'), maxLength: 30 });
    fc.assert(
      fc.property(text, (field) => {
        const read = parseEntityTags(field);
        if (read === undefined || read === '*') return;
        for (const tag of read) expect(field).to.include(tag.opaque);
        // What is left without the tags is nothing but separators.
        const rest = read.reduce((left, tag) => left.replace(`${tag.weak ? 'W/' : ''}${tag.opaque}`, ''), field);
        expect(rest).to.match(/^[ \t,]*$/);
      }),
    );
  });

  it('takes linear time', () => {
    const start = performance.now();
    for (const field of [
      `${' '.repeat(1_000_000)}x`,
      ','.repeat(1_000_000),
      '"'.repeat(1_000_000),
      'W/'.repeat(500_000),
    ])
      parseEntityTags(field);
    expect(performance.now() - start).to.be.below(5_000);
  });
});
