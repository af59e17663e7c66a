// Written by `rest-gen client`. Do not edit; run it again when the service has changed.
import type * as Rest from '@rest-gen/client';
import { createClient } from '@rest-gen/client';
import { followChanges } from '@rest-gen/client/changes';

export interface Api {
  issue: IssueResource;
  comment: CommentResource & {
    of(parents: { issue_id: number }): CommentByIssueIdResource;
  };
}

/** Create the client of the service. */
export function createApi(options?: Rest.ClientOptions): Api & Rest.Client {
  return createClient<Api>(ROUTES, options, undefined, followChanges);
}

const ROUTES: Rest.Resources = {
  issue: [
    { path: '/issue', item: '/issue/{id}', idempotent: true, changes: [], actions: { liveAction: ['POST', '/issue/{id}/archive', true] } },
  ],
  comment: [
    { path: '/issue/{issue_id}/comment', item: '/issue/{issue_id}/comment/{id}' },
    { path: '/comment', item: '/comment/{id}' },
  ],
};

export interface IssueResource {
  list(query: IssueFieldsQuery): Rest.List<IssueFields>;
  list(query?: IssueQuery): Rest.List<Issue>;
  query(query: IssueFieldsQuery): Rest.QueryOptions<Rest.Page<IssueFields>>;
  query(query?: IssueQuery): Rest.QueryOptions<Rest.Page<Issue>>;
  infiniteQuery(query: IssueFieldsQuery): Rest.InfiniteQueryOptions<IssueFields>;
  infiniteQuery(query?: IssueQuery): Rest.InfiniteQueryOptions<Issue>;
  readonly aggregate: Rest.Aggregate<Issue, IssueAggregateQuery>;
  changes(query: Rest.ChangesQuery<IssueFieldsQuery>): Rest.Changes<IssueFields>;
  changes(query?: Rest.ChangesQuery<IssueQuery>): Rest.Changes<Issue>;
  live(query: Rest.LiveQuery<IssueFieldsQuery>): Rest.Live<IssueFields>;
  live(query?: Rest.LiveQuery<IssueQuery>): Rest.Live<Issue>;
  liveAction(record: number | object, body: IssueArchive, options?: Rest.ActionOptions): Promise<unknown>;
  create(values: IssueCreate, options?: IssueCreateOptions): Promise<Issue>;
  createMany(list: readonly IssueCreate[], options?: IssueCreateOptions): Promise<Issue[]>;
  updateWhere(where: IssueWhere, changes: IssueUpdate, options: Rest.ManyOptions): Promise<Issue[]>;
  deleteWhere(where: IssueWhere, options: Rest.ManyOptions): Promise<number>;
  get(id: number, options?: IssueGetOptions): Promise<Issue>;
  replace(record: number | Issue, values: IssueReplace, options?: IssueReplaceOptions): Promise<Issue>;
  update(record: number | Issue, changes: IssueUpdate2, options?: IssueUpdateOptions): Promise<Issue>;
  delete(record: number | object, options?: Rest.WriteOptions): Promise<void>;
  recordQuery(id: number, options?: IssueGetOptions): Rest.QueryOptions<Issue>;
  mutation<M extends 'liveAction' | 'create' | 'createMany' | 'updateWhere' | 'deleteWhere' | 'replace' | 'update' | 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<IssueResource[M]>;
}

export type IssueRelation = 'comments' | 'commentCount';

export type IssueSort = 'id' | '-id' | 'title' | '-title' | 'state' | '-state' | 'due' | '-due' | 'reason' | '-reason' | 'commentCount' | '-commentCount';

export type IssueField = 'id' | 'title' | 'state' | 'due' | 'reason';

