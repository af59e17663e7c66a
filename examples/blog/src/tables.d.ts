// Written by `rest-gen types`. Do not edit; run it again when the tables have changed.
import type { FilterOf, Generated, Increment, SqlColumn, TextFilterOf } from '@rest-gen/model';

declare module '@rest-gen/model' {
  /** Of `this.model(…)`, `models.model(…)` and `models.repository(…)`. */
  interface Tables {
    author: AuthorTable;
    comment: CommentTable;
    doc: DocTable;
    post: PostTable;
    tag: TagTable;
    user: UserTable;
  }
  /** Of `models.kysely`. */
  interface SqlTables {
    author: AuthorSql;
    comment: CommentSql;
    doc: DocSql;
    post: PostSql;
    tag: TagSql;
    user: UserSql;
  }
}

export interface AuthorTable {
  id: number;
  row: AuthorRow;
  insert: AuthorInsert;
  update: AuthorUpdate;
  where: AuthorWhere;
  column: keyof AuthorRow;
  order: keyof AuthorRow | `-${keyof AuthorRow}`;
}

export type AuthorRow = {
  id: number;
  name: string;
};

export type AuthorInsert = {
  id?: number | undefined;
  name: string;
};

export type AuthorUpdate = {
  id?: number | Increment | undefined;
  name?: string | undefined;
};

export type AuthorWhere = {
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  and?: readonly AuthorWhere[];
  or?: readonly AuthorWhere[];
};

export interface AuthorSql {
  id: Generated<number>;
  name: string;
}

export interface CommentTable {
  id: number;
  row: CommentRow;
  insert: CommentInsert;
  update: CommentUpdate;
  where: CommentWhere;
  column: keyof CommentRow;
  order: keyof CommentRow | `-${keyof CommentRow}`;
}

export type CommentRow = {
  author: string;
  body: string;
  created_at: string;
  id: number;
  postId: number;
  updated_at: string;
};

export type CommentInsert = {
  author: string;
  body: string;
  created_at?: string | Date | undefined;
  id?: number | undefined;
  postId: number;
  updated_at?: string | Date | undefined;
};

export type CommentUpdate = {
  author?: string | undefined;
  body?: string | undefined;
  created_at?: string | Date | undefined;
  id?: number | Increment | undefined;
  postId?: number | Increment | undefined;
  updated_at?: string | Date | undefined;
};

export type CommentWhere = {
  author?: TextFilterOf<string>;
  body?: TextFilterOf<string>;
  created_at?: FilterOf<string | Date>;
  id?: FilterOf<number>;
  postId?: FilterOf<number>;
  updated_at?: FilterOf<string | Date>;
  and?: readonly CommentWhere[];
  or?: readonly CommentWhere[];
};

export interface CommentSql {
  author: string;
  body: string;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  id: Generated<number>;
  postId: number;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
}

export interface DocTable {
  id: string;
  row: DocRow;
  insert: DocInsert;
  update: DocUpdate;
  where: DocWhere;
  column: keyof DocRow;
  order: keyof DocRow | `-${keyof DocRow}`;
}

export type DocRow = {
  id: string;
  status: string;
  title: string;
};

export type DocInsert = {
  id?: string | undefined;
  status?: string | undefined;
  title: string;
};

export type DocUpdate = {
  id?: string | undefined;
  status?: string | undefined;
  title?: string | undefined;
};

export type DocWhere = {
  id?: TextFilterOf<string>;
  status?: TextFilterOf<string>;
  title?: TextFilterOf<string>;
  and?: readonly DocWhere[];
  or?: readonly DocWhere[];
};

export interface DocSql {
  id: Generated<string>;
  status: Generated<string>;
  title: string;
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
  body: string | null;
  created_at: string;
  id: number;
  title: string;
  updated_at: string;
  views: number | null;
};

export type PostInsert = {
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
  id?: number | undefined;
  title: string;
  updated_at?: string | Date | undefined;
  views?: number | null | undefined;
};

export type PostUpdate = {
  body?: string | null | undefined;
  created_at?: string | Date | undefined;
  id?: number | Increment | undefined;
  title?: string | undefined;
  updated_at?: string | Date | undefined;
  views?: number | Increment | null | undefined;
};

export type PostWhere = {
  body?: TextFilterOf<string | null>;
  created_at?: FilterOf<string | Date>;
  id?: FilterOf<number>;
  title?: TextFilterOf<string>;
  updated_at?: FilterOf<string | Date>;
  views?: FilterOf<number | null>;
  and?: readonly PostWhere[];
  or?: readonly PostWhere[];
};

export interface PostSql {
  body: string | null;
  created_at: SqlColumn<string, string | Date | undefined, string | Date>;
  id: Generated<number>;
  title: string;
  updated_at: SqlColumn<string, string | Date | undefined, string | Date>;
  views: Generated<number | null>;
}

export interface TagTable {
  id: number;
  row: TagRow;
  insert: TagInsert;
  update: TagUpdate;
  where: TagWhere;
  column: keyof TagRow;
  order: keyof TagRow | `-${keyof TagRow}`;
}

export type TagRow = {
  id: number;
  name: string;
};

export type TagInsert = {
  id?: number | undefined;
  name: string;
};

export type TagUpdate = {
  id?: number | Increment | undefined;
  name?: string | undefined;
};

export type TagWhere = {
  id?: FilterOf<number>;
  name?: TextFilterOf<string>;
  and?: readonly TagWhere[];
  or?: readonly TagWhere[];
};

export interface TagSql {
  id: Generated<number>;
  name: string;
}

export interface UserTable {
  id: number;
  row: UserRow;
  insert: UserInsert;
  update: UserUpdate;
  where: UserWhere;
  column: keyof UserRow;
  order: keyof UserRow | `-${keyof UserRow}`;
}

export type UserRow = {
  first: string;
  id: number;
  last: string;
};

export type UserInsert = {
  first: string;
  id?: number | undefined;
  last: string;
};

export type UserUpdate = {
  first?: string | undefined;
  id?: number | Increment | undefined;
  last?: string | undefined;
};

export type UserWhere = {
  first?: TextFilterOf<string>;
  id?: FilterOf<number>;
  last?: TextFilterOf<string>;
  and?: readonly UserWhere[];
  or?: readonly UserWhere[];
};

export interface UserSql {
  first: string;
  id: Generated<number>;
  last: string;
}
