import { expect } from 'chai';
import { missingTable } from '../src/sql/driver-error.ts';

describe('missingTable', () => {
  for (const [table, message, command] of [
    ['post', 'There is no table "post"', 'npx rest-gen migration create_post title:string'],
    ['idempotency_key', 'There is no table "idempotency_key"', 'npx rest-gen migration idempotency_key'],
    ['a b', 'There is no table "a b"', 'npx rest-gen migration create_<table> title:string'],
    [undefined, 'There is no such table', 'npx rest-gen migration create_<table> title:string'],
  ] as const) {
    it(`says how to create ${table}`, () => {
      const error = missingTable(table);
      expect(error).to.include({ code: 'no_table', message });
      expect(error.hint).to.equal(
        `Run \`npx rest-gen migrate\` in the directory of the project; where no migration creates it, write one before: \`${command}\`.`,
      );
    });
  }

  it('keeps its cause', () => {
    const cause = new Error('26');
    expect(missingTable('post', cause)).to.include({ message: 'There is no table "post"', cause });
  });
});
