import type { Exchange, Hooks } from '../../core/contracts/exchange.ts';
import type { Part } from '../../core/contracts/part.ts';
import { resourceOf } from '../../resource/contracts/resource.ts';
import { parseKey } from './parse-key.ts';
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
  const resource = resourceOf(instance);
  return { plan, key, controller: instance, resource, body, timeout, drop: () => exchange.discard() };
}
