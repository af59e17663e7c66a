import { expect } from 'chai';
import { readText } from '../../../test/workspace.ts';
import { render } from '../src/render.ts';

describe('the base class that tests extend, test/fixture/rest.ts', () => {
  it('is the generated one', () => {
    expect(readText('test/fixture/rest.ts')).to.equal(render('rest', { ts: true, esm: true, idempotent: false }));
  });
});
