import { expect } from 'chai';
import { findServerError, isLost, isUnfit } from '../../../packages/model/src/stores/mysql/map-error.ts';

describe('findServerError', () => {
  const judged: [verdict: 'unfit' | 'lost' | 'neither', error: object][] = [
    ['unfit', { errno: 1047, message: 'WSREP has not yet prepared node for application use' }],
    ['unfit', { errno: 1290, message: 'The MariaDB server is running with the --read-only option' }],
    ['unfit', { errno: 1290, message: 'The MySQL server is running with the --super-read-only option' }],
    ['unfit', { errno: 1836, message: 'Running in read-only mode' }],
    ['unfit', { errno: 1792, message: 'Cannot execute statement in a READ ONLY transaction.' }],
    ['neither', { errno: 1290, message: 'The MySQL server is running with the --secure-file-priv option' }],
    // Whether it was carried out is not known.
    ['lost', { errno: 1053, message: 'Server shutdown in progress' }],
    ['lost', { errno: 1927, message: 'Connection was killed' }],
    ['lost', { errno: 2013, message: 'Lost connection to server during query' }],
    ['lost', { errno: -104, code: 'ECONNRESET', message: 'read ECONNRESET' }],
    ['lost', { code: 'PROTOCOL_CONNECTION_LOST', fatal: true, message: 'Connection lost' }],
    ['neither', { errno: 1062, message: 'Duplicate entry' }],
    ['neither', { errno: 1213, message: 'Deadlock found' }],
    ['neither', { errno: 1317, message: 'Query execution was interrupted' }],
  ];
  for (const [verdict, facts] of judged) {
    it(`takes ${JSON.stringify(facts)} for ${verdict}`, () => {
      const found = findServerError(new Error('wrapped', { cause: Object.assign(new Error(), facts) }));
      if (found === undefined) return expect.fail('not found');
      expect({ unfit: isUnfit(found), lost: isLost(found) }).to.deep.equal({
        unfit: verdict === 'unfit',
        lost: verdict === 'lost',
      });
    });
  }

  it('finds nothing in other errors', () => {
    for (const error of [
      new Error('no'),
      Object.assign(new Error(), { code: 'E_OTHER' }),
      { errno: 1062 },
      undefined,
    ]) {
      expect(findServerError(error)).to.equal(undefined);
    }
  });
});
