import type { Models } from '@rest-gen/model';
import type { Webhook } from './types.ts';

/** Webhooks, or a function that reads those that users have registered. */
export type Webhooks = readonly Webhook[] | ((models: Models) => Promise<readonly Webhook[]>);

/**
 * Declare the webhooks of a service, in `config/webhooks`. A function is called every few seconds with the models, without policies.
 *
 * @example export default defineWebhooks([{ name: 'chat', resource: 'issue', url: 'https://chat.example.com/in', secret: process.env.CHAT_SECRET }]);
 * @see docs/webhooks.md
 */
export function defineWebhooks(webhooks: Webhooks): Webhooks {
  return webhooks;
}

/** Whether there may be any. */
export function hasWebhooks(webhooks: Webhooks): boolean {
  return typeof webhooks === 'function' || webhooks.length > 0;
}
