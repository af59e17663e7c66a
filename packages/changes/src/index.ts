/**
 * Feeds of changes, history and webhooks for a rest-gen service.
 *
 * @see docs/changes.md
 * @module
 */
export { createChanges } from './create-changes.ts';
export { CHANGE_CODES, type ChangeCode } from './errors.ts';
export type { ChangesOptions, HistoryEntry, HistoryOptions } from './types.ts';
export { createWorker, type WorkerOptions } from './webhooks/create-worker.ts';
export { defineWebhooks, type Webhooks } from './webhooks/define-webhooks.ts';
export { type Deliveries, openDeliveries, type WebhookState } from './webhooks/open-deliveries.ts';
export type { Delivery, DeliveryState, Webhook, WebhookAction } from './webhooks/types.ts';
export { WebhookError } from './webhooks/webhook-error.ts';
export type { Worker, WorkerTask } from './webhooks/worker.ts';
