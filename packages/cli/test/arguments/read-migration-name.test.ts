import { expect } from 'chai';
import { MAX_MIGRATION_NAME, readMigrationName } from '../../src/arguments/read-migration-name.ts';
import { thrownBy } from '../fixture.ts';

const KNOWN = ['how_to_page'];

const READ: [name: string, form: string, what: string, table?: string][] = [
  ['create_post', 'create', 'create_post', 'post'],
  ['create-blog-post', 'create', 'create_blog_post', 'blog_post'],
  ['add_summary_to_post', 'add', 'add_summary_to_post', 'post'],
  ['add_a_to_b_to_c', 'add', 'add_a_to_b_to_c', 'c'],
  ['add_link_to_how_to_page', 'add', 'add_link_to_how_to_page', 'how_to_page'],
  ['remove_summary_from_post', 'remove', 'remove_summary_from_post', 'post'],
  ['idempotency_key', 'idempotency', 'create_idempotency_key'],
  ['create_idempotency_key', 'idempotency', 'create_idempotency_key'],
  ['create-idempotency-key', 'idempotency', 'create_idempotency_key'],
  ['fill_summary', 'empty', 'fill_summary'],
  ['create_', 'empty', 'create_'],
  ['add_summary', 'empty', 'add_summary'],
  ['add_summary_to_', 'empty', 'add_summary_to_'],
  ['drop_post', 'empty', 'drop_post'],
];

describe('readMigrationName', () => {
  for (const [name, form, what, table] of READ) {
    it(`reads ${name}`, () => {
      expect(readMigrationName(name, KNOWN)).to.deep.equal({ form, what, ...(table !== undefined && { table }) });
    });
  }

  for (const name of [
    '',
    '1_post',
    'a b',
    'a/b',
    '../a',
    'post.js',
    'ä',
    '-a',
    'create_constructor',
    'a'.repeat(MAX_MIGRATION_NAME + 1),
  ]) {
    it(`refuses "${name.slice(0, 20)}"`, async () => {
      const error = await thrownBy(() => readMigrationName(name, []));
      expect(error.code).to.equal('E_NAME');
      expect(error.fix).not.to.equal('');
    });
  }
});
