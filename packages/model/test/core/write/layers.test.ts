import { expect } from 'chai';
import { LAYERS } from '../../../src/core/write/layers.ts';

describe('layers of a write', () => {
  it('have one order', () => {
    expect(LAYERS.map(({ name }) => name)).to.deep.equal([
      'soft delete',
      'references',
      'beforeWrite',
      'policy before',
      'afterWrite',
      'relations',
      'store',
    ]);
  });
});
