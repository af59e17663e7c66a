import { createModels } from '../../../packages/model/src/index.ts';
import { describeExactKeys, type KeyType } from '../exact-keys.ts';
import { requireServer } from '../servers.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const server = await requireServer('postgres');

const TIMES = ["'2024-01-01T10:00:00.0001Z'", "'2024-01-01T10:00:00.0002Z'", "'2024-01-01T10:00:00Z'"];
const SHORT = ["'2024-01-01T10:00:00.001Z'", "'2024-01-01T10:00:00.002Z'", "'-infinity'"];
const TYPES: readonly KeyType[] = [
  ['integer', ['1', '-2']],
  ['bigint', ['9007199254740993', '9007199254740992']],
  ['text', ["'a'", "'A'", "'a '", "'5'", "'05'", "'ä'", "'%41'"]],
  ['char(3)', ["'a'", "'A'"]],
  ['uuid', ["'00000000-0000-4000-8000-00000000000a'", "'00000000-0000-4000-8000-00000000000b'"]],
  ['real', ['0.1', '0.10000001', "'NaN'"]],
  ['double precision', ['0.1', '0.30000000000000004', '1e300', "'Infinity'"]],
  ['numeric', ['0.1', '0.10000000000000000001', '1e30']],
  ['numeric(10, 2)', ['0.1', '12.5']],
  ['date', ["'2024-01-01'", "'0001-01-01'", "'infinity'"]],
  ['timestamp(3)', SHORT],
  ['timestamp(3) with time zone', SHORT],
  ['boolean', ['true', 'false']],
  ['bytea', ["'\\x01'", "'\\x0100'"]],
  ['inet', ["'10.0.0.1'", "'10.0.0.2'"]],
  ['interval', ["'1 day'", "'25 hours'"]],
  ['time', ["'10:00:00.0001'", "'10:00:00.0002'"]],
  ['timestamp', TIMES],
  ['timestamp with time zone', TIMES],
];

if (server !== undefined) {
  describe('PostgreSQL', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeExactKeys('PostgreSQL', () => createModels(database.url), TYPES);
  });
}