export interface IssueWhere {
  id?: Rest.Filter<number> | undefined;
  title?: Rest.TextFilter<string> | undefined;
  state?: Rest.TextFilter<string> | undefined;
  due?: Rest.TextFilter<string> | undefined;
  reason?: Rest.TextFilter<string> | undefined;
  'comments.id'?: Rest.Filter<number> | undefined;
  'comments.issue_id'?: Rest.Filter<number> | undefined;
  'comments.body'?: Rest.TextFilter<string> | undefined;
  commentCount?: Rest.Filter<number> | undefined;
  or?: readonly IssueWhere[] | undefined;
}

export interface IssueQuery extends Rest.CallOptions {
  where?: IssueWhere | undefined;
  include?: readonly IssueRelation[] | undefined;
  q?: string | undefined;
  page?: number | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  sort?: IssueSort | readonly IssueSort[] | undefined;
}

export interface IssueFieldsQuery extends IssueQuery { fields: readonly IssueField[] }

export type IssueGroupSort = 'id' | '-id' | 'state' | '-state' | 'due' | '-due' | 'count' | '-count' | 'sum.id' | '-sum.id' | 'avg.id' | '-avg.id' | 'min.id' | '-min.id' | 'min.state' | '-min.state' | 'min.due' | '-min.due' | 'max.id' | '-max.id' | 'max.state' | '-max.state' | 'max.due' | '-max.due';

export interface IssueAggregateQuery extends Rest.CallOptions {
  where?: IssueWhere | undefined;
  q?: string | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  group?: readonly ('id' | 'state' | 'due')[] | undefined;
  count?: true | undefined;
  sum?: readonly 'id'[] | undefined;
  avg?: readonly 'id'[] | undefined;
  min?: readonly ('id' | 'state' | 'due')[] | undefined;
  max?: readonly ('id' | 'state' | 'due')[] | undefined;
  sort?: IssueGroupSort | readonly IssueGroupSort[] | undefined;
}

export interface IssueCreateOptions extends Rest.CreateOptions { include?: readonly IssueRelation[] | undefined; }

export interface IssueGetOptions extends Rest.CallOptions { include?: readonly IssueRelation[] | undefined; }

export interface IssueReplaceOptions extends Rest.WriteOptions { include?: readonly IssueRelation[] | undefined; }

export interface IssueUpdateOptions extends Rest.WriteOptions { include?: readonly IssueRelation[] | undefined; }

export interface CommentByIssueIdResource {
  list(query: CommentByIssueIdFieldsQuery): Rest.List<CommentFields>;
  list(query?: CommentByIssueIdQuery): Rest.List<Comment>;
  query(query: CommentByIssueIdFieldsQuery): Rest.QueryOptions<Rest.Page<CommentFields>>;
  query(query?: CommentByIssueIdQuery): Rest.QueryOptions<Rest.Page<Comment>>;
  infiniteQuery(query: CommentByIssueIdFieldsQuery): Rest.InfiniteQueryOptions<CommentFields>;
  infiniteQuery(query?: CommentByIssueIdQuery): Rest.InfiniteQueryOptions<Comment>;
  create(values: CommentCreate2, options?: Rest.CallOptions): Promise<Comment>;
  get(id: number, options?: Rest.CallOptions): Promise<Comment>;
  update(record: number | Comment, changes: CommentUpdate, options?: Rest.WriteOptions): Promise<Comment>;
  delete(record: number | object, options?: Rest.WriteOptions): Promise<void>;
  recordQuery(id: number, options?: Rest.CallOptions): Rest.QueryOptions<Comment>;
  mutation<M extends 'create' | 'update' | 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<CommentByIssueIdResource[M]>;
}

export type CommentByIssueIdSort = 'id' | '-id' | 'issue_id' | '-issue_id' | 'body' | '-body';

export type CommentByIssueIdField = 'id' | 'issue_id' | 'body';

export interface CommentByIssueIdWhere {
  id?: Rest.Filter<number> | undefined;
  body?: Rest.TextFilter<string> | undefined;
  or?: readonly CommentByIssueIdWhere[] | undefined;
}

