import type { Row } from '@rest-gen/router';
import { fieldError } from './errors.ts';
import { networkOf } from './network.ts';
import { checkPassword, hashPassword } from './password-hash.ts';
import { findByEmail, idOf, normalize, type Shared } from './shared.ts';
import { requireSession } from './signed-in.ts';
import { HOUR } from './time.ts';
import type { ActionController } from './types.ts';

/** The actions of `/password`. */
export interface Passwords {
  /** Mail a token for another password: always 202. @throws {HttpError} 429 `E_ATTEMPTS` for too many from one network */
  sendReset(controller: ActionController, email: string): Promise<{ email: string }>;
  /**
   * Set the password with the token of the mail: 204. Every session of the user ends; API tokens stay.
   *
   * @throws {HttpError} 422 `E_VALIDATION` for a token that was used or is over, 503 `E_SIGN_IN_BUSY`
   */
  resetPassword(controller: ActionController, values: { token: string; password: string }): Promise<void>;
  /**
   * Change the password of the signed-in user: 204. The other sessions of the user end.
   *
   * @throws {HttpError} 401 `E_UNAUTHORIZED`, 403 `E_SESSION` for an API token, 422 `E_VALIDATION` for a wrong current password, 429 `E_ATTEMPTS`
   */
  changePassword(controller: ActionController, values: { current: string; password: string }): Promise<void>;
}

export function createPasswords({ models, tokens, attempts, mails, isActive }: Shared): Passwords {
  return {
    async sendReset(controller, email) {
      await attempts.count('network', networkOf(controller.req.ip));
      mails.run('reset', () => mailReset(email));
      return controller.success({ email: normalize(email) }, { status: 202 });
    },

    async resetPassword(controller, { token, password }) {
      const found = await tokens.findMailed('reset', token);
      const hash = found && (await hashPassword(password));
      const isDone = await tokens.take(found, async (tx, user) => {
        await tokens.end({ user_id: user, kind: ['session', 'reset', 'verify'] }, tx);
        // Who has read the mail has the address.
        await tx.model('user').byId(user).update({ password: hash, verified_at: new Date() });
      });
      if (!isDone) {
        throw fieldError('token', 'valid', 'The token was used, or it has ended. Ask for another mail.');
      }
      controller.success();
    },

    async changePassword(controller, { current, password }) {
      const { user, token } = requireSession(controller.req);
      const stored = (await models
        .model('user')
        .byId(idOf(user as Row))
        .find()) as Row;
      await attempts.count('account', String(stored.email));
      if (!(await checkPassword(current, stored.password as string | null)).isRight) {
        throw fieldError('current', 'valid', 'This is not the current password');
      }
      await attempts.forget('account', String(stored.email));
      const hash = await hashPassword(password);
      await models.transaction(async (tx) => {
        await tx.model('user').byId(idOf(stored)).update({ password: hash });
        const others = tx.model('token').where({ user_id: idOf(stored), id: { ne: token.id as never } });
        await others.where({ kind: ['session', 'reset'] }).delete();
      });
      controller.success();
    },
  };

  async function mailReset(email: string): Promise<void> {
    await attempts.count('mail', normalize(email));
    const user = await findByEmail(models, email);
    if (!user || !isActive(user)) return;
    const expires = new Date(Date.now() + HOUR);
    const { secret } = await tokens.create(models, idOf(user), 'reset', { expires_at: expires });
    await mails.deliver({ kind: 'reset', to: String(user.email), token: secret });
  }
}
