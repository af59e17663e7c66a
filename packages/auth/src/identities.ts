import type { TransactionModels } from '@rest-gen/model';
import type { Id, Row } from '@rest-gen/router';
import { authError } from './errors.ts';
import type { OAuthProfile } from './oauth-types.ts';
import { findByEmail, idOf, normalize, type Shared, withoutPassword } from './shared.ts';

/**
 * Find the user of an identity at a provider, or add one. An address links an identity to a user only if the provider and this service have verified it:
 * otherwise somebody could sign up with the address of another one at either side, and wait for that one.
 *
 * @throws {HttpError} 400 `E_OAUTH`
 */
export type FindUser = (provider: string, profile: OAuthProfile) => Promise<Row>;

export function createFindUser(shared: Shared): FindUser {
  const { models, onSignUp, newUser = named, isActive } = shared;
  return async (provider, profile) => {
    // Transactions are serializable: of two at the same moment, one finds what the other has added.
    const user = await models.transaction((tx) => findOrAdd(tx, provider, profile));
    if (!isActive(user)) throw refuse('This user cannot sign in.');
    return user;
  };

  async function findOrAdd(tx: TransactionModels, provider: string, profile: OAuthProfile): Promise<Row> {
    const key = { provider, subject: String(profile.subject) };
    const identity = await tx.model('identity').where(key).find();
    if (identity) {
      const user = tx.model('user').byId(identity.user_id as Id);
      return (await user.find()) as Row;
    }
    const user = await findByProfile(tx, provider, profile);
    await tx.model('identity').insert({ ...key, user_id: idOf(user) });
    return user;
  }

  async function findByProfile(tx: TransactionModels, provider: string, profile: OAuthProfile): Promise<Row> {
    const { email, emailVerified } = profile;
    if (!email || !emailVerified) {
      throw refuse(`${provider} has no verified address of this user. Verify it there, then sign in again.`);
    }
    const stored = await findByEmail(tx, email);
    if (!stored) return addUser(tx, email, await newUser(profile, provider));
    if (stored.verified_at !== null) return stored;
    throw refuse(
      'A user with this address has signed up, and has not verified it. Open the link of the mail, or sign up again to get another one; then sign in again.',
    );
  }

  async function addUser(tx: TransactionModels, email: string, values: Row): Promise<Row> {
    const { row } = await tx.model('user').insert({ ...values, email: normalize(email), verified_at: new Date() });
    await onSignUp?.(withoutPassword(row), tx);
    return row;
  }

  async function named({ name }: OAuthProfile): Promise<Row> {
    const { columns } = await models.repository('user').describe();
    return name !== undefined && columns.has('name') ? { name: name.slice(0, MOST) } : {};
  }
}

// --- internal ---

/** Characters. */
const MOST = 255;

function refuse(detail: string): Error {
  return authError('E_OAUTH', { detail });
}