export interface CommentByIssueIdQuery extends Rest.CallOptions {
  where?: CommentByIssueIdWhere | undefined;
  page?: number | undefined;
  after?: string | undefined;
  pageSize?: number | undefined;
  sort?: CommentByIssueIdSort | readonly CommentByIssueIdSort[] | undefined;
}

export interface CommentByIssueIdFieldsQuery extends CommentByIssueIdQuery { fields: readonly CommentByIssueIdField[] }

export interface CommentResource {
  list(query: CommentFieldsQuery): Rest.List<CommentFields>;
  list(query?: CommentQuery): Rest.List<Comment>;
  query(query: CommentFieldsQuery): Rest.QueryOptions<Rest.Page<CommentFields>>;
  query(query?: CommentQuery): Rest.QueryOptions<Rest.Page<Comment>>;
  infiniteQuery(query: CommentFieldsQuery): Rest.InfiniteQueryOptions<CommentFields>;
  infiniteQuery(query?: CommentQuery): Rest.InfiniteQueryOptions<Comment>;
  create(values: CommentCreate, options?: Rest.CallOptions): Promise<Comment>;
  get(id: number, options?: Rest.CallOptions): Promise<Comment>;
  update(record: number | Comment, changes: CommentUpdate, options?: Rest.WriteOptions): Promise<Comment>;
  delete(record: number | object, options?: Rest.WriteOptions): Promise<void>;
  recordQuery(id: number, options?: Rest.CallOptions): Rest.QueryOptions<Comment>;
  mutation<M extends 'create' | 'update' | 'delete'>(method: M, cache?: Rest.QueryCache): Rest.Mutation<CommentResource[M]>;
}

export type CommentSort = 'id' | '-id' | 'issue_id' | '-issue_id' | 'body' | '-body';

export type CommentField = 'id' | 'issue_id' | 'body';

export interface CommentWhere {
  id?: Rest.Filter<number> | undefined;
  issue_id?: Rest.Filter<number> | undefined;
  body?: Rest.TextFilter<string> | undefined;
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

export interface Comment {
  id: number;
  issue_id: number;
  body: string;
}

export interface CommentCreate {
  issue_id: number;
  body: string;
}

export interface CommentCreate2 {
  issue_id?: number | undefined;
  body: string;
}

export interface CommentFields {
  id?: number;
  issue_id?: number;
  body?: string;
}

export interface CommentUpdate {
  body?: string | undefined;
  id?: number | undefined;
  issue_id?: number | undefined;
}

export interface Issue {
  id: number;
  title: string;
  state: string;
  due: string | null;
  reason: string | null;
  comments?: IssueComments[];
  comments_next?: string | null;
  commentCount?: number;
}

export interface IssueArchive {
  reason: string;
}

export interface IssueComments {
  id: number;
  issue_id: number;
  body: string;
}

export interface IssueCreate {
  title: string;
  state?: 'open' | 'archived' | undefined;
  due?: string | null | undefined;
}

export interface IssueFields {
  id?: number;
  title?: string;
  state?: string;
  due?: string | null;
  reason?: string | null;
  comments?: IssueComments[];
  comments_next?: string | null;
  commentCount?: number;
  count?: number;
  sum?: {
  id?: number | string | null;
};
  avg?: {
  id?: number | null;
};
  min?: {
  id?: number | null;
  state?: string | null;
  due?: string | null;
};
  max?: {
  id?: number | null;
  state?: string | null;
  due?: string | null;
};
}

export interface IssueReplace {
  title: string;
  state?: 'open' | 'archived' | undefined;
  due?: string | null | undefined;
  id?: number | undefined;
  reason?: string | null | undefined;
}

export interface IssueUpdate {
  title?: string | undefined;
  state?: 'open' | 'archived' | undefined;
  due?: string | null | undefined;
}

export interface IssueUpdate2 {
  title?: string | undefined;
  state?: 'open' | 'archived' | undefined;
  due?: string | null | undefined;
  id?: number | undefined;
  reason?: string | null | undefined;
}
