import type { CurrentUser } from '@rest-gen/model/core';

/** What happens to a record of a list. */
export type WebhookAction = 'created' | 'updated' | 'deleted';

/**
 * An address that is told of the changes of a list.
 *
 * @see docs/webhooks.md
 */
export interface Webhook {
  /** Says which one it is for ever: its deliveries have this name. 60 characters at most. */
  name: string;
  /** The list: the name of a controller, `'issue'`, or a path, `'/project/3/issue'`. Its class has `static changes`. */
  resource: string;
  /** Query of the list: `{ state: 'open' }` or `'state=open&q=door'`. Default: all records. */
  filter?: string | Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>;
  /** Where events are sent by POST: `https://`, with `allowPrivate` also `http://`. */
  url: string;
  /** `whsec_` and 24 to 64 bytes in base64; several while one is replaced by another. */
  secret: string | readonly string[];
  /** `thin`: the key of the record; `full`: the record as it is when it is sent. Default `thin`. */
  payload?: 'thin' | 'full';
  /** Default: all three. */
  actions?: readonly WebhookAction[];
  /** The user who reads the list, with the members that the policies use; they decide what is sent. Default: nobody. */
  as?: Partial<CurrentUser>;
  /** Addresses of private networks and `http://` may be used. Default `false`. */
  allowPrivate?: boolean;
}

/** A webhook as it was checked. */
export interface CheckedWebhook {
  readonly name: string;
  /** Path and query of the list, below the mount path. */
  readonly list: string;
  readonly url: URL;
  readonly secrets: readonly Buffer[];
  readonly isFull: boolean;
  readonly actions: ReadonlySet<WebhookAction>;
  readonly user: object | undefined;
  readonly allowPrivate: boolean;
}

/** How a delivery stands. */
export type DeliveryState = 'pending' | 'delivered' | 'dead';

/**
 * One event for one webhook, as the table `webhook_delivery` has it.
 *
 * @see docs/webhooks.md
 */
export interface Delivery {
  /** The `webhook-id` of every attempt. */
  readonly id: string;
  /** The name of the webhook. */
  readonly webhook: string;
  /** The position of the change. */
  readonly position: number;
  /** As `RecordedChange` has it. */
  readonly key: string;
  /** `issue.updated` */
  readonly type: string;
  /** When the record was changed: `2026-01-31T12:00:00.000Z`. */
  readonly occurredAt: string;
  readonly state: DeliveryState;
  /** How many have begun. */
  readonly attempts: number;
  /** When the next attempt begins, in milliseconds since 1970. */
  readonly nextAt: number;
  /** The status of the last answer; `undefined` without one. */
  readonly status: number | undefined;
  /** The beginning of the last answer, or why there was none. */
  readonly error: string | undefined;
}
