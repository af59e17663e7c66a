/**
 * Feeds of changes, history, webhooks and jobs for a rest-gen service.
 *
 * @see docs/changes.md
 * @module
 */
export { createChanges } from './create-changes.ts';
export { createWorker, type WorkerOptions } from './create-worker.ts';
export { CHANGE_CODES, type ChangeCode } from './errors.ts';
export { defineJob } from './jobs/define-job.ts';
export { JobError } from './jobs/job-error.ts';
export type { Job, JobContext, Jobs } from './jobs/types.ts';
export type { ChangesOptions, HistoryEntry, HistoryOptions } from './types.ts';
export { defineWebhooks, type Webhooks } from './webhooks/define-webhooks.ts';
export { type Deliveries, openDeliveries, type WebhookState } from './webhooks/open-deliveries.ts';
export type { Delivery, DeliveryState, Webhook, WebhookAction } from './webhooks/types.ts';
export { WebhookError } from './webhooks/webhook-error.ts';
export type { Worker, WorkerTask } from './worker/worker.ts';
