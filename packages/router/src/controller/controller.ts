import type { Logic } from '@rest-gen/logic';
import {
  type AfterWrite,
  type BeforeWrite,
  type CurrentUser,
  type Id,
  isThenable,
  type Model,
  type Row,
  type Stored,
  type TableName,
  type TableOf,
} from '@rest-gen/model/core';
import type { Request, Response } from 'express';
import type { ControllerInstance, ControllerStatics } from '../contracts/controller.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import type { UploadMiddleware, UploadOptions } from '../contracts/upload.ts';
import { HttpError, requestError, withoutStack } from '../errors.ts';
import { whichRecords } from '../list/read-deleted.ts';
import { refuseUndeclared } from '../list/read-parameters.ts';
import { runList } from '../list/run-list.ts';
import { type DownloadOptions, sendFile } from '../respond/send-file.ts';
import { addList } from './add-list.ts';
import { readShown } from './answer-record.ts';
import { answerChanged, answerCreated, type Written } from './answer-write.ts';
import { attach, attachedTo, contextOf } from './attach.ts';
import { changeAll, deleteAll } from './change-all.ts';
import { guardRecord } from './guard-record.ts';
import { scopeOf } from './idempotency-scope.ts';
import { inTransaction } from './in-transaction.ts';
import type { AnyName, BodyField, BodyName, BodyOf, GetField, GetName, ParamsOf } from './input-types.ts';
import { keepUnseen } from './keep-unseen.ts';
import { mergeIntoRecord } from './merge-patch.ts';
import { requireParents, underParents } from './missing-parent.ts';
import { openModel, openOwnModel } from './open-model.ts';
import { restoreRecord } from './restore-record.ts';
import { upsertRecord } from './upsert-record.ts';
import { pickWritable } from './writable.ts';

/** Options of {@link Controller.success}. */
export interface SuccessOptions {
  /** Status of the answer, 200 to 399. Default: 200; 204 without data. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

// A registered symbol, so that two copies of the package in one program know each other's controllers.
const CONTROLLER: unique symbol = Symbol.for('@rest-gen/router.controller');

/**
 * The base of every controller: one method for each HTTP method (`getAction`, `postAction`, `putAction`, `patchAction`, `deleteAction`),
 * and what they read and answer with (seed, "Actions of a REST controller").
 *
 * One instance serves one request. In the constructor there is no request yet; begin in `__before`.
 */
export class Controller<L extends Logic = Logic> {
  /** For types only: the logic of the controller, as in `Rest<typeof logic>`. */
  declare readonly logic?: L;

  /** Runs before the body is read; return `false`, or answer, to stop (403 when nothing was answered). */
  __before?(): unknown;
  /** Runs after the action, before the answer is sent. */
  __after?(): unknown;
  /** Runs for a method that has no action here, in place of the answer 405. */
  __call?(): unknown;

  /**
   * Runs before a record of the class is created, updated or deleted, in the transaction of the write: change `values` to write something else; an error
   * refuses the write. Like the other two it is called for each record that is written through `this.model()`, not for other tables.
   */
  beforeWrite?(write: BeforeWrite): unknown;
  /** Runs after each write, in its transaction: an error rolls it back. It may run again with the transaction. */
  afterWrite?(write: AfterWrite): unknown;
  /** Runs once a write is stored, at most once, before the answer is sent; an error is logged. */
  afterCommit?(write: AfterWrite): unknown;

  /**
   * The owner of an `Idempotency-Key`: a stored answer is repeated only to requests of the same owner. Default: the user, by `id` or `sub`; else the header
   * `Authorization`.
   *
   * Override it when something else identifies clients, such as a session without a user.
   *
   * @throws {HttpError} 500 `E_INTERNAL` where the project has policies, and nothing says who the user is
   */
  idempotencyScope(): string | undefined | Promise<string | undefined> {
    return scopeOf(contextOf(this));
  }

  /** Whether a value is a controller of any copy of this package. */
  static isController(value: unknown): value is Controller {
    return typeof value === 'object' && value !== null && CONTROLLER in value;
  }

  /** Give an instance its request. */
  static attach(controller: ControllerInstance, context: RequestContext): void {
    attach(controller, context);
  }

  get req(): Request {
    return contextOf(this).req;
  }

  get res(): Response {
    return contextOf(this).exposeResponse();
  }

  /**
   * Who the request is: what the option `user` of the router returns, by default `req.user`; `undefined` for nobody. An action that reads it has an
   * answer for this user: with `Cache-Control: private, no-cache`, unless it sets that.
   */
  get user(): CurrentUser | undefined {
    return contextOf(this).exposeUser() as CurrentUser | undefined;
  }

