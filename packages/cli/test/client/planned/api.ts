// Written by `rest-gen client`. Do not edit; run it again when the service has changed.
import type * as Rest from '@rest-gen/client';
import { createClient } from '@rest-gen/client';
import { planWrites } from '@rest-gen/client/plans';

export interface Api {
  issue: IssueResource;
  comment: CommentResource;
  hidden: HiddenResource;
}

/** Create the client of the service. */
export function createApi(options?: Rest.ClientOptions): Api & Rest.Client {
  return createClient<Api>(ROUTES, options, planWrites);
}

const ROUTES: Rest.Resources = {
  issue: [
    { path: '/issue', item: '/issue/{id}', plan: true, actions: { vote: ['POST', '/issue/{id}/vote', false], mail: ['POST', '/issue/{id}/mail', false] } },
  ],
  comment: [
    { path: '/comment', item: '/comment/{id}', plan: true },
  ],
  hidden: [
    { path: '/hidden', item: '/hidden/{id}' },
  ],
};

export interface IssueResource {
  list(query: IssueFieldsQuery): Rest.List<IssueFields>;
  list(query?: IssueQuery): Rest.List<Issue>;
  query(query: IssueFieldsQuery): Rest.QueryOptions<Rest.Page<IssueFields>>;
  query(query?: IssueQuery): Rest.QueryOptions<Rest.Page<Issue>>;
  infiniteQuery(query: IssueFieldsQuery): Rest.InfiniteQueryOptions<IssueFields>;
  infiniteQuery(query?: IssueQuery): Rest.InfiniteQueryOptions<Issue>;
  vote(record: number | object, body?: undefined, options?: Rest.WriteOptions): Promise<unknown>;
  mail(record: number | object, body?: undefined, options?: Rest.WriteOptions): Promise<unknown>;
  create(values: IssueCreate, options?: IssueCreateOptions): Promise<Issue>;
  createMany(list: readonly IssueCreate[], options?: IssueCreateOptions): Promise<Issue[]>;
  updateWhere(where: IssueWhere, changes: IssueUpdate, options: Rest.ManyOptions): Promise<Issue[]>;
  deleteWhere(where: IssueWhere, options: Rest.ManyOptions): Promise<number>;
  get(id: number, options?: IssueGetOptions): Promise<Issue>;
  replace(record: number | Issue, values: IssueReplace, options?: IssueReplaceOptions): Promise<Issue>;
  update(record: number | Issue, changes: IssueUpdate2, options?: IssueUpdateOptions): Promise<Issue>;
  delete(record: number | object, options?: Rest.WriteOptions): Promise<void>;
  recordQuery(id: number, options?: IssueGetOptions): Rest.QueryOptions<Issue>;
  mutation<M extends 'vote' | 'mail' | 'create' | 'createMany' | 'updateWhere' | 'deleteWhere' | 'replace' | 'update' | 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<IssueResource[M]>;
  readonly plan: Rest.Planned<IssueResource, 'vote' | 'mail' | 'create' | 'createMany' | 'updateWhere' | 'deleteWhere' | 'replace' | 'update' | 'delete'>;
}

export type IssueRelation = 'comments';

export type IssueSort = 'id' | '-id' | 'title' | '-title' | 'votes' | '-votes' | 'owner_id' | '-owner_id' | 'slug' | '-slug' | 'note' | '-note' | 'code' | '-code' | 'due_at' | '-due_at' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';

export type IssueField = 'id' | 'title' | 'votes' | 'owner_id' | 'slug' | 'note' | 'code' | 'due_at' | 'created_at' | 'updated_at';

export interface IssueWhere {
  id?: Rest.Filter<number> | undefined;
  title?: Rest.TextFilter<string> | undefined;
  votes?: Rest.Filter<number> | undefined;
  owner_id?: Rest.Filter<number> | undefined;
  slug?: Rest.TextFilter<string> | undefined;
  note?: Rest.TextFilter<string> | undefined;
  code?: Rest.TextFilter<string> | undefined;
  due_at?: Rest.Filter<string | Date> | undefined;
  created_at?: Rest.Filter<string | Date> | undefined;
  updated_at?: Rest.Filter<string | Date> | undefined;
  'comments.id'?: Rest.Filter<number> | undefined;
  'comments.issue_id'?: Rest.Filter<number> | undefined;
  'comments.text'?: Rest.TextFilter<string> | undefined;
  'comments.owner_id'?: Rest.Filter<number> | undefined;
  or?: readonly IssueWhere[] | undefined;
}

export interface IssueQuery extends Rest.CallOptions {
  where?: IssueWhere | undefined;
  include?: readonly IssueRelation[] | undefined;
  page?: number | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  sort?: IssueSort | readonly IssueSort[] | undefined;
}

export interface IssueFieldsQuery extends IssueQuery { fields: readonly IssueField[] }

export interface IssueCreateOptions extends Rest.CallOptions { include?: readonly IssueRelation[] | undefined; }

export interface IssueGetOptions extends Rest.CallOptions { include?: readonly IssueRelation[] | undefined; }

export interface IssueReplaceOptions extends Rest.WriteOptions { include?: readonly IssueRelation[] | undefined; }

export interface IssueUpdateOptions extends Rest.WriteOptions { include?: readonly IssueRelation[] | undefined; }

