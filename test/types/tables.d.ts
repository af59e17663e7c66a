// Written by `rest-gen types`. Do not edit; run it again when the tables have changed.
import type { FilterOf, Generated, Increment, RelationFilterOf, SqlColumn, TextFilterOf } from '@rest-gen/model';

declare module '@rest-gen/model' {
  /** Of `this.model(…)`, `models.model(…)` and `models.repository(…)`. */
  interface Tables {
    author: AuthorTable;
    counter: CounterTable;
    post: PostTable;
  }
  /** Of `models.kysely`. */
  interface SqlTables {
    author: AuthorSql;
    counter: CounterSql;
    post: PostSql;
  }
}

export interface AuthorTable {
  id: string;
  row: AuthorRow;
  insert: AuthorInsert;
  update: AuthorUpdate;
  where: AuthorWhere;
  column: keyof AuthorRow;
  order: keyof AuthorRow | `-${keyof AuthorRow}`;
  related: AuthorRelated;
}

export type AuthorRow = {
  id: string;
  name: string;
};

export type AuthorInsert = {
  id?: string | undefined;
  name: string;
};

export type AuthorUpdate = {
  id?: string | undefined;
  name?: string | undefined;
};

export type AuthorWhere = {
  id?: TextFilterOf<string>;
  name?: TextFilterOf<string>;
  posts?: RelationFilterOf<AuthorPostsWhere>;
  'posts.at'?: FilterOf<string | Date | null>;
  'posts.authorId'?: TextFilterOf<string | null>;
  'posts.body'?: TextFilterOf<string | null>;
  'posts.created_at'?: FilterOf<string | Date>;
  'posts.day'?: FilterOf<string | Date | null>;
  'posts.id'?: FilterOf<number>;
  'posts.live'?: FilterOf<boolean>;
  'posts.meta'?: FilterOf<null>;
  'posts.photo'?: FilterOf<Uint8Array | string | null>;
  'posts.price'?: FilterOf<string | number | null>;
  'posts.ratio'?: FilterOf<number | null>;
  'posts.size'?: FilterOf<number | bigint | string | null>;
  'posts.slug'?: TextFilterOf<string | null>;
  'posts.title'?: TextFilterOf<string>;
  'posts.updated_at'?: FilterOf<string | Date>;
  'posts.views'?: FilterOf<number>;
  'posts.author.id'?: TextFilterOf<string>;
  'posts.author.name'?: TextFilterOf<string>;
  'posts.author.postCount'?: FilterOf<number>;
  and?: readonly AuthorWhere[];
  or?: readonly AuthorWhere[];
};

/** What `include` adds to a row. */
export type AuthorRelated = {
  posts: (Pick<PostRow, 'id' | 'title'> & { author?: (Pick<AuthorRow, 'id' | 'name'> & { postCount?: number }) | null })[];
};

export type AuthorPostsAuthorWhere = {
  id?: TextFilterOf<string>;
  name?: TextFilterOf<string>;
  postCount?: FilterOf<number>;
  and?: readonly AuthorPostsAuthorWhere[];
  or?: readonly AuthorPostsAuthorWhere[];
};

export type AuthorPostsWhere = {
  at?: FilterOf<string | Date | null>;
  authorId?: TextFilterOf<string | null>;
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  day?: FilterOf<string | Date | null>;
  id?: FilterOf<number>;
  live?: FilterOf<boolean>;
  meta?: FilterOf<null>;
  photo?: FilterOf<Uint8Array | string | null>;
  price?: FilterOf<string | number | null>;
  ratio?: FilterOf<number | null>;
  size?: FilterOf<number | bigint | string | null>;
  slug?: TextFilterOf<string | null>;
  title?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  views?: FilterOf<number>;
  author?: RelationFilterOf<AuthorPostsAuthorWhere>;
  'author.id'?: TextFilterOf<string>;
  'author.name'?: TextFilterOf<string>;
  'author.postCount'?: FilterOf<number>;
  and?: readonly AuthorPostsWhere[];
  or?: readonly AuthorPostsWhere[];
};

export interface AuthorSql {
  id: Generated<string>;
  name: string;
}

export interface CounterTable {
  id: number;
  row: CounterRow;
  insert: CounterInsert;
  update: CounterUpdate;
  where: CounterWhere;
  column: keyof CounterRow;
  order: keyof CounterRow | `-${keyof CounterRow}`;
}

