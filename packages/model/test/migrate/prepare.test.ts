import { expect } from 'chai';
import { rejected } from '../../../../test/stores/fixture.ts';
import { MigrationStore } from '../../src/migrate/migration-store.ts';
import type { SqlClient } from '../../src/sql/sql-client.ts';
import { SqliteClient } from '../../src/stores/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/stores/sqlite/sqlite-dialect.ts';

describe('the tables that remember migrations', () => {
  let client: SqliteClient;
  beforeEach(() => {
    client = new SqliteClient(':memory:', 50);
  });
  afterEach(() => client.close());

  /** A store of which some statements fail; the texts of all that were asked for. */
  function open(fails: (text: string, count: number) => Error | undefined) {
    const texts: string[] = [];
    const failing: SqlClient = {
      dialect: 'sqlite',
      query: async (text, parameters, options) => {
        texts.push(text);
        const error = fails(text, texts.length);
        if (error !== undefined) throw error;
        return client.query(text, parameters, options);
      },
      transaction: (work, options) => client.transaction(work, options),
      close: () => client.close(),
    };
    return { store: new MigrationStore(failing, sqliteDialect, 50), texts };
  }

  it('are made once, and only read from then on', async () => {
    const { store, texts } = open(() => undefined);
    await store.prepare();
    expect(texts.some((text) => text.startsWith('create table'))).to.equal(true);
    texts.length = 0;
    await store.prepare();
    expect(texts.map((text) => text.split(' ')[0])).to.deep.equal(['select', 'select']);
  });

  it('are made also when another process is quicker', async () => {
    let isFirst = true;
    const { store } = open((text) => {
      if (!text.startsWith('create table') || !isFirst) return undefined;
      isFirst = false;
      return new Error('duplicate key in the catalogue');
    });
    await store.prepare();
    expect(await store.claim({ owner: 'me', length: 1_000 })).to.equal(true);
    expect(await store.claim({ owner: 'me', length: 1_000 })).to.equal(true);
    expect(await store.claim({ owner: 'other', length: 1_000 })).to.equal(false);
    expect(await store.extend({ owner: 'other', length: 1_000 })).to.equal(false);
  });

  it('are given up where they cannot be made', async () => {
    const refusal = new Error('permission denied');
    const { store, texts } = open((text) => (text.startsWith('create table') ? refusal : undefined));
    expect(await store.prepare().catch((error: unknown) => error)).to.equal(refusal);
    expect(texts.filter((text) => text.startsWith('create'))).to.have.length(5);
  });

  it('are not asked for where the store cannot be reached', async () => {
    const { store, texts } = open(() => Object.assign(new Error('open'), { code: 'ERR_SQLITE_ERROR', errcode: 14 }));
    await rejected(store.prepare(), 'unavailable');
    await rejected(store.records(), 'unavailable');
    expect(texts).to.have.length(2);
  });
});
