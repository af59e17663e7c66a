import type { Input } from '@rest-gen/logic';
import type logic from '../logic/doc.js';
import Rest from './rest.js';

/** Documents have text ids, made from their titles: "Getting started" is /doc/getting_started. */
export default class Doc extends Rest<typeof logic> {
  static lines = true;

  override async postAction({ body }: Input<typeof logic, 'postAction'>): Promise<unknown> {
    const id = body.title.toLowerCase().replace(/\W+/g, '_');
    const docs = this.model('doc');
    await docs.add({ id, ...body });
    return this.created(id, await docs.byId(id).find());
  }
}