export type CounterRow = {
  id: number;
  n: number | null;
};

export type CounterInsert = {
  id?: number | undefined;
  n?: number | null | undefined;
};

export type CounterUpdate = {
  id?: number | Increment | undefined;
  n?: number | Increment | null | undefined;
};

export type CounterWhere = {
  id?: FilterOf<number>;
  n?: FilterOf<number | null>;
  and?: readonly CounterWhere[];
  or?: readonly CounterWhere[];
};

export interface CounterSql {
  id: Generated<number>;
  n: Generated<number | null>;
}

export interface PostTable {
  id: number;
  row: PostRow;
  insert: PostInsert;
  update: PostUpdate;
  where: PostWhere;
  column: keyof PostRow;
  order: PostOrder | `-${PostOrder}`;
  related: PostRelated;
}

export type PostRow = {
  at: string | null;
  authorId: string | null;
  body: string | null;
  created_at: string;
  day: string | null;
  id: number;
  live: boolean;
  meta: unknown;
  photo: Uint8Array | null;
  price: string | null;
  ratio: number | null;
  size: number | bigint | null;
  slug: string | null;
  title: string;
  updated_at: string;
  views: number;
};

export type PostInsert = {
  at?: string | Date | null | undefined;
  authorId?: string | null | undefined;
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
  day?: string | Date | null | undefined;
  id?: number | undefined;
  live?: boolean | undefined;
  meta?: unknown;
  photo?: Uint8Array | string | null | undefined;
  price?: string | number | null | undefined;
  ratio?: number | null | undefined;
  size?: number | bigint | string | null | undefined;
  slug?: string | null | undefined;
  title: string;
  updated_at?: string | Date | undefined;
  views?: number | undefined;
};

export type PostUpdate = {
  at?: string | Date | null | undefined;
  authorId?: string | null | undefined;
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
  day?: string | Date | null | undefined;
  id?: number | Increment | undefined;
  live?: boolean | undefined;
  meta?: unknown;
  photo?: Uint8Array | string | null | undefined;
  price?: string | number | Increment | null | undefined;
  ratio?: number | Increment | null | undefined;
  size?: number | bigint | string | Increment | null | undefined;
  slug?: string | null | undefined;
  title?: string | undefined;
  updated_at?: string | Date | undefined;
  views?: number | Increment | undefined;
};

export type PostWhere = {
  at?: FilterOf<string | Date | null>;
  authorId?: TextFilterOf<string | null>;
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  day?: FilterOf<string | Date | null>;
  id?: FilterOf<number>;
  live?: FilterOf<boolean>;
  meta?: FilterOf<null>;
  photo?: FilterOf<Uint8Array | string | null>;
  price?: FilterOf<string | number | null>;
  ratio?: FilterOf<number | null>;
  size?: FilterOf<number | bigint | string | null>;
  slug?: TextFilterOf<string | null>;
  title?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  views?: FilterOf<number>;
  author?: RelationFilterOf<PostAuthorWhere>;
  'author.id'?: TextFilterOf<string>;
  'author.name'?: TextFilterOf<string>;
  'author.postCount'?: FilterOf<number>;
  and?: readonly PostWhere[];
  or?: readonly PostWhere[];
};

type PostOrder = keyof PostRow | 'author.id' | 'author.name' | 'author.postCount';

/** What `include` adds to a row. */
export type PostRelated = {
  author: (Pick<AuthorRow, 'id' | 'name'> & { postCount?: number }) | null;
};

export type PostAuthorWhere = {
  id?: TextFilterOf<string>;
  name?: TextFilterOf<string>;
  postCount?: FilterOf<number>;
  and?: readonly PostAuthorWhere[];
  or?: readonly PostAuthorWhere[];
};

export interface PostSql {
  at: SqlColumn<string | null, string | Date | null>;
  authorId: string | null;
  body: string | null;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  day: string | null;
  id: Generated<number>;
  live: Generated<boolean>;
  meta: SqlColumn<unknown, string | null>;
  photo: Uint8Array | null;
  price: string | null;
  ratio: number | null;
  size: number | bigint | null;
  slug: string | null;
  title: string;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
  views: Generated<number>;
}
