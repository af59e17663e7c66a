import type { Exchange, Hooks } from '../../core/contracts/exchange.ts';
import type { Part } from '../../core/contracts/part.ts';
import { resourceIn } from '../../resource/contracts/resource.ts';
import { idempotencyError } from './errors.ts';
import { findReplay, runOnce } from './run-once.ts';
import { IDEMPOTENCY_STATICS, type IdempotencyStatics } from './statics.ts';
import { type IdempotencyPlan, isKeyed, type KeyedRequest } from './types.ts';

/** `static idempotent`: a request that is repeated with its `Idempotency-Key` gets the answer of the first one. */
export const idempotency: Part<IdempotencyStatics> = {
  name: 'idempotency',
  statics: IDEMPOTENCY_STATICS,

  plan({ Class }) {
    const { idempotent = false, idempotencyTtl: ttl = DAY } = Class;
    if (idempotent === false) return undefined;
    const hooks = createHooks({ required: idempotent === 'required', ttl });
    // An action of one's own is a POST: a client that repeats it is helped by a key as much.
    return { action: ({ method }) => (method === 'POST' ? hooks : undefined) };
  },
};

/**
 * Read the header field `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): text in quotes (RFC 9651 section 3.3.3), or bare.
 *
 * Quoted and bare, the same characters are the same key.
 *
 * @returns `undefined` when there is none, and none is required
 * @throws {HttpError} 400 `E_IDEMPOTENCY_KEY`
 */
export function parseKey(header: string | readonly string[] | undefined, plan: IdempotencyPlan): string | undefined {
  if (header === undefined) {
    if (!plan.required) return undefined;
    throw idempotencyError(
      'E_IDEMPOTENCY_KEY',
      'This request needs the header Idempotency-Key: a new UUID for a new request, the same one to repeat it.',
    );
  }
  const text = String(header);
  const quoted = QUOTED.exec(text)?.[1];
  const key = quoted === undefined ? BARE.exec(text)?.[0] : quoted.replace(/\\(.)/g, '$1');
  if (key !== undefined && key.length <= LONGEST) return key;
  throw idempotencyError(
    'E_IDEMPOTENCY_KEY',
    `Idempotency-Key has to be one key of 1 to ${LONGEST} visible characters of ASCII, best a UUID in quotes.`,
  );
}

// --- internal ---

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1_000;

function createHooks(plan: IdempotencyPlan): Hooks {
  return {
    admit: ({ req }) => void parseKey(req.headers['idempotency-key'], plan),

    async refused(exchange) {
      const keyed = keyedBy(exchange, plan);
      return keyed && findReplay(keyed);
    },

    around(exchange, act) {
      const keyed = keyedBy(exchange, plan);
      return keyed ? runOnce({ ...keyed, act }) : act();
    },

    described: { idempotent: plan.required ? 'required' : true },
  };
}

function keyedBy(exchange: Exchange, plan: IdempotencyPlan): Omit<KeyedRequest, 'act'> | undefined {
  const { req, instance, body, timeout } = exchange;
  const key = parseKey(req.headers['idempotency-key'], plan);
  if (key === undefined || !isKeyed(instance)) return undefined;
  const resource = resourceIn(exchange);
  return { plan, key, controller: instance, resource, body, timeout, drop: () => exchange.discard() };
}

const LONGEST = 255;
/** Quotes and backslashes are escaped with a backslash. */
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])+)"$/;
/** Visible characters except separators and quotes of header fields. */
const BARE = /^[!#-+\--:<-[\]-~]+$/;
