import { expect } from 'chai';
import { loadDriver } from '../../../src/stores/mongodb/load-driver.ts';
import { rejected } from '../../fixture.ts';

describe('MongoDB: loadDriver', () => {
  it('loads the driver that is installed', async () => {
    expect(await loadDriver()).to.have.property('MongoClient');
  });

  it('says what to install', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    const error = await rejected(
      loadDriver(() => Promise.reject(missing)),
      'unavailable',
    );
    expect(error.hint).to.contain('npm i mongodb');
    expect(error.cause).to.equal(missing);
  });
});
