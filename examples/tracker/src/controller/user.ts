import { documents } from '@rest-gen/auth';
import type { Input } from '@rest-gen/logic';
import { auth } from '../auth.js';
import type logic from '../logic/user.js';
import Rest from './rest.js';

export default class User extends Rest<typeof logic> {
  static openapi = documents.user;
  static actions = ['get', 'query', 'post', 'patch'];
  static hidden = ['password', 'verified_at'];
  /** The transaction of an `Idempotency-Key` would end after the mail. */
  static override idempotent = false;
  static include = {
    // Two keys of `issue` refer to a user: say which one is meant.
    reportedIssues: { table: 'issue', key: 'reporter_id' },
    assignedIssues: { table: 'issue', key: 'assignee_id', where: { status: { ne: 'done' } }, order: 'due_date' },
    assignedCount: { count: 'issue', key: 'assignee_id', where: { status: { ne: 'done' } } },
  };
  static search = ['name'];

  /** Sign up: 202, and a mail. The answer is the same for an address that is known. */
  override async postAction({ body }: Input<typeof logic, 'postAction'>): Promise<unknown> {
    return auth.signUp(this, body);
  }

  /** Verify the address with the token of the mail: 204. */
  async verificationAction({ body }: Input<typeof logic, 'verificationAction'>): Promise<void> {
    return auth.verify(this, body.token);
  }
}
