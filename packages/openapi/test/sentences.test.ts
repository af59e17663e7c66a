import { expect } from 'chai';
import { writeSummary } from '../src/sentences.ts';

const ONE: readonly (readonly [title: string, one: string, many: string])[] = [
  ['issue', 'an issue', 'issues'],
  ['issues', 'an issue', 'issues'],
  ['user', 'a user', 'users'],
  ['hour', 'an hour', 'hours'],
  ['unit', 'a unit', 'units'],
  ['blog category', 'a blog category', 'blog categories'],
  ['blog categories', 'a blog category', 'blog categories'],
  ['address', 'an address', 'addresses'],
  ['addresses', 'an address', 'addresses'],
  ['status', 'a status', 'statuses'],
  ['box', 'a box', 'boxes'],
  ['branches', 'a branch', 'branches'],
  ['day', 'a day', 'days'],
  ['people', 'a person', 'people'],
  ['news', 'news', 'news'],
];

describe('summaries', () => {
  for (const [title, one, many] of ONE) {
    it(`have an article, or a plural: ${title}`, () => {
      expect(writeSummary('create', title, 'one')).to.equal(`Create ${one}`);
      expect(writeSummary('update many', title, 'many')).to.equal(`Update many ${many}`);
    });
  }

  it('have the name of a resource without records', () => {
    expect(writeSummary('get', 'health', 'none')).to.equal('Get health');
  });
});
