import { expect } from 'chai';
import { connectPrepared } from '../../../src/stores/mysql/connect.ts';
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

// --- internal ---

/** What a new connection is told, when the server answers so to the question for `wsrep_on`. */
async function statementsAt(rows: readonly (readonly string[])[]): Promise<string[]> {
  const statements: string[] = [];
  const answer = (text: string, ...rest: unknown[]): void => {
    statements.push(text);
    const done = rest.at(-1) as (error: null, rows: unknown, fields: { name: string }[]) => void;
    done(null, text.startsWith('show') ? rows : [], [{ name: 'Variable_name' }, { name: 'Value' }]);
  };
  const connection = { on: () => {}, connect: (done: () => void) => done(), query: answer, execute: answer };
  const driver = { createConnection: () => connection } as unknown as MysqlDriver;
  await connectPrepared(driver, settings);
  return statements;
}
