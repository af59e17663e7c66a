import { expect } from 'chai';
import type { SqlResult } from '../../../packages/model/src/sql/sql-client.ts';
import { prepareSession } from '../../../packages/model/src/stores/mysql/prepare-session.ts';

const settings = { statementTimeout: 30_000, patience: 5_000, mustWrite: false };

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
  const answer = (value: unknown) => async (text: string) =>
    ({ rows: text.includes('innodb_read_only') ? [{ a: 0, b: value }] : [{ version: '8.0.42' }] }) as SqlResult;

  for (const value of [1, '1', 'ON', 'NO_LOCK']) {
    it(`is refused where another one could be asked: ${value}`, async () => {
      const error = await prepareSession(answer(value), { ...settings, mustWrite: true }).catch(
        (thrown: Error) => thrown,
      );
      expect((error as Error).message).to.contain('read-only');
      await prepareSession(answer(value), settings);
    });
  }
});

// --- internal ---

/** What a new connection is told, when the server answers so to the question for `wsrep_on`. */
async function statementsAt(rows: readonly (readonly [string, string])[]): Promise<string[]> {
  const statements: string[] = [];
  await prepareSession(async (text) => {
    statements.push(text);
    return {
      rows: text.startsWith('show') ? rows.map(([name, value]) => ({ Variable_name: name, Value: value })) : [],
    };
  }, settings);
  return statements;
}
