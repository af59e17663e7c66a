import type { Logic } from '@rest-gen/logic';
import {
  type AfterWrite,
  type BeforeWrite,
  type Id,
  isThenable,
  type Model,
  type Row,
  type Stored,
  type TableName,
  type TableOf,
} from '@rest-gen/model/core';
import { BaseController } from '../core/controller.ts';
import type { GetField } from '../core/input-types.ts';
import { runAggregate } from './aggregate/run-aggregate.ts';
import { resourceOf } from './contracts/resource.ts';
import { asksForGroups } from './list/asks-for-groups.ts';
import { refuseUndeclared } from './list/collect-parameters.ts';
import { whichRecords } from './list/deleted-records.ts';
import { runList } from './list/run-list.ts';
import { addList } from './write/add-list.ts';
import { isRetrieval, readShown } from './write/answer-record.ts';
import { answerChanged, answerCreated, type Written } from './write/answer-write.ts';
import { changeAll, deleteAll } from './write/change-all.ts';
import { guardRecord } from './write/guard-record.ts';
import { inTransaction } from './write/in-transaction.ts';
import { keepUnseen } from './write/keep-unseen.ts';
import { mergeIntoRecord } from './write/merge-patch.ts';
import { requireParents, underParents } from './write/missing-parent.ts';
import { openModel, openOwnModel } from './write/open-model.ts';
import { restoreRecord } from './write/restore-record.ts';
import { upsertRecord } from './write/upsert-record.ts';
import { pickWritable } from './write/writable.ts';

/** The base of controllers with a table: reads and writes its records, and answers with them. */
export class RestController<L extends Logic = Logic> extends BaseController<L> {
  /**
   * Runs before a record of the class is created, updated or deleted, in the transaction of the write: change `values` to write something else; an error
   * refuses the write. Like the other two it is called for each record that is written through `this.model()`, not for other tables.
   */
  beforeWrite?(write: BeforeWrite): unknown;
  /** Runs after each write, in its transaction: an error rolls it back. It may run again with the transaction. */
  afterWrite?(write: AfterWrite): unknown;
  /** Runs once a write is stored, at most once, before the answer is sent; an error is logged. */
  afterCommit?(write: AfterWrite): unknown;

  /** The key that the URL names the record by, `undefined` for the collection; the list of its values where the key is composite. */
  override get id(): GetField<L, 'id'> {
    return (resourceOf(this).key as GetField<L, 'id'> | undefined) ?? super.id;
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
    const resource = resourceOf(this);
    return name === undefined ? openOwnModel(this, resource) : openModel(resource, name);
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
    const resource = resourceOf(this);
    const { exchange, table } = resource;
    // A write answers with the record that it has written.
    const isRead = table.softDelete !== undefined && isRetrieval(exchange);
    const wanted = isRead ? whichRecords(record, exchange.query, table) : record;
    const records = underParents(resource, wanted);
    return this.found(await readShown(this, resource, isThenable(records) ? await records : records)).shown;
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
    return guardRecord(this, resourceOf(this), record, work);
  }

  /**
   * Restore a deleted record and answer 200 with it, in a class with `static softDelete`: the action `restore`. It requires the permission to delete the
   * record.
   *
   * @param record - gives the model of the record: `() => this.record`
   * @throws {HttpError} 404 `E_NOT_FOUND` for a record that is not deleted; 409 `E_CONFLICT` where another one has taken its place; as {@link guard}
   */
  restore(record: () => Model): Promise<unknown> {
    return restoreRecord(this, resourceOf(this), record);
  }

  /**
   * Inside of `guard`: what a change writes. With PATCH, objects for JSON columns are merged into what they hold (RFC 7396). A null for a field that this user
   * is shown as null because of the policy is left out; other values stay.
   */
  async merge(record: Model, values: Row): Promise<Row> {
    const resource = resourceOf(this);
    const seen = await keepUnseen(record, values, resource);
    return this.req.method === 'PATCH' ? mergeIntoRecord(record, seen, resource.exchange.bodyLimit) : seen;
  }

  /**
   * Run work in one transaction: everything that it asks of any `this.model(…)` is part of it. It is committed when the work resolves, and rolled back when it
   * rejects, when the client disconnects and at the deadline; in another transaction it is a nested one.
   *
   * The work may run again from its beginning, so it must not have side effects outside of the store.
   */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return inTransaction(resourceOf(this), work);
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
    return upsertRecord(this, resourceOf(this), values);
  }

  /** Add a list of records, all or none, and answer 201 with them (POST of a list, with `static bulk`). */
  addList(bodies: readonly unknown[]): Promise<unknown> {
    return addList(this, resourceOf(this), bodies);
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
    return answerCreated(this, resourceOf(this), created, data);
  }

  /** Answer 200 with a changed record, shown as `created` does; 204 for `Prefer: return=minimal`. */
  changed(record: Written): Promise<unknown> {
    return answerChanged(this, resourceOf(this), record);
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
    return changeAll({ controller: this, resource: resourceOf(this), records, show: showOf(this) }, values);
  }

  /** Delete every record that the filters in the query match, all or none, and answer 204; see {@link changeAll}. */
  deleteAll(records: () => Model): Promise<undefined> {
    return deleteAll({ controller: this, resource: resourceOf(this), records, show: showOf(this) });
  }

  /**
   * Answer a list as the request asks, each record as `show` shows it: `page` or `after`, `pageSize`, `sort`, `fields`, `include`, `q` and filters such
   * as `views[gte]=10`, from the query, or for QUERY from the body; with `Accept: application/x-ndjson` as a stream of lines. With `group`, `count`, `sum`,
   * `avg`, `min` or `max`, answer with groups of these records, in a class with `static aggregate`.
   *
   * @param model - what may be listed at most, for example the records of a parent; fields that it omits do not exist for the client
   * @throws {HttpError} 400 `E_QUERY` naming the parameter, operator, sort, field or relation that does not exist; 400 `E_BUDGET`; 404 `E_NOT_FOUND` where
   *   the list is empty because the parent in the URL does not exist
   */
  async list(model: Model): Promise<unknown> {
    const resource = resourceOf(this);
    const run = asksForGroups(resource) ? runAggregate : runList;
    const { data, headers } = await run(await underParents(resource, model), resource, {
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
    const resource = resourceOf(this);
    refuseUndeclared(resource);
    return pickWritable(await this.model().describe(), body, resource, options.replace ?? false);
  }
}

// --- internal ---

/** `undefined` where records are shown as they are. */
function showOf(controller: Pick<RestController, 'show'>): ((record: Row) => unknown) | undefined {
  return controller.show === RestController.prototype.show ? undefined : (record) => controller.show(record);
}