export interface CommentResource {
  list(query: CommentFieldsQuery): Rest.List<CommentFields>;
  list(query?: CommentQuery): Rest.List<Comment>;
  query(query: CommentFieldsQuery): Rest.QueryOptions<Rest.Page<CommentFields>>;
  query(query?: CommentQuery): Rest.QueryOptions<Rest.Page<Comment>>;
  infiniteQuery(query: CommentFieldsQuery): Rest.InfiniteQueryOptions<CommentFields>;
  infiniteQuery(query?: CommentQuery): Rest.InfiniteQueryOptions<Comment>;
  create(values: CommentCreate, options?: Rest.CallOptions): Promise<Comment>;
  get(id: number, options?: Rest.CallOptions): Promise<Comment>;
  delete(record: number | object, options?: Rest.WriteOptions): Promise<void>;
  recordQuery(id: number, options?: Rest.CallOptions): Rest.QueryOptions<Comment>;
  mutation<M extends 'create' | 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<CommentResource[M]>;
  readonly plan: Rest.Planned<CommentResource, 'create' | 'delete'>;
}

export type CommentSort = 'id' | '-id' | 'issue_id' | '-issue_id' | 'text' | '-text' | 'owner_id' | '-owner_id';

export type CommentField = 'id' | 'issue_id' | 'text' | 'owner_id';

export interface CommentWhere {
  id?: Rest.Filter<number> | undefined;
  issue_id?: Rest.Filter<number> | undefined;
  text?: Rest.TextFilter<string> | undefined;
  owner_id?: Rest.Filter<number> | undefined;
  or?: readonly CommentWhere[] | undefined;
}

export interface CommentQuery extends Rest.CallOptions {
  where?: CommentWhere | undefined;
  page?: number | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  sort?: CommentSort | readonly CommentSort[] | undefined;
}

export interface CommentFieldsQuery extends CommentQuery { fields: readonly CommentField[] }

export interface HiddenResource {
  list(query: HiddenFieldsQuery): Rest.List<HiddenFields>;
  list(query?: HiddenQuery): Rest.List<Hidden>;
  query(query: HiddenFieldsQuery): Rest.QueryOptions<Rest.Page<HiddenFields>>;
  query(query?: HiddenQuery): Rest.QueryOptions<Rest.Page<Hidden>>;
  infiniteQuery(query: HiddenFieldsQuery): Rest.InfiniteQueryOptions<HiddenFields>;
  infiniteQuery(query?: HiddenQuery): Rest.InfiniteQueryOptions<Hidden>;
  get(id: number, options?: Rest.CallOptions): Promise<Hidden>;
  delete(record: number | object, options?: Rest.WriteOptions): Promise<void>;
  recordQuery(id: number, options?: Rest.CallOptions): Rest.QueryOptions<Hidden>;
  mutation<M extends 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<HiddenResource[M]>;
}

export type HiddenSort = 'id' | '-id' | 'text' | '-text';

export type HiddenField = 'id' | 'text';

export interface HiddenWhere {
  id?: Rest.Filter<number> | undefined;
  text?: Rest.TextFilter<string> | undefined;
  or?: readonly HiddenWhere[] | undefined;
}

export interface HiddenQuery extends Rest.CallOptions {
  where?: HiddenWhere | undefined;
  page?: number | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  sort?: HiddenSort | readonly HiddenSort[] | undefined;
}

export interface HiddenFieldsQuery extends HiddenQuery { fields: readonly HiddenField[] }

export interface Comment {
  id: number;
  issue_id: number;
  text: string;
  owner_id: number;
}

export interface CommentCreate {
  text: string;
  issue_id: number;
}

export interface CommentFields {
  id?: number;
  issue_id?: number;
  text?: string;
  owner_id?: number;
}

export interface Hidden {
  id: number;
  text: string | null;
}

export interface HiddenFields {
  id?: number;
  text?: string | null;
}

export interface Issue {
  id: number;
  title: string;
  votes: number;
  owner_id: number;
  slug: string;
  note: string | null;
  code: string | null;
  due_at: string | null;
  created_at: string;
  updated_at: string;
  comments?: IssueComments[];
  comments_next?: string | null;
}

export interface IssueComments {
  id: number;
  issue_id: number;
  text: string;
  owner_id: number;
}

export interface IssueCommentsCreate {
  text: string;
}

export interface IssueCreate {
  title: string;
  votes?: number | undefined;
  note?: string | null | undefined;
  code?: string | null | undefined;
  due_at?: string | null | undefined;
  owner_id?: number | undefined;
  comments?: readonly IssueCommentsCreate[] | undefined;
}

export interface IssueFields {
  id?: number;
  title?: string;
  votes?: number;
  owner_id?: number;
  slug?: string;
  note?: string | null;
  code?: string | null;
  due_at?: string | null;
  created_at?: string;
  updated_at?: string;
  comments?: IssueComments[];
  comments_next?: string | null;
}

export interface IssueReplace {
  title: string;
  votes?: number | undefined;
  note?: string | null | undefined;
  code?: string | null | undefined;
  due_at?: string | null | undefined;
  owner_id?: number | undefined;
  comments?: readonly (Record<string, unknown>)[] | undefined;
  id?: number | undefined;
  slug?: string | undefined;
  created_at?: string | undefined;
  updated_at?: string | undefined;
}

export interface IssueUpdate {
  title?: string | undefined;
  votes?: number | undefined;
  note?: string | null | undefined;
  code?: string | null | undefined;
  due_at?: string | null | undefined;
  owner_id?: number | undefined;
  comments?: readonly (Record<string, unknown>)[] | undefined;
}

export interface IssueUpdate2 {
  title?: string | undefined;
  votes?: number | undefined;
  note?: string | null | undefined;
  code?: string | null | undefined;
  due_at?: string | null | undefined;
  owner_id?: number | undefined;
  comments?: readonly (Record<string, unknown>)[] | undefined;
  id?: number | undefined;
  slug?: string | undefined;
  created_at?: string | undefined;
  updated_at?: string | undefined;
}
