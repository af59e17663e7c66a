import { expect } from 'chai';
import { createPool, type Pool, type PoolConnection } from 'mysql2/promise';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import type { SqlClient, SqlQuery } from '../../../packages/model/src/sql/sql-client.ts';
import { rejected, temporaryFolders } from '../fixture.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

/** A client as a program brings it along, on connections that it has set up in its own way. */
function clientOf(pool: Pool): SqlClient {
  const on =
    (connection: Pick<PoolConnection, 'execute' | 'query'>): SqlQuery =>
    async (text, parameters) => {
      const [result] = /^(?:select|insert|update|delete)/.test(text)
        ? await connection.execute(text, [...parameters] as never[])
        : await connection.query(text);
      if (Array.isArray(result)) return { rows: result as Record<string, unknown>[] };
      return { rows: [], affected: result.affectedRows, insertId: result.insertId };
    };
  return {
    dialect: 'mysql',
    query: on(pool),
    transaction: async (work) => {
      const connection = await pool.getConnection();
      try {
        await connection.beginTransaction();
        const result = await work(on(connection));
        await connection.commit();
        return result;
      } catch (error) {
        await connection.rollback();
        throw error;
      } finally {
        connection.release();
      }
    },
    close: () => pool.end(),
  };
}

if (server !== undefined) {
  describe('MySQL: a client of the program', () => {
    const folder = temporaryFolders();
    let database: TestDatabase;
    let models: Models;
    beforeEach(async () => {
      database = await makeDatabase(server);
      const pool = createPool({ uri: database.url, connectionLimit: 1, timezone: 'Z' });
      await pool.query("set session sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES,STRICT_ALL_TABLES'");
      const steps = `await schema.createTable('t', (t) => {
        t.id();
        t.string('kept').default("\\\\' or 1=1 -- ");
        t.string('title');
        t.datetime('at').defaultNow();
        t.bigint('size');
      });`;
      models = createModels(clientOf(pool), {
        migrations: folder({ '1_t.mjs': `export const up = async (schema) => { ${steps} };` }),
      });
      await models.migrate();
    });
    afterEach(async () => {
      await models.close();
      await database.drop();
    });

    it('is safe and exact under any sql_mode', async () => {
      const hostile = ["\\' or 1=1 -- ", "' or '1'='1", '" or ""="', '\\', '`', "x'; drop table t; --"];
      for (const title of hostile) await models.model('t').add({ title, size: 9007199254740993n });
      for (const title of hostile) {
        const rows = await models.model('t').where({ title }).select();
        expect(rows.map((row) => row.title)).to.deep.equal([title]);
        expect(rows[0]).to.include({ kept: "\\' or 1=1 -- " });
        expect(rows[0]?.at).to.match(/^\d{4}-.*Z$/);
        expect(await models.model('t').where({ title }).update({ title })).to.equal(1);
      }
      expect(await models.model('t').count()).to.equal(hostile.length);
    });

    it('rolls back as a whole', async () => {
      await models
        .transaction(async (tx) => {
          await tx.model('t').add({ title: 'a' });
          await rejected(tx.model('t').add({ title: 'x'.repeat(256) }), 'invalid_value', 'title');
          throw new Error('no');
        })
        .catch(() => undefined);
      expect(await models.model('t').count()).to.equal(0);
    });
  });
}
