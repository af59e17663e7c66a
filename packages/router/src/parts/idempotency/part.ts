import type { Exchange } from '../../contracts/exchange.ts';
import type { Hooks, Part } from '../../contracts/part.ts';
import { contextOf } from '../../controller/attach.ts';
import { planIdempotency } from './plan-idempotency.ts';
import { readKey } from './read-key.ts';
import { findReplay, runOnce } from './run-once.ts';
import type { IdempotencyPlan, KeyedRequest } from './types.ts';

/** `static idempotent`: a request that is repeated with its `Idempotency-Key` gets the answer of the first one. */
export const idempotency: Part = {
  name: 'idempotency',

  plan(Class, file) {
    const plan = planIdempotency(Class, file);
    if (plan === undefined) return undefined;
    const hooks = createHooks(plan);
    // An action of one's own is a POST: a client that repeats it is helped by a key as much.
    return { action: (method) => (method === 'POST' ? hooks : undefined) };
  },
};

// --- internal ---

function createHooks(plan: IdempotencyPlan): Hooks {
  return {
    admit: ({ req }) => void readKey(req.headers['idempotency-key'], plan),

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
  const key = readKey(req.headers['idempotency-key'], plan);
  if (key === undefined) return undefined;
  const context = contextOf(instance);
  return { plan, key, controller: instance, context, body, timeout, drop: () => exchange.discard() };
}
