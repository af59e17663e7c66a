// Written by `rest-gen types`. Do not edit; run it again when the tables have changed.
import type { FilterOf, Generated, Increment, SqlColumn } from '@rest-gen/router';

declare module '@rest-gen/router' {
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
  id?: FilterOf<string>;
  name?: FilterOf<string>;
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
  order: keyof PostRow | `-${keyof PostRow}`;
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
  size?: number | bigint | null | undefined;
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
  size?: number | bigint | Increment | null | undefined;
  slug?: string | null | undefined;
  title?: string | undefined;
  updated_at?: string | Date | undefined;
  views?: number | Increment | undefined;
};

export type PostWhere = {
  at?: FilterOf<string | Date | null>;
  authorId?: FilterOf<string | null>;
  body?: FilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  day?: FilterOf<string | Date | null>;
  id?: FilterOf<number>;
  live?: FilterOf<boolean>;
  meta?: FilterOf<null>;
  photo?: FilterOf<Uint8Array | string | null>;
  price?: FilterOf<string | number | null>;
  ratio?: FilterOf<number | null>;
  size?: FilterOf<number | bigint | null>;
  slug?: FilterOf<string | null>;
  title?: FilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  views?: FilterOf<number>;
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
