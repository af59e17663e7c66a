import { expect } from 'chai';
import { readText } from '../../src/core/read-filter.ts';
import type { Column } from '../../src/core/types.ts';

describe('readText', () => {
  const read = (value: unknown, type: Column['type'] = 'string') =>
    readText(value, { name: 'name', type, nullable: true, hasDefault: false }, 'author.name');

  it('gives text', () => {
    for (const text of ['', '%', '😀', 'a'.repeat(255)]) expect(read(text)).to.equal(text);
  });

  const refused: [value: unknown, type: Column['type'], message: string][] = [
    ['a', 'integer', '"author.name" is not a string'],
    ['a', 'json', '"author.name" is not a string'],
    [7, 'string', '"author.name" is searched for a value that is not text'],
    [null, 'string', '"author.name" is searched for a value that is not text'],
    ['a\0', 'string', '"author.name" is searched for a value that is not text'],
    ['\ud800', 'string', '"author.name" is searched for a value that is not text'],
    ['a'.repeat(256), 'string', 'The text to find in "author.name" is longer than 255 characters'],
  ];
  it('refuses everything else', () => {
    for (const [value, type, message] of refused) {
      expect(() => read(value, type))
        .to.throw(message)
        .that.includes({ code: 'invalid_filter', field: 'author.name' });
    }
  });
});
