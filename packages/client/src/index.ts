export type { Change, Changes, ChangesQuery, Live, LiveQuery } from './change-types.ts';
export { createClient } from './create-client.ts';
export { ApiError, ConflictError, NetworkError, type Problem, type ProblemField } from './errors.ts';
export type { ChangeCount, Plan, Planned } from './plan-types.ts';
export { tagOf } from './tag.ts';
export type {
  ActionOptions,
  Aggregate,
  CallOptions,
  Client,
  ClientOptions,
  Comparisons,
  CreateOptions,
  Filter,
  Group,
  InfiniteQueryOptions,
  List,
  ManyOptions,
  Mutation,
  Page,
  QueryCache,
  QueryOptions,
  RequestOptions,
  Resources,
  Route,
  TextFilter,
  WriteOptions,
} from './types.ts';
