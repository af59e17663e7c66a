import { createModels } from '../../../packages/model/src/index.ts';
import { postgresDialect } from '../../../packages/model/src/stores/postgres/postgres-dialect.ts';
import { propertyMigrations } from '../property.ts';
import { requireServer } from '../servers.ts';
import { describeShownValues, fillOwn, mix } from '../shown-values.ts';
import { createDatabase } from './database.ts';

const server = await requireServer('postgres');

const times = [
  '2026-11-23 10:00:00',
  '2026-11-23 10:00:00.123456',
  '2026-11-23 10:00:00.1239',
  '0044-03-15 12:00:00.5 BC',
];
const pools: Record<string, readonly string[]> = {
  made: [...times, 'infinity', '-infinity', '20000-01-01 00:00:00'].map(quoted),
  local: [...times, 'infinity', '-infinity'].map(quoted),
  second: ['2026-11-23 10:00:00', '2026-11-23 10:00:01'].map(quoted),
  day: ['2026-11-23', 'infinity', '-infinity', '0044-03-15 BC', '12026-01-01'].map(quoted),
  clock: ['10:00:00', '10:00:00.123456', '24:00:00'].map(quoted),
  zoned: ['10:00:00+02', '10:00:00-11:30'].map(quoted),
  span: ['1 day', '24 hours', '1 mon 2 days 03:04:05.6', '-1 year'].map(quoted),
  free: ['0', '1e-30', '123456789012345678901234567890.5', 'NaN', 'Infinity', '-Infinity'].map(quoted),
  price: ['10', '9.5', 'NaN', '-0.01'].map(quoted),
  ratio: ['0.1', 'NaN', 'Infinity', '-Infinity', '1e300', '5e-324', '0.30000000000000004'].map(quoted),
  short: ['0.1', 'NaN', 'Infinity', '1e30'].map(quoted),
  big: ['9223372036854775807', '9007199254740993', '-9223372036854775808', '1'],
  small: ['1', '-32768'],
  cash: ['12.50', '-1234.5', '9'].map(quoted),
  key: ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000'].map(quoted),
  bytes: ['', '\\x00ff', '\\x616263'].map(quoted),
  address: ['10.0.0.1', '10.0.0.0/8', '::1'].map(quoted),
  net: ['10.0.0.0/8', '::/0'].map(quoted),
  mac: ['08:00:2b:01:02:03'].map(quoted),
  bits: ['101', '000', '111'].map(quoted),
  more_bits: ['1', '10101', ''].map(quoted),
  tags: ['{}', '{a,"b c",NULL}', '{"{x}"}'].map(quoted),
  numbers: ['{1,2}', '{10}', '{}'].map(quoted),
  mood: ['sad', 'ok', 'happy'].map(quoted),
  amount: ['1.50', '9.99'].map(quoted),
  data: ['{"b":1,"a":[null]}', '9007199254740993', '{"n":0.1234567890123456789}', '"x"'].map(quoted),
  plain: ['{"b":1,"a":[null]}', '{"n":9007199254740993}', '1e400'].map(quoted),
  word: ['', 'a', 'A', 'a ', 'ä', '😀'].map(quoted),
  code: ['ab', 'abcd', ''].map(quoted),
  folded: ['a', 'A', 'b'].map(quoted),
  span_of: ['[1,10)', 'empty', '(,5)'].map(quoted),
  letter: ['a', ''].map(quoted),
  flag: ['true', 'false'],
  place: ['(1,2)'].map(quoted),
};
const json = ['data', 'plain', 'tags', 'numbers', 'list'];

if (server !== undefined) {
  describe('PostgreSQL', () => {
    describeShownValues('PostgreSQL', async () => {
      const database = await createDatabase(server, "template template0 locale_provider icu icu_locale 'en-US'");
      await database.run(`
        create type mood as enum ('sad', 'ok', 'happy');
        create domain amount as numeric(6, 2);
        create collation folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        create table others (
          id serial primary key, made timestamptz default now(), local timestamp, second timestamptz(0), day date, clock time, zoned timetz,
          span interval, free numeric, price numeric(10, 2), ratio double precision, short real, big bigint, small smallint, cash money,
          key uuid, bytes bytea, address inet, net cidr, mac macaddr, bits bit(3), more_bits varbit, tags text[], numbers integer[],
          mood mood, amount amount, data jsonb, plain json, word text, code char(4), folded text collate folding, span_of int4range,
          letter "char", flag boolean, place point, twice bigint generated always as (small * 2) stored
        )`);
      for (const row of mix(pools, 'null')) {
        await database.run(`insert into others (${Object.keys(row)}) values (${Object.values(row)})`);
      }
      await database.run(`create view computed as select id, count(*) as count, sum(free) as total, avg(ratio) as mean, max(made) as last,
        made::date as day, upper(word) as upper, array_agg(small) as list, small::text as told from others group by id`);
      const models = createModels(database.url, { migrations: propertyMigrations, autoMigrate: true });
      const own = await fillOwn(models);
      return {
        models,
        dialect: postgresDialect,
        raw: (table) => database.run(`select id, cast(${table} as text) as row from ${table} order by id`),
        tables: [
          {
            name: 'others',
            written: Object.keys(pools),
            unwritable: /^(?:data|plain)=.*(?:9007199254740993|1e400|0\.1234567890123456789)/,
            incomparable: [...json, 'place'],
            unordered: [...json, 'place'],
          },
          { name: 'computed', written: [], incomparable: ['list'], unordered: ['list'] },
          own,
        ],
        close: async () => {
          await models.close();
          await database.drop();
        },
      };
    });
  });
}

// --- internal ---

function quoted(text: string): string {
  return `'${text}'`;
}
