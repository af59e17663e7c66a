import type { ModelProvider } from '@rest-gen/model/core';
import type { ReadyAnswer } from '../../core/contracts/answer.ts';
import { resourceError } from '../../resource/errors.ts';
import { inTransaction, sessionOf } from '../../resource/write/in-transaction.ts';
import { idempotencyError } from './errors.ts';
import { fingerprint, nameKey } from './fingerprint.ts';
import { claimKey, cleanKeys, findAnswer, KEY_TABLE, keepAnswer, stillRunning } from './key-store.ts';
import { releaseKey } from './release-key.ts';
import { readerOf, shownOf } from './requester.ts';
import { notReturned, replay, resetHeaders, storeAnswer, UNREPEATABLE, withoutBody } from './stored-answer.ts';
import type { HeldKey, KeyedRequest, StoredAnswer } from './types.ts';

/**
 * Run the action of a request with a key once, and answer every further request of the same key with the same answer.
 *
 * Action and answer are stored in one transaction, or neither is: the action's `this.model()` is inside of it. An error, an answer of 400
 * and above, the deadline and a client that leaves roll it back and release the key. The store may repeat the transaction; the action
 * runs again then.
 *
 * @returns `undefined` when the action wrote its answer to `res`
 * @throws {HttpError} 422 `E_IDEMPOTENCY_MISMATCH` for a key of another request; 409 `E_IDEMPOTENCY_RUNNING`; 500 `E_NO_MODEL`, `E_NO_TABLE`
 */
export async function runOnce(request: KeyedRequest): Promise<ReadyAnswer | undefined> {
  const { resource, body, timeout } = request;
  const provider = providerOf(request);
  const keys = provider.repository(KEY_TABLE, resource.exchange);
  const lease = (timeout === 0 ? LEASE_WITHOUT_DEADLINE : timeout) + MARGIN;
  const name = await nameOf(request);
  // Without the signal, which may have aborted.
  const release = (held: HeldKey): Promise<void> => releaseKey(provider, held);
  const claim = await claimKey(keys, name, fingerprint(resource.exchange, body), lease, release);
  switch (claim.kind) {
    case 'mismatch':
      throw idempotencyError('E_IDEMPOTENCY_MISMATCH');
    case 'running':
      throw stillRunning();
    case 'done':
      return repeat(request, claim.answer);
    default:
      return runHeld(request, provider, claim.held);
  }
}

/**
 * Return the stored answer for a request whose input is no longer valid, possibly because of its first run (a name that is taken now).
 *
 * @returns `undefined` when none is kept
 */
export async function findReplay(request: KeyOwner & Pick<KeyedRequest, 'body'>): Promise<ReadyAnswer | undefined> {
  const { resource, body } = request;
  const { model, exchange } = resource;
  const keys = model?.repository(KEY_TABLE, exchange);
  const kept = await (keys && findAnswer(keys, await nameOf(request), fingerprint(resource.exchange, body)));
  return kept && repeat(request, kept);
}

// --- internal ---

/** Extra milliseconds for the end of the transaction and for clock differences. */
const MARGIN = 2_000;
const LEASE_WITHOUT_DEADLINE = 60_000;

/** Carries an answer of 400 and above out of the transaction that it rolls back. */
class RolledBack extends Error {
  readonly answer: ReadyAnswer | undefined;

  constructor(answer: ReadyAnswer | undefined) {
    super('The answer is an error.');
    this.answer = answer;
  }
}

type KeyOwner = Pick<KeyedRequest, 'resource' | 'controller' | 'key'>;

/** The name of a key in the store: those of different clients and controllers differ. */
async function nameOf({ resource, controller, key }: KeyOwner): Promise<string> {
  return nameKey(resource.exchange.controller, (await controller.idempotencyScope()) ?? '', key);
}

/**
 * Answer with what is stored, to whom it was answered: without the body where the policies hide any of it by now.
 *
 * @throws {HttpError} 422 `E_IDEMPOTENCY_MISMATCH` for another user, and for one who may do other things than then
 */
async function repeat({ resource }: KeyOwner, answer: StoredAnswer): Promise<ReadyAnswer> {
  const { reader, shown } = answer;
  if (reader !== undefined && reader !== readerOf(resource)) {
    const detail =
      'This Idempotency-Key belongs to a request of another user, or the user may do other things than at that time.';
    throw idempotencyError('E_IDEMPOTENCY_MISMATCH', detail);
  }
  const isHidden = shown !== undefined && shown.hash !== (await shownOf(resource, shown.ids))?.hash;
  return replay(isHidden ? withoutBody(answer) : answer, resource.exchange.res);
}

async function runHeld(
  request: KeyedRequest,
  provider: ModelProvider,
  held: HeldKey,
): Promise<ReadyAnswer | undefined> {
  const { resource } = request;
  const before = resource.exchange.res.getHeaders();
  const reader = readerOf(resource);
  let runs = 0;
  try {
    const answer = await inTransaction(resource, async () => {
      if (runs++ > 0) startAfresh(request, before);
      const made = await actInTime(request);
      const status = made?.status ?? resource.exchange.res.statusCode;
      if (status >= 400) throw new RolledBack(made);
      const stored = made === undefined ? UNREPEATABLE : storeAnswer(made, resource.exchange.res, before);
      const shown = stored.body === null ? undefined : await shownOf(resource, resource.exchange.answer?.records ?? []);
      const keys = sessionOf(resource).models.repository(KEY_TABLE, resource.exchange);
      await keepAnswer(keys, held, { ...stored, reader, shown }, request.plan.ttl);
      return made;
    });
    void cleanKeys(provider);
    // The work of the action is stored; its author has to return the answer, so that it can be repeated.
    if (answer === undefined) throw notReturned();
    return answer;
  } catch (error) {
    // Without the signal, which may have aborted.
    await releaseKey(provider, held);
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}

/** Run the action; what it makes after the deadline, or when the client has left, is dropped: its transaction has ended then. */
async function actInTime({ resource, act, drop }: KeyedRequest): Promise<ReadyAnswer | undefined> {
  const made = await act().finally(() => {
    if (resource.exchange.signal.aborted) drop();
  });
  resource.exchange.throwIfAborted();
  return made;
}

function startAfresh(
  { resource, drop }: KeyedRequest,
  before: ReturnType<typeof resource.exchange.res.getHeaders>,
): void {
  drop();
  resource.exchange.answer = undefined;
  resource.guarded = false;
  resetHeaders(resource.exchange.res, before);
}

function providerOf({ resource }: KeyedRequest): ModelProvider {
  if (resource.model) return resource.model;
  throw resourceError('E_NO_MODEL', undefined, {
    hint: 'Answers to requests with Idempotency-Key are kept in the model: write src/config/model.',
  });
}
