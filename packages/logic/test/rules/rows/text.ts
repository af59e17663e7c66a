import type { Row } from '../rule-table.ts';

/** The flag is newer than the syntax target of the compiler. */
const SETS = 'v';

export const textRows: readonly Row[] = [
  // A character outside of the first plane counts once, a combining mark counts by itself.
  [
    { length: 2 },
    ['ab', '\u{1f600}\u{1f600}', 'e\u0301', '  '],
    ['a', 'abc', '\u{1f600}', 'e\u0301e', '\u{1f468}\u200d\u{1f469}'],
  ],
  [{ length: 0 }, [], ['a']],
  [{ length: { min: 2 } }, ['ab', 'abc', '\u{1f600}a'], ['a', '\u{1f600}']],
  [{ length: { max: 2 } }, ['a', 'ab', '\u{1f600}\u{1f600}'], ['abc', '\u{1f600}\u{1f600}a', 'a'.repeat(1000)]],
  [{ length: { min: 1, max: 2 } }, ['a', 'ab'], ['abc']],
  [
    { string: true, length: { min: 3, max: 3 } },
    ['abc', '\u{1f600}\u{1f600}\u{1f600}'],
    ['ab', 'abcd', '\u{1f600}\u{1f600}'],
  ],
  [{ byteLength: 2 }, ['ab', 'é', '\u0000a'], ['a', 'abc', 'éé', '€']],
  [{ byteLength: { min: 2 } }, ['é', 'abc', '\u{1f600}'], ['a']],
  [{ byteLength: { max: 3 } }, ['abc', '€', 'éa'], ['abcd', '€a', '\u{1f600}', 'éé']],
  [{ byteLength: { min: 4, max: 4 } }, ['\u{1f600}', 'éé'], ['\u{1f600}a', 'abc']],
  [{ contains: 'b' }, ['b', 'abc', 'bb'], ['ac', 'B', ' ']],
  [{ contains: '.*' }, ['a.*'], ['ab']],
  [{ contains: '\u{1f600}' }, ['a\u{1f600}'], ['\u{1f601}']],
  [{ startWith: 'ab' }, ['ab', 'abc'], ['a', 'bab', 'Ab', ' ab']],
  [{ endWith: 'bc' }, ['bc', 'abc'], ['c', 'bca', 'BC', 'bc\n']],
  [{ regexp: /^[a-z]+$/ }, ['abc'], ['a1', 'ABC', 'a\n']],
  [{ regexp: /b/i }, ['aBc'], ['ac']],
  [{ regexp: /b/g }, ['b', 'ab', 'bb'], ['ac']],
  [{ regexp: /b/y }, ['bc'], ['ab']],
  [{ regexp: /b/gy }, ['bc'], ['ab']],
  [{ regexp: /^b$/m }, ['a\nb'], ['ab']],
  [{ regexp: /^a.b$/s }, ['a\nb'], ['ab']],
  [{ regexp: /^a.b$/ }, ['acb'], ['a\nb']],
  [{ regexp: /^.$/u }, ['\u{1f600}'], ['ab']],
  [{ regexp: /^.$/ }, ['a'], ['\u{1f600}']],
  [{ regexp: /^b/d }, ['bc'], ['ab']],
  [{ regexp: new RegExp('^[\\p{L}--[a-z]]$', SETS) }, ['É'], ['e']],
  [{ pattern: '^[a-z]+$' }, ['abc'], ['a1', 'a\n']],
  [{ pattern: 'b' }, ['abc'], ['ac']],
  [{ pattern: '^\\p{Lu}$' }, ['É'], ['é']],
  [{ format: 'ipv4' }, ['1.2.3.4'], ['1.2.3', '1.2.3.256', '01.2.3.4']],
];
