import type { Input, Logic } from '@rest-gen/logic';
import { type AfterWrite, Controller, type Model, type Row, type Stored } from '@rest-gen/router';

/** Base class of all REST controllers. It is yours: change here what all resources have in common. */
export default class Rest<L extends Logic = Logic> extends Controller<L> {
  static abstract = true;
  static declaresListQuery = true;
  /** POST accepts an `Idempotency-Key`: a client can repeat a request whose response was lost. */
  static idempotent: boolean | 'required' = true;

  /** The records of this resource, under the parents that the URL names. */
  get records(): Model {
    return this.model().where(this.scope);
  }

  /** The record that the URL names; a singleton is the only one under its parents. */
  get record(): Model {
    return this.id === undefined ? this.records.only() : this.records.byId(this.id);
  }

  /** GET: one record when the URL has an id, else the list. */
  async getAction(_input: Input<L, 'getAction'>): Promise<unknown> {
    return this.isItem ? this.detail(this.record) : this.list(this.records);
  }

  /** QUERY: the list, asked for in the body (RFC 10008). */
  async queryAction(_input: Input<L, 'queryAction'>): Promise<unknown> {
    return this.list(this.records);
  }

  /** POST: add a record, with `static bulk` also a list of them. Only fields that the logic declares are written, here and below. */
  async postAction({ body }: Input<L, 'postAction'>): Promise<unknown> {
    if (Array.isArray(body)) return this.addList(body);
    const [stored] = await this.addRecords([await this.writable(body)]);
    return this.created(stored);
  }

  /** PUT: replace the record; a field that is left out becomes null. With `static upsert`, a new id adds one. */
  async putAction({ body }: Input<L, 'putAction'>): Promise<unknown> {
    return this.change(await this.writable(body, { replace: true }));
  }

  /** PATCH: change the fields that are given, as a merge patch (RFC 7396); of a collection, with `static bulk`, in all that match. */
  async patchAction({ body }: Input<L, 'patchAction'>): Promise<unknown> {
    const values = await this.writable(body);
    return this.isItem ? this.change(values) : this.changeAll(() => this.records, values);
  }

  /** DELETE: remove the record, answer 204; of a collection, with `static bulk`, all that match. */
  async deleteAction(_input: Input<L, 'deleteAction'>): Promise<unknown> {
    if (!this.isItem) return this.deleteAll(() => this.records);
    return this.guard(
      () => this.record,
      async (record) => ((await record.delete()) === 0 ? this.fail(404) : this.success()),
    );
  }

  /** The action `restore`: bring back a deleted record, in a class with `static softDelete` and a rule for `post#restore`. */
  async restoreAction(_input: Input<L, 'restoreAction'>): Promise<unknown> {
    return this.restore(() => this.record);
  }

  /** Add records: one of POST, a list of them, or one that PUT has not found. Override it to check or set something in all of them. */
  override async addRecords(list: readonly Row[]): Promise<Stored[]> {
    const model = this.isItem ? this.record : this.records;
    return model.insertMany(list.map((values) => ({ ...values, ...this.scope })));
  }

  /** The audit trail of issues and what belongs to them, in the transaction of the write; `unrestricted`, because no user may write it. */
  override async afterWrite({ table, action, before, after }: AfterWrite): Promise<void> {
    const { id, issue_id = table === 'issue' ? id : undefined } = after ?? before;
    if (issue_id === undefined || this.user === undefined) return;
    const keys = { record_id: Number(id), issue_id: Number(issue_id), user_id: this.user.id };
    const entry = { table, action, ...keys, before, after };
    await this.model('audit').unrestricted().add(entry);
  }

  /** Write into the record when `If-Match` and `If-None-Match` allow it. */
  async change(values: Row): Promise<unknown> {
    return this.guard(
      () => this.record,
      async (record) => {
        const stored = await record.updateOne(await this.merge(record, values));
        return stored ? this.changed(stored) : this.created(await this.upsert(values));
      },
    );
  }
}
