// Written by `rest-gen client`. Do not edit; run it again when the service has changed.
import type * as Rest from '@rest-gen/client';
import { createClient } from '@rest-gen/client';

export interface Api {
  user: UserResource;
  session: SessionResource;
  password: PasswordResource;
  token: TokenResource;
}

/** Create the client of the service. */
export function createApi(options?: Rest.ClientOptions): Api & Rest.Client {
  return createClient<Api>(ROUTES, options);
}

const ROUTES: Rest.Resources = {
  user: [
    { path: '/user', item: '/user/{id}', actions: { verification: ['POST', '/user/verification', false] } },
  ],
  session: [
    { path: '/session' },
  ],
  password: [
    { path: '/password' },
  ],
  token: [
    { path: '/token', item: '/token/{id}' },
  ],
};

export interface UserResource {
  list(query: UserFieldsQuery): Rest.List<UserFields>;
  list(query?: UserQuery): Rest.List<User>;
  query(query: UserFieldsQuery): Rest.QueryOptions<Rest.Page<UserFields>>;
  query(query?: UserQuery): Rest.QueryOptions<Rest.Page<User>>;
  infiniteQuery(query: UserFieldsQuery): Rest.InfiniteQueryOptions<UserFields>;
  infiniteQuery(query?: UserQuery): Rest.InfiniteQueryOptions<User>;
  verification(body: UserVerification, options?: Rest.WriteOptions): Promise<void>;
  create(values: UserCreate, options?: Rest.CallOptions): Promise<{
  email: string;
}>;
  get(id: number, options?: Rest.CallOptions): Promise<User>;
  update(record: number | User, changes: UserUpdate, options?: Rest.WriteOptions): Promise<User>;
  delete(record: number | object, options?: Rest.WriteOptions): Promise<void>;
  recordQuery(id: number, options?: Rest.CallOptions): Rest.QueryOptions<User>;
  mutation<M extends 'verification' | 'create' | 'update' | 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<UserResource[M]>;
}

export type UserSort = 'id' | '-id' | 'email' | '-email' | 'name' | '-name' | 'verified_at' | '-verified_at' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';

export type UserField = 'id' | 'email' | 'name' | 'verified_at' | 'created_at' | 'updated_at';

export interface UserWhere {
  id?: Rest.Filter<number> | undefined;
  email?: Rest.TextFilter<string> | undefined;
  name?: Rest.TextFilter<string> | undefined;
  verified_at?: Rest.Filter<string | Date> | undefined;
  created_at?: Rest.Filter<string | Date> | undefined;
  updated_at?: Rest.Filter<string | Date> | undefined;
  or?: readonly UserWhere[] | undefined;
}

export interface UserQuery extends Rest.CallOptions {
  where?: UserWhere | undefined;
  page?: number | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  sort?: UserSort | readonly UserSort[] | undefined;
}

export interface UserFieldsQuery extends UserQuery { fields: readonly UserField[] }

export interface SessionResource {
  get(options?: Rest.CallOptions): Promise<{
  user: {
  id: unknown;
  email: string;
  verified_at: string | null;
};
  token: {
  id: unknown;
  kind: 'session' | 'api';
  abilities: string[];
  expires_at: string | null;
};
}>;
  create(values: SessionCreate, options?: Rest.CallOptions): Promise<{
  token: string;
  expires_at: string;
  user: {
  id: unknown;
  email: string;
  verified_at: string | null;
};
}>;
  delete(options?: Rest.WriteOptions): Promise<void>;
  recordQuery(options?: Rest.CallOptions): Rest.QueryOptions<{
  user: {
  id: unknown;
  email: string;
  verified_at: string | null;
};
  token: {
  id: unknown;
  kind: 'session' | 'api';
  abilities: string[];
  expires_at: string | null;
};
}>;
  mutation<M extends 'create' | 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<SessionResource[M]>;
}

