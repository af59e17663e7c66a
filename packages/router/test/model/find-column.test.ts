import { expect } from 'chai';
import { findColumn } from '../../src/model/find-column.ts';
import { post, refused } from './fixture.ts';

describe('findColumn', () => {
  it('finds a column by its name', () => {
    expect(findColumn('views', post)).to.include({ name: 'views', type: 'integer' });
  });

  it('names the nearest column', async () => {
    const error = await refused(() => findColumn('view', post), 'unknown_field', 'view');
    expect(error.message).to.equal('"post" has no field "view"');
    expect(error.hint).to.equal('Did you mean "views"?');
  });

  it('lists the columns when none is near', async () => {
    const error = await refused(() => findColumn('password', post), 'unknown_field', 'password');
    expect(error.hint).to.contain('id, title, views');
  });

  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    it(`does not find ${name}`, () => refused(() => findColumn(name, post), 'unknown_field', name));
  }
});