  /** Aborts when the client disconnects or at the deadline; pass it to cancelable work. */
  get signal(): AbortSignal {
    return contextOf(this).signal;
  }

  /** The mapped route parameters: as received in `__before`, validated after that. */
  get params(): ParamsOf<L> {
    const { input, params } = contextOf(this);
    return (input?.params ?? params) as ParamsOf<L>;
  }

  /** The mapped parameter `id`, `undefined` for the collection. Only the path can give it. */
  get id(): GetField<L, 'id'> {
    return (this.params as Row).id as GetField<L, 'id'>;
  }

  /** Whether the URL names one record: it has an id, or the class is a singleton. */
  get isItem(): boolean {
    const { singleton = false } = this.constructor as ControllerStatics;
    return singleton || this.id !== undefined;
  }

  /** The mapped parameters other than `id`: the parents that the URL names. */
  // biome-ignore lint/suspicious/noExplicitAny: a parameter is whatever its logic makes of it.
  get scope(): Record<string, any> {
    const { params } = this;
    const scope: Row = {};
    for (const name in params) if (name !== 'id') scope[name] = params[name];
    return scope;
  }

  /**
   * Read a mapped route parameter, else a validated query parameter; without a name, all of them.
   *
   * A name that the rule maps is read from the path only: a query parameter of that name is ignored.
   */
  // biome-ignore lint/suspicious/noExplicitAny: a parameter is whatever its logic makes of it.
  get(): Record<string, any>;
  get<Name extends GetName<L> | AnyName>(name: Name): GetField<L, Name>;
  get(name?: string): unknown {
    const { paramNames, input } = contextOf(this);
    const query = input?.query ?? {};
    if (name === undefined) {
      const free = Object.entries(query).filter(([key]) => !paramNames.has(key));
      return Object.assign(Object.create(null), Object.fromEntries(free), this.params);
    }
    return readOwn(paramNames.has(name) ? this.params : query, name);
  }

  /** Read a field of the validated body; without a name, the whole body. */
  post(): BodyOf<L>;
  post<Name extends BodyName<L> | AnyName>(name: Name): BodyField<L, Name>;
  post(name?: string): unknown {
    const body = contextOf(this).input?.body;
    return name === undefined ? body : readOwn(body, name);
  }

  /**
   * Take an uploaded file that a middleware such as multer has put on the request; without a name, all of them.
   *
   * Files that {@link upload} has stored for an action of the base class stay only if they are taken here, or from `req`.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the upload middleware's.
  file(name?: string): any {
    const context = contextOf(this);
    const files = context.input?.files;
    if (files !== undefined) context.takeFiles(name);
    return name === undefined ? files : readOwn(files, name);
  }

  /**
   * Read a multipart body with files, in `__before`, once the user is known to be allowed: `await this.upload(multer({ dest: 'uploads' }).single('file'))`.
   *
   * At the end of the request its files are removed, unless it is a success and they were taken with {@link file}, or the action is not that of the base class;
   * or something was stored after they were taken. Needs `static forms = true`; other bodies and the method QUERY are left alone.
   *
   * @throws {HttpError} 413 `E_BODY_TOO_LARGE`, 422 `E_VALIDATION`, 400 `E_BAD_BODY` for what multer refuses; 403 `E_POLICY` and 401 `E_UNAUTHORIZED`, before
   *   anything is read, for a POST, PUT or PATCH that the policy refuses to this user; 500 `E_INTERNAL` if the body has been read already
   */
  upload(middleware: UploadMiddleware, options: UploadOptions = {}): Promise<void> {
    return contextOf(this).upload(middleware, options.remove);
  }

  /**
   * Answer a GET with a file, to be saved: with `ETag` and `Last-Modified`, ranges and conditional requests. Resolves when it is sent.
   *
   * @param path - of the file; with `options.root` a path in that directory, which may come from a client
   * @throws {HttpError} 404 `E_NOT_FOUND` for a file that does not exist, a directory, a name with a leading dot and a path that leaves `root`; 412
   *   `E_PRECONDITION_FAILED`; 416 `E_RANGE`
   */
  download(path: string, options: DownloadOptions = {}): Promise<undefined> {
    return sendFile(contextOf(this), path, options);
  }

