import type { IncludeDeclaration } from '@rest-gen/model/core';

/** The static members of a class that concern the records of its table. */
export interface ResourceStatics {
  /** `getAction` answers lists through `this.list()`, which checks the query parameters that the logic does not declare. Default `false`. */
  declaresListQuery?: boolean;
  /** Records of a page when `pageSize` is not in the query. Default 20. */
  pageSize?: number;
  /** Largest `pageSize` that a client may ask for. Default 100. */
  maxPageSize?: number;
  /** Fields that are never shown, and unknown to `sort`, `fields` and filters: `['password_hash']`. Those that the logic marks `secret` are hidden too. */
  hidden?: readonly string[];
  /** Related records that clients may ask for with `?include=`, and filter and sort by: `{ author: true, comments: { max: 20 } }`. Default: none. */
  include?: Readonly<Record<string, IncludeDeclaration>>;
  /**
   * Other names for fields, in a version that keeps the names of an older one: `{ body: 'text', author_name: 'author.name' }`. The class and its logic use
   * them; policies and other tables have those of the database. A field of a related record is read-only. Default: the names of the table.
   */
  names?: Readonly<Record<string, string>>;
  /** Fields that clients may filter by, `['title', 'author.name']`. Default: all that are shown. */
  filterable?: readonly string[];
  /** Fields that clients may sort by. Default: all that are shown. */
  sortable?: readonly string[];
  /** Fields of text in which `?q=` looks for words. Default: there is no `q`. */
  search?: readonly string[];
  /**
   * Columns that clients may group by and compute with, `['state', 'hours']`: `GET /issue?group=state&sum=hours&count=true`. Default: none, and these
   * parameters are unknown.
   *
   * @see docs/aggregates.md
   */
  aggregate?: readonly string[];
  /** Records of one answer, included ones counted; a request for more is refused (400 `E_BUDGET`). Default 10,000. */
  maxRecords?: number;
  /**
   * DELETE writes the time into this column, a nullable date and time, and the record stays: `'deleted_at'`. No request sees it then, but for `?deleted=true`
   * and the action `restore`. Default: the record is gone.
   */
  softDelete?: string;
  /** Another unique column than the primary key for the URLs of the class, `'slug'`: `/post/hello`. A view without a column `id` needs it. */
  key?: string;
  /** PUT of an id that does not exist adds the record (201). Default `false`: 404. */
  upsert?: boolean;
  /** PUT, PATCH and DELETE without `If-Match`, or `If-None-Match: *` of a PUT, are refused (428). Default `false`. */
  requirePrecondition?: boolean;
  /**
   * Methods that work on many records, all or none: `['post', 'patch', 'delete']`. POST takes a list of records too; PATCH and DELETE of a collection
   * change those that the filters in the query match. `true`: POST. Default `false`.
   */
  bulk?: boolean | readonly string[];
  /** Documents name `application/x-ndjson` as a media type of lists. The router sends lines to all who accept them. Default `false`. */
  lines?: boolean;
  /** JSON Schema of what is answered of a record, for documents, where `show` or actions of its own make it another thing than its columns. */
  shown?: Readonly<Record<string, unknown>>;
}
