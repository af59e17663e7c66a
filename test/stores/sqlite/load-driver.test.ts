import { expect } from 'chai';
import { DataError } from '../../../packages/model/src/index.ts';
import { loadDriver } from '../../../packages/model/src/stores/sqlite/load-driver.ts';

describe('loadDriver', () => {
  const rows: [version: string, present: string[], expected: string][] = [
    ['20.19.0', ['@photostructure/sqlite'], '@photostructure/sqlite'],
    ['22.13.0', ['@photostructure/sqlite', 'node:sqlite'], '@photostructure/sqlite'],
    ['24.14.9', ['@photostructure/sqlite', 'node:sqlite'], '@photostructure/sqlite'],
    ['24.15.0', ['@photostructure/sqlite', 'node:sqlite'], 'node:sqlite'],
    ['26.0.0', ['@photostructure/sqlite', 'node:sqlite'], 'node:sqlite'],
  ];
  for (const [version, present, expected] of rows) {
    it(`takes ${expected} in Node ${version} with ${present.join(' and ')}`, () => {
      const load = (name: string): string => {
        if (!present.includes(name)) throw new Error(`no ${name}`);
        return name;
      };
      expect(loadDriver(version, load)).to.equal(expected);
    });
  }

  it('says what to install when there is none', () => {
    const load = (): never => {
      throw Object.assign(new Error('no'), { code: 'MODULE_NOT_FOUND' });
    };
    expect(() => loadDriver('20.19.0', load))
      .to.throw(DataError, 'No driver for SQLite is installed')
      .that.includes({ code: 'no_driver' })
      .with.property('hint')
      .that.contains('npm i @photostructure/sqlite');
  });

  it('says that the one that is installed does not work', () => {
    const load = (): never => {
      throw new Error('compiled against another version');
    };
    expect(() => loadDriver('20.19.0', load))
      .to.throw(DataError, 'The driver for SQLite cannot be loaded: compiled against another version')
      .with.property('hint')
      .that.contains('npm rebuild @photostructure/sqlite');
  });

  it('loads one here', () => {
    expect(loadDriver().DatabaseSync).to.be.a('function');
  });
});