  /** Read a header field of the request, by name in any case. */
  header(name: string): string | undefined {
    const value = this.req.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /**
   * Return the model of a table, an immutable query builder: `this.model('post').where({ views: { gte: 10 } }).select()`.
   *
   * @param name - by default the last part of the controller's own name, `v1/blog-post` → `blog_post`; that model never reads fields that are
   *   `hidden` or `secret`, and its writes call the hooks of the class; one that is named reads all, and calls none
   * @throws {HttpError} 500 `E_NO_MODEL` when the project has no model
   */
  model(): Model;
  model<Name extends TableName>(name: Name): Model<TableOf<Name>>;
  model(name?: string): Model {
    const context = contextOf(this);
    return name === undefined ? openOwnModel(this, context) : openModel(context, name);
  }

  /** Answer with data, or 204 without (seed, "Inside an action"); works with and without `return`. */
  success(): undefined;
  success<T>(data: T, options?: SuccessOptions): T;
  success<T>(data?: T, options: SuccessOptions = {}): T | undefined {
    const { status, headers = {} } = options;
    if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 399)) {
      throw new RangeError(`success() takes a status from 200 to 399, not ${String(status)}; use fail() for errors.`);
    }
    contextOf(this).answer = { data, status, headers };
    return data;
  }

  /**
   * Stop with an error answer.
   *
   * @param extra - further members of the problem document
   * @throws {HttpError} always
   */
  fail(status: number, detail?: string, extra?: Readonly<Record<string, unknown>>): never {
    const make = () => new HttpError(status, detail, { extra });
    // In a constructor there is no context.
    throw status < 500 && attachedTo(this)?.traced === false ? withoutStack(make) : make();
  }

  /** Return the record, or stop with 404 when it is undefined. */
  found<T>(record: T | undefined): T {
    if (record === undefined) throw requestError('E_NOT_FOUND');
    return record;
  }

  /**
   * Convert a record to its representation. Override it to change the representation: all responses with records use it, and
   * the `ETag` is computed from the result. Clients can then filter and sort only by fields that it leaves unchanged.
   *
   * It does not hide: write `static hidden` for a field that clients must not learn.
   */
  show(record: Row): unknown {
    return record;
  }

  /**
   * Answer with one record, as `show` shows it, and with the related records that `include` of the query names.
   *
   * @throws {HttpError} 404 `E_NOT_FOUND`; 400 `E_QUERY` for a query parameter of a GET that the logic does not declare, and for an unknown relation; 400
   *   `E_BUDGET`
   */
  async detail(record: Model): Promise<unknown> {
    const context = contextOf(this);
    const { req, query, list } = context;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const wanted = isRead ? whichRecords(record, query, list) : record;
    const records = underParents(context, wanted);
    return this.found(await readShown(this, context, isThenable(records) ? await records : records)).shown;
  }

  /**
   * Change or delete a record if `If-Match` and `If-None-Match` allow it, in one transaction with their check (RFC 9110 section 13).
   *
   * `this.model()` uses the transaction in it. The work may run again from its beginning, so it must not have side effects outside of the store.
   * Without preconditions it just runs.
   *
   * @param record - gives the model of the record: `() => this.record`
   * @throws {HttpError} 412 `E_PRECONDITION_FAILED`; 428 `E_PRECONDITION_REQUIRED` with `static requirePrecondition`; 400 for a malformed field
   */
  guard<T>(record: () => Model, work: (record: Model) => Promise<T>): Promise<T> {
    return guardRecord(this, contextOf(this), record, work);
  }

  /**
   * Restore a deleted record and answer 200 with it, in a class with `static softDelete`: the action `restore`. Whoever may delete the record may do it.
   *
   * @param record - gives the model of the record: `() => this.record`
   * @throws {HttpError} 404 `E_NOT_FOUND` for a record that is not deleted; 409 `E_CONFLICT` where another one has taken its place; as {@link guard}
   */
  restore(record: () => Model): Promise<unknown> {
    return restoreRecord(this, contextOf(this), record);
  }

  /**
   * Inside of `guard`: what a change writes. With PATCH, objects for JSON columns are merged into what they hold (RFC 7396). A null for a field that this user
   * is shown as null because of the policy is left out; other values stay.
   */
  async merge(record: Model, values: Row): Promise<Row> {
    const context = contextOf(this);
    const seen = await keepUnseen(record, values, context);
    return this.req.method === 'PATCH' ? mergeIntoRecord(record, seen, context.bodyLimit) : seen;
  }

