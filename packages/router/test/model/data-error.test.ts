import { expect } from 'chai';
import { DataError } from '../../src/model/data-error.ts';

describe('DataError', () => {
  it('carries code, field, hint and cause', () => {
    const cause = new Error('of the driver');
    const error = new DataError('conflict', 'It exists', { field: 'slug', hint: 'Take another', cause });
    expect(error).to.include({ name: 'DataError', code: 'conflict', field: 'slug', hint: 'Take another', cause });
    expect(error.message).to.equal('It exists');
  });

  it('has no cause of its own', () => {
    expect(new DataError('retry', 'Again')).not.to.have.property('cause');
  });
});
