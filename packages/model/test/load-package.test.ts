import { DataError } from '@rest-gen/model/core';
import { expect } from 'chai';
import { loadPackage } from '../src/load-package.ts';

describe('loadPackage', () => {
  const failure = (store: string, name: string, cause: unknown): DataError => {
    try {
      return loadPackage(store, name, () => {
        throw cause;
      });
    } catch (error) {
      return error as DataError;
    }
  };

  for (const code of ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']) {
    it(`says what to install for ${code}`, () => {
      const cause = Object.assign(new Error('no'), { code });
      const error = failure('PostgreSQL', 'pg', cause);
      expect(error).to.be.instanceOf(DataError).and.to.include({
        code: 'no_driver',
        message: 'No driver for PostgreSQL is installed',
        hint: 'Run `npm i pg`.',
      });
    });
  }

  for (const [cause, reason] of [
    [new Error('invalid ELF header'), 'invalid ELF header'],
    ['odd', 'odd'],
    [undefined, 'undefined'],
  ] as const) {
    it(`says why a driver that is there cannot be loaded: ${reason}`, () => {
      const { message, hint } = failure('SQLite', '@photostructure/sqlite', cause);
      expect(message).to.equal(`The driver for SQLite cannot be loaded: ${reason}`);
      expect(hint).to.contain('`npm rebuild @photostructure/sqlite`');
    });
  }
});
