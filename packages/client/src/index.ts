export { createClient } from './create-client.ts';
export { ApiError, ConflictError, NetworkError, type Problem, type ProblemField } from './errors.ts';
export type {
  ActionOptions,
  CallOptions,
  Client,
  ClientOptions,
  Comparisons,
  CreateOptions,
  Filter,
  List,
  ManyOptions,
  Page,
  RequestOptions,
  Resources,
  Route,
  TextFilter,
  WriteOptions,
} from './types.ts';
