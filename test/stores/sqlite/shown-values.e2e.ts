import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModels } from '../../../packages/model/src/index.ts';
import { loadDriver } from '../../../packages/model/src/stores/sqlite/load-driver.ts';
import { sqliteDialect } from '../../../packages/model/src/stores/sqlite/sqlite-dialect.ts';
import { propertyMigrations } from '../property.ts';
import { describeShownValues, fillOwn, mix } from '../shown-values.ts';

const numbers = [
  '0',
  '1',
  '-1',
  '9007199254740993',
  '-9223372036854775808',
  '1.5',
  '0.1',
  '0.1 + 0.2',
  '1e21',
  '1e-7',
  '9e999',
];
const texts = ["''", "'a'", "'A'", "'a '", "'😀'", "'10'", "'9'", "'007'", "'1e3'"];

/** Every affinity of SQLite, with what other tools store in it: https://www.sqlite.org/datatype3.html */
const pools: Record<string, readonly string[]> = {
  created_at: ["'2026-11-23 10:00:00'", "'2026-11-23 09:59:59'", "'2026-11-22 23:00:00'", "'2026-11-23T10:00:00.000Z'"],
  mixed_at: [
    ...[
      "'2026-11-23 10:00:00.123'",
      "'2026-11-23 10:00:00.123456'",
      "'2026-11-23T10:00:00Z'",
      "'2026-11-23T10:00:00+02:00'",
    ],
    ...[
      "'2026-11-23'",
      "'0000-00-00 00:00:00'",
      "'2026-11-23 10:00'",
      '1700000000000',
      '1700000000',
      "'never'",
      "'10:00'",
      "'now'",
    ],
  ],
  day: ["'2026-11-23'", "'0001-01-01'", "'2026-11-22'"],
  price: ['10', '9.5', '0.1', "'12345678901234567.89'", '1e21', '0.1 + 0.2', '-0.01'],
  free: ['10', '9', "'123456789012345678901234567890'", '1e-7'],
  n: ['0', '1', '10', '9', '-1', '9007199254740993'],
  big: ['9223372036854775807', '-9223372036854775808', '9007199254740993', '1'],
  ratio: ['0.1', '0.1 + 0.2', '1e300', '5', '-0.5', '9e999', '-9e999', '5e-324'],
  flag: ['0', '1'],
  word: texts,
  folded: ["'a'", "'A'", "'b'", "'ß'"],
  money: ['10', '9', "'9.50'", "'x'", '1e21', '0.1 + 0.2'],
  clock: ["'10:00'", "'09:00:00'"],
  anything: [...numbers.slice(0, -1), ...texts, "x'00ff'"],
  data: [`'{"a":[1,null]}'`, `'[]'`, `'"text"'`, `'9007199254740993'`, `'{"n":0.1234567890123456789,"m":[1e400]}'`],
  bytes: ["x''", "x'00'", "x'00ff'", "x'616263'"],
};

describe('SQLite', () => {
  describeShownValues('SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rest-gen-values-'));
    const file = join(folder, 'app.sqlite3');
    const other = new (loadDriver().DatabaseSync)(file);
    other.exec(`create table others (
      id integer primary key,
      created_at datetime default current_timestamp, mixed_at timestamp, day date,
      price decimal(10, 2), free numeric, n int, big bigint, ratio real, flag boolean,
      word text, folded varchar(10) collate nocase, money money, clock time, anything, data json, bytes blob,
      twice int generated always as (n * 2) virtual
    )`);
    for (const row of mix(pools, 'null')) {
      other.exec(`insert into others (${Object.keys(row)}) values (${Object.values(row)})`);
    }
    other.exec(`create view computed as select id, n + 1 as sum, price * 2 as double, upper(word) as upper, created_at,
      coalesce(n, 'none') as mixed, substr(word, 1, 1) as first, avg(ratio) as mean, count(*) as count, date(created_at) as day,
      cast(n as text) as told, 1 as one from others group by id`);
    const models = createModels(`sqlite:${file}`, { migrations: propertyMigrations, autoMigrate: true });
    const own = await fillOwn(models);
    const raw = async (table: string) => {
      const names = table === 'thing' ? own.written : Object.keys(pools);
      const told = names.map((name) => `typeof("${name}") || ' ' || quote("${name}") as "${name}"`);
      return other
        .prepare(`select id, ${told} from ${table} order by id`)
        .all()
        .map((row) => ({ ...row, id: String(row.id) }));
    };
    return {
      models,
      dialect: sqliteDialect,
      raw,
      tables: [
        {
          name: 'others',
          written: Object.keys(pools),
          incomparable: ['data'],
          unordered: ['data'],
          unwritable: /^mixed_at="(?:never|10:00|now)"|^data=.*(?:9007199254740993|1e400)/,
          misfits: ['mixed_at=never', 'mixed_at=10:00', 'mixed_at=now'],
        },
        { name: 'computed', written: [] },
        own,
      ],
      close: async () => {
        await models.close();
        other.close();
        rmSync(folder, { recursive: true });
      },
    };
  });
});
