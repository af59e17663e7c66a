import { documents } from '@rest-gen/auth';
import type { Input } from '@rest-gen/logic';
import { Controller } from '@rest-gen/router';
import { auth } from '../auth.js';
import type logic from '../logic/password.js';

export default class Password extends Controller<typeof logic> {
  static openapi = documents.password;
  static singleton = true;
  static sessionOnly = true;

  /** Mail a token for another password: always 202. */
  async postAction({ body }: Input<typeof logic, 'postAction'>): Promise<unknown> {
    return auth.sendReset(this, body.email);
  }

  /** Set the password with that token: 204. Every session of the user ends. */
  async putAction({ body }: Input<typeof logic, 'putAction'>): Promise<void> {
    return auth.resetPassword(this, body);
  }

  /** Change the password, signed in: 204. The other sessions end. */
  async patchAction({ body }: Input<typeof logic, 'patchAction'>): Promise<void> {
    return auth.changePassword(this, body);
  }
}
