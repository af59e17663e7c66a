import { expect } from 'chai';
import { sql } from 'kysely';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { sqliteDialect } from '../../../packages/model/src/stores/sqlite/sqlite-dialect.ts';
import { compareWithJson, describeJsonRows } from '../json-rows.ts';

describe('SQLite', () => {
  let models: Models;
  const run = (text: string) => sql.raw(text).execute(models.kysely);

  describeJsonRows(sqliteDialect, async () => {
    models = createModels('sqlite::memory:', { autoMigrate: false });
    return { models, run, close: () => models.close() };
  });

  it('reads every value of every column as JSON', async () => {
    models = createModels('sqlite::memory:', { autoMigrate: false });
    const values = [
      ...['null', '0', '1', '9007199254740991', '9007199254740992', '-9007199254740993', '9223372036854775807'],
      ...['0.1e0 + 0.2', '1e21', '1.7976931348623157e308', '5e-324', '2.2250738585072014e-308', '9e999', '-9e999'],
      ...[
        "''",
        String.raw`'a"\' || char(10) || 'b'`,
        "'[1]'",
        "'null'",
        `'{"integer":"1"}'`,
        "x''",
        "x'00ff'",
        "x'6162'",
      ],
    ];
    await run(
      'create table t (id integer primary key, a text, b, c int, d real, e json, f boolean, g timestamp, h decimal(5, 2))',
    );
    for (const value of values) await run(`insert into t (a, b, c, d, e, f, g, h) values (${Array(8).fill(value)})`);
    await run(
      `create view v as select id, json_array(id) as list, json('{"a":1}') as object, cast(json('[1]') as text) as text from t`,
    );
    expect(await compareWithJson(models, sqliteDialect, 't')).to.deep.equal([]);
    expect(await compareWithJson(models, sqliteDialect, 'v')).to.deep.equal([]);
    await models.close();
  });
});
