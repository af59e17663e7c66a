import { DataError } from '@rest-gen/model/core';
import { expect } from 'chai';
import { findServerError, isLost, isUnfit, mapMysqlError } from '../../../packages/model/src/stores/mysql/map-error.ts';

describe('mysql: what a node of Galera says', () => {
  // Seen on MariaDB 10.11 while nodes were killed, frozen and written to at the same time.
  const table: readonly [number: number, message: string, code: string, maySendElsewhere: boolean][] = [
    [1047, 'WSREP has not yet prepared node for application use', 'unavailable', true],
    [
      1180,
      'Error while appending streaming replication fragment(provider status: Not connected to Primary Component)',
      'unavailable',
      false,
    ],
    [1205, 'Lock wait timeout exceeded; try restarting transaction', 'retry', false],
    [1213, 'Deadlock found when trying to get lock; try restarting transaction', 'retry', false],
  ];
  for (const [errno, message, code, maySendElsewhere] of table) {
    it(`${errno}: ${message}`, () => {
      const error = Object.assign(new Error(message), { errno });
      expect(mapMysqlError(error)).to.be.instanceOf(DataError).with.property('code', code);
      const found = findServerError(error);
      expect(found !== undefined && isUnfit(found)).to.equal(maySendElsewhere);
      expect(found !== undefined && isLost(found)).to.equal(false);
    });
  }
});
