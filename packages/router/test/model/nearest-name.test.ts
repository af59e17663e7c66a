import { expect } from 'chai';
import { nearestName } from '../../src/model/nearest-name.ts';

describe('nearestName', () => {
  const known = ['id', 'title', 'created_at', 'views'];
  const rows: [name: string, expected: string | undefined][] = [
    ['titel', 'title'],
    ['Title', 'title'],
    ['createdAt', 'created_at'],
    ['view', 'views'],
    ['ix', 'id'],
    ['body', undefined],
    ['', undefined],
    ['t'.repeat(65), undefined],
  ];
  for (const [name, expected] of rows) {
    it(`finds ${expected ?? 'nothing'} for "${name.slice(0, 12)}"`, () => {
      expect(nearestName(name, known)).to.equal(expected);
    });
  }
});
