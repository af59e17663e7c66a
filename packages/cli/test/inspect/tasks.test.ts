import type { RelationDescription } from '@rest-gen/router';
import { expect } from 'chai';
import { listRelations } from '../../src/inspect/tasks.ts';

function relation(name: string, table: string): RelationDescription {
  const column = { name: 'id', type: 'integer', nullable: false, hasDefault: true } as const;
  return { name, kind: 'one', table, columns: [column], max: 20, relations: [] };
}

describe('relations by table', () => {
  it('are those of all controllers of the table, the one with the shortest name first', () => {
    const listed = listRelations([
      { name: 'v1/blog-post', relations: [relation('author', 'person'), relation('editor', 'person')] },
      { name: 'blog-post', relations: [relation('author', 'user')] },
      { name: 'tag', relations: [] },
    ]);
    const named = (name: string, table: string) => ({ name, kind: 'one', table, columns: ['id'], relations: [] });
    expect(listed).to.eql([['blog_post', [named('author', 'user'), named('editor', 'person')]]]);
  });
});
