import { describeExactKeys, type KeyType } from '../exact-keys.ts';
import { requireServer } from '../servers.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('mysql');

const TYPES: readonly KeyType[] = [
  ['integer', ['1', '-2']],
  ['bigint', ['9007199254740993', '9007199254740992']],
  ['bigint unsigned', ['1', '2']],
  ['varchar(20)', ["'a'", "'b'", "'5'", "'05'", "'%41'"]],
  ['varchar(20) collate utf8mb4_bin', ["'a'", "'A'", "'ä'"]],
  ['char(3)', ["'a'", "'b'"]],
  ['double', ['0.1', '0.30000000000000004', '1e300']],
  ['decimal(10, 2)', ['0.1', '12.5']],
  ['date', ["'2024-01-01'", "'2024-01-02'"]],
  ['datetime', ["'2024-01-01 10:00:00'", "'2024-01-01 10:00:01'"]],
  ['datetime(3)', ["'2024-01-01 10:00:00.001'", "'2024-01-01 10:00:00.002'"]],
  ['boolean', ['true', 'false']],
  ['varbinary(5)', ["x'01'", "x'0100'"]],
  ['time(6)', ["'10:00:00.0001'", "'10:00:00.0002'"]],
  ["enum('a', 'b')", ["'a'", "'b'"]],
  ['datetime(6)', ["'2024-01-01 10:00:00.0001'", "'2024-01-01 10:00:00.0002'"]],
  ['timestamp(6)', ["'2024-01-01 10:00:00.0001'", "'2024-01-01 10:00:00.0002'"]],
  ['float', ['0.1', '0.2'], 'refused'],
];

if (server !== undefined) {
  describe('MySQL or MariaDB', () => {
    let database: TestDatabase;
    before(async () => {
      database = await makeDatabase(server);
    });
    after(() => database.drop());

    describeExactKeys('MySQL or MariaDB', () => database.models({}), TYPES);
  });
}
