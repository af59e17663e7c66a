import { expect } from 'chai';
import type { Connection } from 'mysql2';
import { prepare } from '../../../src/stores/mysql/connect.ts';
import type { MysqlDriver } from '../../../src/stores/mysql/load-driver.ts';

const settings = { options: {}, statementTimeout: 30_000, patience: 5_000, mustWrite: false };

describe('mysql: a connection', () => {
  it('to a node of Galera waits for what other nodes have committed', async () => {
    expect(await statementsAt([['wsrep_on', 'ON']])).to.include(
      'set session wsrep_sync_wait = @@session.wsrep_sync_wait | 7',
    );
  });

  for (const [what, rows] of [
    ['a server that could be one', [['wsrep_on', 'OFF']]],
    ['a server that cannot', []],
  ] as const) {
    it(`to ${what} does not`, async () => {
      const statements = await statementsAt(rows);
      expect(statements).to.include("show session variables like 'wsrep_on'");
      expect(statements.filter((text) => text.includes('wsrep_sync_wait'))).to.eql([]);
    });
  }
});

describe('mysql: a server that can only be read', () => {
  const answer = (value: unknown) =>
    ({
      query: (_text: string, done: Answer) => done(null, { affectedRows: 0, insertId: 0 }),
      execute: (text: string, _values: unknown, done: Answer) =>
        text.includes('innodb_read_only')
          ? done(null, [[0, value]], [{ name: 'a' }, { name: 'b' }])
          : done(null, [['8.0.42']], [{ name: 'version' }]),
    }) as unknown as Connection;

  for (const value of [1, '1', 'ON', 'NO_LOCK']) {
    it(`is refused where another one could be asked: ${value}`, async () => {
      const error = await prepare({} as MysqlDriver, { ...settings, mustWrite: true }, answer(value)).catch(
        (thrown: Error) => thrown,
      );
      expect((error as Error).message).to.contain('read-only');
      await prepare({} as MysqlDriver, settings, answer(value));
    });
  }
});

// --- internal ---

type Answer = (error: null, result: unknown, fields?: unknown) => void;

/** What a new connection is told, when the server answers so to the question for `wsrep_on`. */
async function statementsAt(rows: readonly (readonly string[])[]): Promise<string[]> {
  const statements: string[] = [];
  const answer = (text: string, ...rest: unknown[]): void => {
    statements.push(text);
    const done = rest.at(-1) as (error: null, rows: unknown, fields: { name: string }[]) => void;
    done(null, text.startsWith('show') ? rows : [], [{ name: 'Variable_name' }, { name: 'Value' }]);
  };
  await prepare({} as MysqlDriver, settings, { query: answer, execute: answer } as unknown as Connection);
  return statements;
}
