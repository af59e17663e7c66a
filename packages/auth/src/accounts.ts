import type { DataError, Row } from '@rest-gen/router';
import { fieldError } from './errors.ts';
import { isConflict } from './is-conflict.ts';
import { networkOf } from './network.ts';
import { hashPassword } from './password-hash.ts';
import { findByEmail, idOf, normalize, type Shared, withoutPassword } from './shared.ts';
import { DAY } from './time.ts';
import type { ActionController, Mail } from './types.ts';

/** The actions of `/user`. */
export interface Accounts {
  /**
   * Add a user who cannot sign in before the address is verified: 202, and a mail with a token. The answer is the same for an address that is known; its
   * user gets a mail that says so. An address that was never verified gets another token, and the new values.
   *
   * @param values - `email`, `password` as sent, and any other columns of the user
   * @throws {HttpError} 429 `E_ATTEMPTS`, 503 `E_SIGN_IN_BUSY`
   */
  signUp(controller: ActionController, values: { email: string; password: string }): Promise<{ email: string }>;
  /** Verify the address of a user with the token of the mail: 204. @throws {HttpError} 422 `E_VALIDATION` for one that was used or is over */
  verify(controller: ActionController, token: string): Promise<void>;
}

export function createAccounts({ models, tokens, attempts, mails, onSignUp }: Shared): Accounts {
  return {
    async signUp(controller, { email, password, ...profile }) {
      await attempts.count('network', networkOf(controller.req.ip));
      const to = normalize(email);
      const user = { ...profile, email: to, password: await hashPassword(password) };
      const mail = await add(to, user).catch((error) => {
        // Another request has added the address at the same moment.
        if (isConflict(error) && (error as DataError).field === 'email') return add(to, user);
        throw error;
      });
      await attempts.count('mail', to).then(
        () => mails.send(mail),
        // The answer is the same.
        (error) => {
          if (error.code !== 'E_ATTEMPTS') throw error;
        },
      );
      return controller.success({ email: to }, { status: 202 });
    },

    async verify(controller, token) {
      const found = await tokens.findMailed('verify', token);
      const isDone = await tokens.take(found, (tx, user) => {
        return tx.model('user').byId(user).update({ verified_at: new Date() });
      });
      if (!isDone)
        throw fieldError('token', 'valid', 'The token was used, or it has ended. Sign up again to get another one.');
      controller.success();
    },
  };

  /** Add a user, or renew one who has never verified the address; in every case with the same statements, which take the same time. */
  function add(to: string, values: Row): Promise<Mail> {
    return models.transaction(async (tx) => {
      const stored = await findByEmail(tx, to);
      if (stored && stored.verified_at !== null) {
        await tokens.create(tx, idOf(stored), 'verify', { expires_at: new Date() });
        return { kind: 'known', to, token: undefined };
      }
      const { row } = stored
        ? ((await tx.model('user').byId(idOf(stored)).updateOne(values)) as { row: Row })
        : await tx.model('user').insert(values);
      if (stored) await tokens.end({ user_id: idOf(row), kind: ['verify'] }, tx);
      else await onSignUp?.(withoutPassword(row), tx);
      const { secret } = await tokens.create(tx, idOf(row), 'verify', { expires_at: new Date(Date.now() + DAY) });
      return { kind: 'verify', to, token: secret };
    });
  }
}
