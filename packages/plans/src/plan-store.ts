import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { isDataError, type ModelProvider, type Repository } from '@rest-gen/model/core';

/** The table that keeps plans. */
export const PLAN_TABLE = 'plan_token';

/** A plan as it is kept. */
export interface StoredPlan {
  readonly id: string;
  /** Of the user, `requesterOf`. */
  readonly requester: string;
  /** The request, encrypted with its token: it may hold a password. */
  readonly request: string;
  /** Of its changes, `digestOf`. */
  readonly digest: string;
  /** The columns that a digest leaves out. */
  readonly generated: readonly string[];
  readonly expires_at: string;
  /** The answer of the commit, encrypted; `null` until then. */
  readonly answer: string | null;
}

export function openPlans(models: ModelProvider): Repository {
  return models.repository(PLAN_TABLE);
}

/** A new token: 256 bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Encrypt a value with a token: those who read the table do not learn it. */
export function seal(value: unknown, token: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce);
  const sealed = Buffer.concat([cipher.update(serialize(value)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

// biome-ignore lint/suspicious/noExplicitAny: what was sealed.
export function unseal(text: string, token: string): any {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return deserialize(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]));
}

/** Delete plans that have ended; at most once a minute. */
export async function cleanPlans(models: ModelProvider): Promise<void> {
  const now = Date.now();
  if (now - (cleaned.get(models) ?? 0) < 60_000) return;
  cleaned.set(models, now);
  await openPlans(models).delete({ expires_at: { lt: new Date(now).toISOString() } });
}

/** Say what is missing. */
export function explainTable(error: unknown): unknown {
  if (!isDataError(error) || error.code !== 'no_table') return error;
  const fix = `npx rest-gen migration ${PLAN_TABLE}, then npx rest-gen migrate`;
  return new Error(`Plans need the table ${PLAN_TABLE}: ${fix}.`, { cause: error });
}

// --- internal ---

const cleaned = new WeakMap<ModelProvider, number>();

function keyOf(token: string): Buffer {
  return createHash('sha256').update(`rest-gen plan\n${token}`).digest();
}
