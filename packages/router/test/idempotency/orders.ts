import type { Test } from 'supertest';
import { Controller, type ControllerClass, type RestRouterOptions } from '../../src/index.ts';
import type { Tables } from '../memory-models.ts';
import type { Agent } from '../serve.ts';

export const KEYS = 'idempotency_key';
export const tables: Tables = {
  order: { id: 'integer', item: 'string', note: 'string?' },
  [KEYS]: {
    id: 'string',
    fingerprint: 'string',
    status: 'integer?',
    headers: 'json?',
    body: 'string?',
    locked_until: 'datetime',
    created_at: 'datetime',
  },
};
export const logics = { order: { postAction: { body: { item: { required: true, string: true } } } } } as const;

/** A controller of orders that counts how often its action has run. */
export class Order extends Controller {
  static readonly idempotent: boolean | 'required' = true;
  static readonly forms = true;
  static runs = 0;

  async postAction(): Promise<unknown> {
    Order.runs += 1;
    const id = await this.model().add({ item: this.post('item') });
    return this.success(
      { id, item: this.post('item'), run: Order.runs },
      {
        headers: { 'X-Run': String(Order.runs), Location: `/order/${id}` },
      },
    );
  }
}

export const serving = (Class: ControllerClass, options: RestRouterOptions = {}): RestRouterOptions => ({
  rules: [['/order', 'rest']],
  controllers: { order: Class },
  ...options,
});

/** A controller of orders whose action does what is asked. */
export function acting(action: (this: Controller) => unknown): ControllerClass {
  return class extends Order {
    override async postAction(): Promise<unknown> {
      Order.runs += 1;
      return action.call(this);
    }
  };
}

export const post = (agent: Agent, key: string | undefined, body: object = { item: 'tea' }, path = '/order'): Test => {
  const sent = agent.post(path).send(body);
  return key === undefined ? sent : sent.set('Idempotency-Key', key);
};
