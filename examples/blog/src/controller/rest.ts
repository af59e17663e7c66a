import type { Input, Logic } from '@rest-gen/logic';
import { Controller, type Model, type Row } from '@rest-gen/router';

/** Base class of all REST controllers. It is yours: change here what all resources have in common. */
export default class Rest<L extends Logic = Logic> extends Controller<L> {
  static abstract = true;
  static declaresListQuery = true;

  /** The records of this resource, under the parents that the URL names. */
  get records(): Model {
    return this.model().where(this.scope);
  }

  /** GET: one record when the URL has an id, else the list. */
  async getAction(_input: Input<L, 'getAction'>): Promise<unknown> {
    if (this.id === undefined) return this.list(this.records);
    return this.found(await this.records.byId(this.id).find());
  }

  /** POST: add a record. Only fields that the logic declares are written, here and below. */
  async postAction({ body }: Input<L, 'postAction'>): Promise<unknown> {
    const id = await this.model().add({ ...(await this.writable(body)), ...this.scope });
    return this.created(id, await this.records.byId(id).find());
  }

  /** PUT: replace the record; a field that is left out becomes null. */
  async putAction({ body }: Input<L, 'putAction'>): Promise<unknown> {
    return this.change(await this.writable(body, { replace: true }));
  }

  /** PATCH: change the fields that are given. */
  async patchAction({ body }: Input<L, 'patchAction'>): Promise<unknown> {
    return this.change(await this.writable(body));
  }

  /** DELETE: remove the record, answer 204. */
  async deleteAction(_input: Input<L, 'deleteAction'>): Promise<unknown> {
    const deleted = await this.records.byId(this.id).delete();
    return deleted === 0 ? this.fail(404) : this.success();
  }

  async change(values: Row): Promise<Row> {
    const record = this.records.byId(this.id);
    await record.update(values);
    return this.found(await record.find());
  }
}
