const { Controller } = require('@rest-gen/router');

/** Base class of all REST controllers. It is yours: change here what all resources have in common. */
module.exports = class Rest extends Controller {
  static abstract = true;
  static declaresListQuery = true;

  /** The records of this resource, under the parents that the URL names. */
  get records() {
    return this.model().where(this.scope);
  }

  /** GET: one record when the URL has an id, else the list. */
  async getAction() {
    if (this.id === undefined) return this.list(this.records);
    return this.found(await this.records.byId(this.id).find());
  }

  /** POST: add a record. Only fields that the logic declares are written, here and below. */
  async postAction({ body }) {
    const id = await this.model().add({ ...(await this.writable(body)), ...this.scope });
    return this.created(id, await this.records.byId(id).find());
  }

  /** PUT: replace the record; a field that is left out becomes null. */
  async putAction({ body }) {
    return this.change(await this.writable(body, { replace: true }));
  }

  /** PATCH: change the fields that are given. */
  async patchAction({ body }) {
    return this.change(await this.writable(body));
  }

  /** DELETE: remove the record, answer 204. */
  async deleteAction() {
    const deleted = await this.records.byId(this.id).delete();
    return deleted === 0 ? this.fail(404) : this.success();
  }

  async change(values) {
    const record = this.records.byId(this.id);
    await record.update(values);
    return this.found(await record.find());
  }
};
