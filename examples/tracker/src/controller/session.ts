import { documents } from '@rest-gen/auth';
import type { Input } from '@rest-gen/logic';
import { Controller } from '@rest-gen/router';
import { auth } from '../auth.js';
import type logic from '../logic/session.js';

export default class Session extends Controller<typeof logic> {
  static openapi = documents.session;
  static singleton = true;

  /** Who is signed in; 401 for nobody. */
  getAction(): unknown {
    return auth.showSession(this);
  }

  /** Sign in: 201, with a token that is also in a cookie. */
  async postAction({ body }: Input<typeof logic, 'postAction'>): Promise<unknown> {
    return auth.signIn(this, body);
  }

  /** Sign out: 204. */
  async deleteAction(): Promise<void> {
    return auth.signOut(this);
  }
}