export interface PasswordResource {
  create(values: PasswordCreate, options?: Rest.CallOptions): Promise<{
  email: string;
}>;
  replace(values: PasswordReplace, options?: Rest.WriteOptions): Promise<void>;
  update(changes: PasswordUpdate, options?: Rest.WriteOptions): Promise<void>;
  mutation<M extends 'create' | 'replace' | 'update'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<PasswordResource[M]>;
}

export interface TokenResource {
  list(query: TokenFieldsQuery): Rest.List<TokenFields>;
  list(query?: TokenQuery): Rest.List<Token>;
  query(query: TokenFieldsQuery): Rest.QueryOptions<Rest.Page<TokenFields>>;
  query(query?: TokenQuery): Rest.QueryOptions<Rest.Page<Token>>;
  infiniteQuery(query: TokenFieldsQuery): Rest.InfiniteQueryOptions<TokenFields>;
  infiniteQuery(query?: TokenQuery): Rest.InfiniteQueryOptions<Token>;
  create(values: TokenCreate, options?: Rest.CallOptions): Promise<{
  id: unknown;
  token: string;
  kind: string;
  name: string;
  abilities: string[];
  expires_at: string | null;
  created_at: string;
}>;
  get(id: number, options?: Rest.CallOptions): Promise<Token>;
  delete(record: number | object, options?: Rest.WriteOptions): Promise<void>;
  recordQuery(id: number, options?: Rest.CallOptions): Rest.QueryOptions<Token>;
  mutation<M extends 'create' | 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<TokenResource[M]>;
}

export type TokenSort = 'id' | '-id' | 'kind' | '-kind' | 'name' | '-name' | 'used_at' | '-used_at' | 'expires_at' | '-expires_at' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';

export type TokenField = 'id' | 'kind' | 'name' | 'abilities' | 'used_at' | 'expires_at' | 'created_at' | 'updated_at';

export interface TokenWhere {
  id?: Rest.Filter<number> | undefined;
  kind?: Rest.TextFilter<string> | undefined;
  name?: Rest.TextFilter<string> | undefined;
  abilities?: { null?: boolean } | null | undefined;
  used_at?: Rest.Filter<string | Date> | undefined;
  expires_at?: Rest.Filter<string | Date> | undefined;
  created_at?: Rest.Filter<string | Date> | undefined;
  updated_at?: Rest.Filter<string | Date> | undefined;
  or?: readonly TokenWhere[] | undefined;
}

export interface TokenQuery extends Rest.CallOptions {
  where?: TokenWhere | undefined;
  page?: number | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  sort?: TokenSort | readonly TokenSort[] | undefined;
}

export interface TokenFieldsQuery extends TokenQuery { fields: readonly TokenField[] }

export interface PasswordCreate {
  email: string;
}

export interface PasswordReplace {
  token: string;
  password: string;
}

export interface PasswordUpdate {
  current: string;
  password: string;
}

export interface SessionCreate {
  email: string;
  password: string;
}

export interface Token {
  id: number;
  kind: 'session' | 'api' | 'verify' | 'reset';
  name: string | null;
  abilities: unknown;
  used_at: string | null;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface TokenCreate {
  name: string;
  abilities?: readonly string[] | undefined;
  expires_at?: string | undefined;
}

export interface TokenFields {
  id?: number;
  kind?: 'session' | 'api' | 'verify' | 'reset';
  name?: string | null;
  abilities?: unknown;
  used_at?: string | null;
  expires_at?: string | null;
  created_at?: string;
  updated_at?: string;
}

export interface User {
  id: number;
  email: string;
  name: string | null;
  verified_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface UserCreate {
  name?: string | undefined;
  email: string;
  password: string;
}

export interface UserFields {
  id?: number;
  email?: string;
  name?: string | null;
  verified_at?: string | null;
  created_at?: string;
  updated_at?: string;
}

export interface UserUpdate {
  name?: string | null | undefined;
  id?: number | undefined;
  email?: string | undefined;
  verified_at?: string | null | undefined;
  created_at?: string | undefined;
  updated_at?: string | undefined;
}

export interface UserVerification {
  token: string;
}
