import type { IncludeDeclaration } from '@rest-gen/model/core';
import type { RandomRelation, RandomSchema, RandomTable } from '../relations/random-schema.ts';

const text = (name: string, isNullable: boolean) =>
  ({ name, method: 'string', isNullable, values: ['a', 'B', 'c d'] }) as const;
const to = (name: string, table: number, isNullable: boolean) => ({ name, table, to: 'id', isNullable }) as const;

const tables: readonly RandomTable[] = [
  { name: 'author', key: 'integer', columns: [text('name', true), text('city', false)], references: [] },
  {
    name: 'post',
    key: 'integer',
    columns: [text('title', false), { name: 'views', method: 'integer', isNullable: true, values: [0, 1, 5] }],
    references: [to('author_id', 0, true)],
  },
  {
    name: 'comment',
    key: 'integer',
    columns: [text('text', true), { name: 'open', method: 'boolean', isNullable: true, values: [true, false, true] }],
    references: [to('post_id', 1, false), to('author_id', 0, true)],
  },
  { name: 'tag', key: 'integer', columns: [text('name', true)], references: [] },
  {
    name: 'post_tag',
    key: 'integer',
    columns: [text('note', true)],
    references: [to('post_id', 1, false), to('tag_id', 3, false)],
  },
];

function relation(
  owner: string,
  name: string,
  kind: RandomRelation['kind'],
  table: string,
  from: string,
  other: string,
  through?: RandomRelation['through'],
): RandomRelation {
  const { columns, references } = tables.find((one) => one.name === table) as RandomTable;
  return {
    ...{ owner, name, kind, table, from, to: other, orderBy: [['id', 'asc']], max: 2 },
    fields: ['id', 'code', ...[...columns, ...references].map((column) => column.name)],
    ...(through && { through }),
  };
}

/** Tables whose names can be in a URL, and the relations that `declarations` declares. */
export const httpSchema: RandomSchema = {
  tables,
  relations: [
    relation('post', 'author', 'one', 'author', 'author_id', 'id'),
    relation('post', 'comments', 'many', 'comment', 'id', 'post_id'),
    relation('post', 'tags', 'many', 'tag', 'id', 'id', { table: 'post_tag', from: 'post_id', to: 'tag_id' }),
    relation('post', 'commentCount', 'count', 'comment', 'id', 'post_id'),
    relation('comment', 'author', 'one', 'author', 'author_id', 'id'),
    relation('comment', 'post', 'one', 'post', 'post_id', 'id'),
    relation('author', 'posts', 'many', 'post', 'id', 'author_id'),
  ],
};

/** The same relations as a class or a policy declares them. */
export function declarations(owner: string, steps: number): Record<string, IncludeDeclaration> {
  const own = httpSchema.relations.filter((one) => one.owner === owner && steps > 0);
  return Object.fromEntries(
    own.map(({ name, kind, table, through }) => [
      name,
      kind === 'count'
        ? { count: table }
        : {
            ...(kind === 'many' && { max: 2 }),
            ...(through && { through: through.table }),
            include: declarations(table, steps - 1),
          },
    ]),
  );
}
