const { Controller } = require('@rest-gen/router');

/** Base class of all REST controllers. It is yours: change here what all resources have in common. */
module.exports = class Rest extends Controller {
  static abstract = true;
  static declaresListQuery = true;

  /** The records of this resource, under the parents that the URL names. */
  get records() {
    return this.model().where(this.scope);
  }

  /** The record that the URL names; a singleton is the only one under its parents. */
  get record() {
    return this.id === undefined ? this.records.only() : this.records.byId(this.id);
  }

  /** GET: one record when the URL has an id, else the list. */
  async getAction() {
    return this.isItem ? this.detail(this.record) : this.list(this.records);
  }

  /** QUERY: the list, asked for in the body (RFC 10008). */
  async queryAction() {
    return this.list(this.records);
  }

  /** POST: add a record, with `static bulk` also a list of them. Only fields that the logic declares are written, here and below. */
  async postAction({ body }) {
    if (Array.isArray(body)) return this.addList(body);
    const [stored] = await this.addRecords([await this.writable(body)]);
    return this.created(stored);
  }

  /** PUT: replace the record; a field that is left out becomes null. With `static upsert`, a new id adds one. */
  async putAction({ body }) {
    return this.change(await this.writable(body, { replace: true }));
  }

  /** PATCH: change the fields that are given, as a merge patch (RFC 7396); of a collection, with `static bulk`, in all that match. */
  async patchAction({ body }) {
    const values = await this.writable(body);
    return this.isItem ? this.change(values) : this.changeAll(() => this.records, values);
  }

  /** DELETE: remove the record, answer 204; of a collection, with `static bulk`, all that match. */
  async deleteAction() {
    if (!this.isItem) return this.deleteAll(() => this.records);
    return this.guard(
      () => this.record,
      async (record) => ((await record.delete()) === 0 ? this.fail(404) : this.success()),
    );
  }

  /** The action `restore`: bring back a deleted record, in a class with `static softDelete` and a rule for `post#restore`. */
  async restoreAction() {
    return this.restore(() => this.record);
  }

  /** Add records: one of POST, a list of them, or one that PUT has not found. Override it to check or set something in all of them. */
  async addRecords(list) {
    const model = this.isItem ? this.record : this.records;
    return model.insertMany(list.map((values) => ({ ...values, ...this.scope })));
  }

  /** Write into the record when `If-Match` and `If-None-Match` allow it. */
  async change(values) {
    return this.guard(
      () => this.record,
      async (record) => {
        const stored = await record.updateOne(await this.merge(record, values));
        return stored ? this.changed(stored) : this.created(await this.upsert(values));
      },
    );
  }
};
