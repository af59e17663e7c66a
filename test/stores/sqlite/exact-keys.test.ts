import { createModels } from '../../../packages/model/src/index.ts';
import { describeExactKeys } from '../exact-keys.ts';

const TIMES = ["'2024-01-01T10:00:00.0001Z'", "'2024-01-01T10:00:00.0002Z'", "'2024-01-01T10:00:00.000Z'"];

describeExactKeys('SQLite', () => createModels('sqlite::memory:'), [
  ['integer', ['1', '-2', '9007199254740993', '9007199254740992']],
  ['int', ['1', '2']],
  ['text', ["'a'", "'A'", "'a '", "'5'", "'05'", "'ä'", "'a.b'", "'%41'"]],
  ['text collate nocase', ["'a'", "'b'"]],
  ['real', ['0.1', '0.30000000000000004', '1e300', '-0.5']],
  ['decimal(20, 2)', ['0.1', '12.5']],
  ['blob', ["x'01'", "x'0100'", "x'02'"]],
  ['date', ["'2024-01-01'", "'2024-01-02'"]],
  ['DATETIME_TEXT', ["'2024-01-01T10:00:00.000Z'", "'2024-01-01T10:00:00.001Z'"]],
  ['boolean', ['0', '1']],
  ['uuid', ["'00000000-0000-4000-8000-00000000000a'", "'00000000-0000-4000-8000-00000000000b'"]],
  ['datetime', TIMES, 'refused'],
  ['timestamp', TIMES, 'refused'],
  ['', ['5', "'5'"], 'refused'],
]);
