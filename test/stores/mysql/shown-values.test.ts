import { mysqlDialect } from '../../../packages/model/src/stores/mysql/mysql-dialect.ts';
import { propertyMigrations } from '../property.ts';
import { requireServer } from '../servers.ts';
import { describeShownValues, fillOwn, mix } from '../shown-values.ts';
import { makeDatabase } from './database.ts';

const server = await requireServer('mysql');

const long = 'x'.repeat(1_030);
const pools: Record<string, readonly string[]> = {
  big: ['0', '1', '9223372036854775808', '18446744073709551615', '9007199254740993'],
  signed: ['9223372036854775807', '-9223372036854775808', '9007199254740993'],
  tiny: ['0', '255'],
  flag: ['0', '1', '7', '-1'],
  born: ['0', '1901', '2026'],
  price: ["'0.1'", "'99999999999999999999999999999999999.999999999999999999999999999999'", "'-1.5'", '10', '9'],
  ratio: ['0.1', '1e30', '5'],
  score: ['0.1', '1e300', '5e-324', '0.1e0 + 0.2e0'],
  kind: ["'small'", "'large'", "'huge'"],
  marks: ["''", "'a'", "'a,b'", "'b'"],
  bit1: ["b'0'", "b'1'"],
  bit9: ["b'0'", "b'100000001'", "b'1'"],
  bit64: ["b'0'", `b'${'1'.repeat(64)}'`, "b'1'"],
  made: ["'2026-11-23 10:00:00'", "'0000-00-00 00:00:00'", "'1970-01-01 00:00:01'"],
  plain: ["'2026-11-23 10:00:00'", "'0000-00-00 00:00:00'", "'2026-00-10 00:00:00'", "'2026-11-00 01:02:03'"],
  precise: [
    "'2026-11-23 10:00:00.123456'",
    "'2026-11-23 10:00:00.123999'",
    "'0000-00-00 00:00:00'",
    "'2026-11-23 10:00:00.124'",
  ],
  day: ["'2026-11-23'", "'0000-00-00'", "'2026-00-10'", "'0001-01-01'"],
  clock: ["'10:00:00'", "'838:59:59'", "'-01:00:00.5'", "'100:00:00'", "'00:00:00'"],
  latin: ["'a'", "'ä'", "'€'", "''", "'?'"],
  three: ["'a'", "'ä'", "'€'", "'?'"],
  ascii: ["'a'", "'B'"],
  binary_text: ["'a'", "'A'", "'a '", "'😀'"],
  folded: ["'a'", "'A'", "'b'"],
  story: [`'${long}b'`, `'${long}a'`, `'${long}c'`, "'a'"],
  raw: ["x''", "x'00ff'", "x'616263'"],
  fixed: ["x'00000000'", "x'61626364'"],
  // The JSON of MySQL has no such numbers.
  data: [`'{"b":1,"a":[null]}'`, `'{"n":9007199254740993}'`, "if(version() like '%MariaDB%', '1e400', '1')", `'"x"'`],
  own: ["'00000000-0000-4000-8000-000000000001'", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'"],
  address: ["'::1'", "'10::1'"],
};

if (server !== undefined) {
  describe('MySQL or MariaDB', () => {
    describeShownValues('MySQL or MariaDB', async () => {
      const database = await makeDatabase(server);
      await database.run("set session sql_mode = '', time_zone = '+00:00'");
      await database.run(`create table others (
        id int unsigned not null auto_increment primary key,
        big bigint unsigned, signed bigint, tiny tinyint unsigned, flag tinyint(1), born year, price decimal(65, 30), ratio float, score double,
        kind enum('small', 'large', 'huge'), marks set('a', 'b'), bit1 bit(1), bit9 bit(9), bit64 bit(64),
        made timestamp null, plain datetime, precise datetime(6), day date, clock time(3),
        latin varchar(20) character set latin1, three varchar(20) character set utf8mb3, ascii varchar(20) character set ascii,
        binary_text varchar(20) character set utf8mb4 collate utf8mb4_bin, folded varchar(20) character set utf8mb4 collate utf8mb4_general_ci,
        story longtext character set utf8mb4 collate utf8mb4_bin, raw varbinary(8), fixed binary(4), data json,
        ${database.isMariaDb ? 'own uuid, address inet6' : 'own char(36), address varchar(39)'},
        total bigint generated always as (tiny + 1) stored
      ) default charset utf8mb4`);
      for (const row of mix(pools, 'null')) {
        await database.run(`insert into others (${Object.keys(row)}) values (${Object.values(row)})`);
      }
      await database.run(`create view computed as select id, count(*) as count, sum(big) as total, avg(score) as mean, max(precise) as last,
        date(made) as day, upper(latin) as upper, concat(tiny) as told, 0 - price as negative, tiny > 1 as is_more from others group by id`);
      const models = database.models({ migrations: propertyMigrations, autoMigrate: true });
      const own = await fillOwn(models);
      return {
        models,
        dialect: mysqlDialect,
        raw: async (table) => {
          const names = table === 'thing' ? own.written : Object.keys(pools);
          const rows = await database.run(
            `select id, ${names.map((name) => `hex(cast(\`${name}\` as char)) as \`${name}\``)} from ${table} order by id`,
          );
          // MySQL stores -0, which JSON.stringify writes as 0.
          return rows.map((row) => (row.ratio === '2D30' ? { ...row, ratio: '30' } : row));
        },
        tables: [
          {
            name: 'others',
            written: Object.keys(pools),
            incomparable: ['data'],
            unordered: ['data'],
            unwritable: /^flag=-?\d|="\d{4}-(?:00-\d\d|\d\d-00)|^data=.*(?:9007199254740993|1e400)/,
          },
          { name: 'computed', written: [] },
          own,
        ],
        close: () => database.drop(),
      };
    });
  });
}
