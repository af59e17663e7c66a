import { documents } from '@rest-gen/auth';
import type { Input } from '@rest-gen/logic';
import { auth } from '../auth.js';
import type logic from '../logic/token.js';
import Rest from './rest.js';

// The sessions and API tokens of a user. DELETE ends one.
export default class Token extends Rest<typeof logic> {
  static openapi = documents.token;
  static actions = ['get', 'query', 'post', 'delete'];
  static hidden = ['hash', 'user_id'];
  static sessionOnly = true;
  /** The answer to be repeated would be stored with its secret. */
  static override idempotent = false;

  /** Add an API token: 201. Its secret is in `token`, and is not shown again. */
  override async postAction({ body }: Input<typeof logic, 'postAction'>): Promise<unknown> {
    const created = await auth.createToken(this, body);
    return this.created(created.id, created);
  }
}
