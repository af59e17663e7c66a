import type { Column, Relation } from '@rest-gen/model/core';
import { expect } from 'chai';
import { describeRelations } from '../../src/describe/describe-controller.ts';

const [id, name, secret] = ['id', 'name', 'secret'].map((one): [string, Column] => [
  one,
  { name: one, type: 'string', nullable: false, hasDefault: false },
]) as [[string, Column], [string, Column], [string, Column]];
const target = { name: 'user', primaryKey: ['id'], columns: new Map([id, name, secret]) };
const count: Relation = {
  ...{ kind: 'count', target, from: 'id', to: 'user_id', fields: [], orderBy: [], max: 20, relations: new Map() },
};
const author: Relation = {
  ...{ kind: 'one', target, from: 'author_id', to: 'id', fields: ['name', 'id'], orderBy: [], max: 20 },
  relations: new Map([['postCount', count]]),
};

describe('describeRelations', () => {
  it('has the columns that are shown, and the relations of the other table', () => {
    const inner = { name: 'postCount', kind: 'count', table: 'user', columns: [], max: 20, relations: [] };
    expect(describeRelations(new Map([['author', author]]))).to.eql([
      { name: 'author', kind: 'one', table: 'user', columns: [name[1], id[1]], max: 20, relations: [inner] },
    ]);
  });

  it('names the table between two', () => {
    const through = { target: { ...target, name: 'member' }, from: 'post_id', to: 'user_id' };
    expect(describeRelations(new Map([['authors', { ...count, through }]]))[0]).to.include({ through: 'member' });
  });
});
