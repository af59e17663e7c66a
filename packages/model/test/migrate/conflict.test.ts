import { DataError } from '@rest-gen/model/core';
import { expect } from 'chai';
import { temporaryFolders } from '../../../../test/stores/fixture.ts';
import { MigrationStore } from '../../src/migrate/migration-store.ts';
import { Migrator } from '../../src/migrate/migrator.ts';
import type { SqlClient } from '../../src/sql/sql-client.ts';
import { SqliteClient } from '../../src/stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/stores/sqlite/sqlite-dialect.ts';

describe('migrations of a store that keeps each statement', () => {
  const folder = temporaryFolders();

  it('note a statement again when the note met a conflict, as at a commit on another node of a cluster', async () => {
    const inner = new SqliteClient(':memory:', 1_000);
    const conflict = new Error('Deadlock found when trying to get lock');
    let conflicts = 0;
    const client: SqlClient = {
      ...inner,
      dialect: 'sqlite',
      query: inner.query,
      transaction: (work, options) =>
        inner.transaction(async (query) => {
          const result = await work(query);
          conflicts += 1;
          // Every other one.
          if (conflicts % 2 === 1) throw conflict;
          return result;
        }, options),
      close: () => inner.close(),
    };
    const dialect = {
      ...sqliteDialect,
      hasTransactionalSchema: false,
      mapError: (error: unknown) =>
        error === conflict
          ? new DataError('retry', 'The transaction conflicts with another one')
          : sqliteDialect.mapError(error),
    };
    const migrations = folder({
      '1_a.mjs': "export const up = async (schema) => { await schema.createTable('a', (t) => { t.id(); }); };\n",
    });
    const migrator = new Migrator(new MigrationStore(client, dialect, 1_000), migrations);
    expect(await migrator.up()).to.eql(['1_a']);
    expect(conflicts).to.be.above(1);
    expect((await migrator.status())[0]).to.include({ state: 'applied' });
    await client.close();
  });
});
