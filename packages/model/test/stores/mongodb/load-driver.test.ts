import { expect } from 'chai';
import { loadDriver } from '../../../src/stores/mongodb/load-driver.ts';
import { rejected } from '../../fixture.ts';

describe('MongoDB: loadDriver', () => {
  it('loads the driver that is installed', async () => {
    expect(await loadDriver()).to.have.property('MongoClient');
  });

  it('says what to install', async () => {
    const missing = new Error('Cannot find package');
    const error = await rejected(
      loadDriver(() => Promise.reject(missing)),
      'unavailable',
    );
    expect(error.hint).to.contain('npm i mongodb');
    expect(error.cause).to.equal(missing);
  });
});