  /**
   * Run work in one transaction: everything that it asks of any `this.model(…)` is part of it. It is committed when the work resolves, and rolled back when it
   * rejects, when the client disconnects and at the deadline; in another transaction it is a nested one.
   *
   * The work may run again from its beginning, so it must not have side effects outside of the store.
   */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return inTransaction(contextOf(this), work);
  }

  /**
   * Add records under the parents that the URL names, all or none: one of a POST, a list of them, or one that a PUT has not found. Override it to check or
   * set something in all of them.
   *
   * @param list - fields to write, with the primary key for a PUT
   * @returns the records as they are stored, in the same order
   */
  addRecords(list: readonly Row[]): Promise<Stored[]> {
    return this.model().insertMany(list.map((values) => ({ ...values, ...this.scope })));
  }

  /**
   * Add the record that a PUT has not found under the id and the parents of the URL, when the class says `static upsert`; pass the result to `created`.
   *
   * @throws {HttpError} else 404 `E_NOT_FOUND`; an id that exists under another parent is a conflict, 409
   */
  upsert(values: Row): Promise<Stored | undefined> {
    return upsertRecord(this, contextOf(this), values);
  }

  /** Add a list of records, all or none, and answer 201 with them (POST of a list, with `static bulk`). */
  addList(bodies: readonly unknown[]): Promise<unknown> {
    return addList(this, contextOf(this), bodies);
  }

  /**
   * Answer 201 with a new record and its `Location`, under the address of this request; without the record for `Prefer: return=minimal` (RFC 7240).
   *
   * It is shown by `show`, with its `ETag`.
   *
   * @param data - for an id: the model that reads the record, or what to answer as it is
   * @throws {HttpError} 500 `E_INTERNAL` when there is no record
   */
  created(stored: Stored | undefined): Promise<unknown>;
  created(id: Id, data?: Written): Promise<unknown>;
  created(created: Stored | Id | undefined, data?: Written): Promise<unknown> {
    return answerCreated(this, contextOf(this), created, data);
  }

  /** Answer 200 with a changed record, shown as `created` does; 204 for `Prefer: return=minimal`. */
  changed(record: Written): Promise<unknown> {
    return answerChanged(this, contextOf(this), record);
  }

  /**
   * Change every record that the filters in the query match, all or none, and answer 200 with them (PATCH of a collection, with `static bulk`); 204 for
   * `Prefer: return=minimal`.
   *
   * @param records - gives the model of what may be changed at most, as in `list`: `() => this.records`
   * @param values - from `writable`
   * @throws {HttpError} 428 `E_UNBOUNDED` without a filter or `Prefer: max-affected=N`; 409 `E_MAX_AFFECTED` when more records match; 412
   *   `E_PRECONDITION_FAILED`; 400 `E_QUERY`
   */
  changeAll(records: () => Model, values: Row): Promise<unknown> {
    return changeAll({ controller: this, context: contextOf(this), records, show: showOf(this) }, values);
  }

  /** Delete every record that the filters in the query match, all or none, and answer 204; see {@link changeAll}. */
  deleteAll(records: () => Model): Promise<undefined> {
    return deleteAll({ controller: this, context: contextOf(this), records, show: showOf(this) });
  }

  /**
   * Answer a list as the request asks, each record as `show` shows it: `page` or `after`, `pageSize`, `sort`, `fields`, `include`, `q` and filters such
   * as `views[gte]=10`, from the query, or for QUERY from the body; with `Accept: application/x-ndjson` as a stream of lines.
   *
   * @param model - what may be listed at most, for example the records of a parent; fields that it omits do not exist for the client
   * @throws {HttpError} 400 `E_QUERY` naming the parameter, operator, sort, field or relation that does not exist; 400 `E_BUDGET`; 404 `E_NOT_FOUND` where
   *   the list is empty because the parent in the URL does not exist
   */
  async list(model: Model): Promise<unknown> {
    const context = contextOf(this);
    const { data, headers } = await runList(await underParents(context, model), context, {
      show: showOf(this),
      whenEmpty: requireParents,
    });
    return this.success(data, { headers });
  }

  /**
   * Pick what may be written from a validated body: fields that the logic declares, never the primary key, never a parent in the URL.
   *
   * @param replace - also set to `null` the nullable fields that the body leaves out, as PUT does
   * With a schema that does not list its names, the fields are those that it returns.
   *
   * @throws {HttpError} 500 when the logic declares no body for this action, or a body that is not an object with known fields; 400 `E_QUERY` for a query
   *   parameter that is not known
   */
  async writable(body: unknown, options: { replace?: boolean } = {}): Promise<Row> {
    const context = contextOf(this);
    refuseUndeclared(context);
    return pickWritable(await this.model().describe(), body, context, options.replace ?? false);
  }
}

// --- internal ---

Object.defineProperty(Controller.prototype, CONTROLLER, { value: true });

/** `undefined` where records are shown as they are. */
function showOf(controller: Pick<Controller, 'show'>): ((record: Row) => unknown) | undefined {
  return controller.show === Controller.prototype.show ? undefined : (record) => controller.show(record);
}

function readOwn(values: unknown, name: string): unknown {
  return typeof values === 'object' && values !== null && Object.hasOwn(values, name)
    ? (values as Row)[name]
    : undefined;
}
