import { type DataError, isDataError, type ModelProvider, type Repository, type Row } from '@rest-gen/model/core';
import { debug } from '../../core/debug.ts';
import { type HttpError, requestError } from '../../core/errors.ts';
import { idempotencyError } from './errors.ts';
import { isKnownFormat } from './fingerprint.ts';
import type { Claim, HeldKey, StoredAnswer } from './types.ts';

/** The table that keeps keys and answers. */
export const KEY_TABLE = 'idempotency_key';

/**
 * Hold a key, by an insert that only one can do; a key whose holder died, or whose answer has been kept long enough, is taken over by
 * exactly one.
 *
 * @throws {HttpError} 503 `E_IDEMPOTENCY_FORMAT` where another version holds the key, or has kept its answer, in a format that this one does not know
 * @param lease - milliseconds after which the key can be taken over
 * @param release - releases a key that may have been stored when the connection was lost; otherwise the client would wait for the end of the lease
 */
export async function claimKey(
  keys: Repository,
  id: string,
  fingerprint: string,
  lease: number,
  release: (held: HeldKey) => Promise<void>,
): Promise<Claim> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const now = Date.now();
    const lockedUntil = wholeSecond(now + lease);
    const fresh = { fingerprint, status: null, headers: null, body: null, locked_until: lockedUntil };
    const row = { ...fresh, created_at: wholeSecond(now) };
    const held = { kind: 'held', held: { id, lockedUntil } } as const;
    const orRelease = async (error: unknown): Promise<never> => {
      if (isDataError(error) && error.code === 'unavailable') await release(held.held);
      throw error;
    };
    if (await isInserted(keys, { id, ...row }).catch(orRelease)) return held;
    const other = await keys.findOne({ where: { id } });
    if (other === undefined) continue;
    const { status, locked_until: theirs } = other as { status: number | null; locked_until: string };
    const isPast = new Date(theirs).getTime() <= now;
    const isForgotten = isPast && status !== null;
    if (!isForgotten && !isKnownFormat(other.fingerprint)) throw otherFormat();
    if (!isForgotten && other.fingerprint !== fingerprint) return { kind: 'mismatch' };
    if (!isPast) return status === null ? { kind: 'running' } : { kind: 'done', answer: toAnswer(other) };
    if ((await keys.update({ id, locked_until: theirs }, row).catch(orRelease)) > 0) return held;
  }
  return { kind: 'running' };
}

/**
 * Find the answer that is kept for a request; `undefined` when there is none.
 *
 * @throws {HttpError} 503 `E_IDEMPOTENCY_FORMAT`
 */
export async function findAnswer(keys: Repository, id: string, fingerprint: string): Promise<StoredAnswer | undefined> {
  const kept = await keys.findOne({ where: { id, locked_until: { gt: new Date().toISOString() } } });
  if (kept === undefined) return undefined;
  if (!isKnownFormat(kept.fingerprint)) throw otherFormat();
  return kept.fingerprint !== fingerprint || kept.status === null ? undefined : toAnswer(kept);
}

/**
 * Keep the answer of the request that holds a key; inside of the transaction of its action, so that both are stored or none.
 *
 * @param ttl - milliseconds
 * @throws {HttpError} 409 `E_IDEMPOTENCY_RUNNING` when another request has taken the key over meanwhile
 */
export async function keepAnswer(
  keys: Repository,
  { id, lockedUntil }: HeldKey,
  { status, headers, body, reader, shown }: StoredAnswer,
  ttl: number,
): Promise<void> {
  const until = wholeSecond(Date.now() + ttl);
  const held = { id, locked_until: lockedUntil, status: null };
  const withRecord = { ...headers, [RECORD]: { reader, shown: shown ?? null } };
  const kept = await keys.update(held, { status, headers: withRecord, body, locked_until: until });
  if (kept === 0) throw stillRunning();
}

/** Delete all expired keys in batches; starts at most once a minute per provider. Never rejects. */
export async function cleanKeys(provider: ModelProvider): Promise<void> {
  const now = Date.now();
  if (now - (cleaned.get(provider) ?? 0) < CLEANING_INTERVAL) return;
  // No second run while this one works.
  cleaned.set(provider, Number.POSITIVE_INFINITY);
  try {
    const keys = provider.repository(KEY_TABLE);
    const where = { locked_until: { lt: new Date(now).toISOString() } };
    for (let count = CLEANED_AT_ONCE; count === CLEANED_AT_ONCE; ) {
      const rows = await keys.findMany({ where, fields: ['id'], limit: CLEANED_AT_ONCE });
      count = rows.length;
      // Both conditions: a key may have been taken over meanwhile.
      if (count > 0) await keys.delete({ ...where, id: rows.map(({ id }) => id as string) });
    }
  } catch (error) {
    debug('expired idempotency keys could not be deleted: %s', error);
  }
  cleaned.set(provider, now);
}

export function stillRunning(): HttpError {
  return idempotencyError('E_IDEMPOTENCY_RUNNING', undefined, { headers: { 'Retry-After': '1' } });
}

// --- internal ---

/** Beside the header fields of a stored answer: who it is for and what it shows. */
const RECORD = 'Idempotent-Record';

function toAnswer({ status, headers, body }: Row): StoredAnswer {
  const { [RECORD]: record, ...fields } = headers as Record<string, unknown>;
  const { reader, shown } = Object(record);
  return { status, headers: fields, body, reader, shown: shown ?? undefined } as StoredAnswer;
}

/** A process of that version can repeat the answer. */
function otherFormat(): HttpError {
  return idempotencyError('E_IDEMPOTENCY_FORMAT', undefined, { headers: { 'Retry-After': '1' } });
}

/** Each retry means that another request has finished first. */
const ATTEMPTS = 5;
const CLEANING_INTERVAL = 60_000;
const CLEANED_AT_ONCE = 500;
const cleaned = new WeakMap<ModelProvider, number>();

/** Rounded up: not every column of a store holds parts of a second, and these times are compared for equality. */
function wholeSecond(milliseconds: number): string {
  return new Date(Math.ceil(milliseconds / 1_000) * 1_000).toISOString();
}

async function isInserted(keys: Repository, row: Row): Promise<boolean> {
  try {
    await keys.insert(row);
    return true;
  } catch (error) {
    if (isDataError(error) && error.code === 'conflict') return false;
    throw isDataError(error) && error.code === 'no_table' ? noTable(error) : error;
  }
}

function noTable(cause: DataError): HttpError {
  return requestError('E_NO_TABLE', undefined, {
    cause,
    hint: `Idempotency-Key needs a table: npx rest-gen migration idempotency_key, then npx rest-gen migrate; or migrate with ${MIGRATION}`,
  });
}

const MIGRATION = `export const up = (schema) =>
  schema.createTable('${KEY_TABLE}', (t) => {
    t.string('id', 64).primary();
    t.string('fingerprint', 64).notNull();
    t.integer('status');
    t.json('headers');
    t.text('body');
    t.datetime('locked_until').notNull().index();
    t.datetime('created_at').notNull();
  });`;
