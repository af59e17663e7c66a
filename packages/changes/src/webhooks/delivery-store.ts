import { randomUUID } from 'node:crypto';
import { type Models, sql, type TransactionModels } from '@rest-gen/model';
import type { Row } from '@rest-gen/model/core';
import { insertOnce, requireTable } from '../worker/tables.ts';
import type { Delivery, DeliveryState } from './types.ts';
import { WebhookError } from './webhook-error.ts';

/** The table of the deliveries. */
export const DELIVERY_TABLE = 'webhook_delivery';
/** The table of the positions up to which changes have become deliveries, by webhook. */
export const CURSOR_TABLE = 'webhook_cursor';

/** Rows of one look for deliveries that are due. */
const MOST_DUE = 200;
/** Milliseconds after which another process may try again what one has begun and not ended. */
const LEASE = 60_000;
/** Milliseconds after which deliveries are deleted, whatever came of them. */
const KEPT: Readonly<Record<DeliveryState, number>> = {
  delivered: 7 * 86_400_000,
  dead: 30 * 86_400_000,
  // Of webhooks that are no more.
  pending: 30 * 86_400_000,
};

/** A delivery that is to be made. */
export type NewDelivery = Pick<Delivery, 'key' | 'type' | 'occurredAt'>;

/** The deliveries of webhooks, and how far each webhook has come. */
export class DeliveryStore {
  readonly #models: Models;

  constructor(models: Models) {
    this.#models = models;
  }

  /** The positions of the webhooks that are known. */
  async cursors(): Promise<Map<string, number>> {
    const rows = await explained(this.#models.repository(CURSOR_TABLE).findMany());
    return new Map(rows.map(({ id, position }) => [String(id), Number(position)]));
  }

  /** A new webhook begins at a position; one that has begun goes on where it is. */
  async begin(webhook: string, position: number): Promise<void> {
    await insertOnce(this.#models, CURSOR_TABLE, { id: webhook, position });
  }

  /**
   * Make deliveries of the changes between two positions, unless another process has.
   *
   * @returns whether it did
   */
  async move(webhook: string, from: number, to: number, made: readonly NewDelivery[], now: number): Promise<boolean> {
    return this.#models.transaction(async (tx) => {
      const moved = await tx.repository(CURSOR_TABLE).update({ id: webhook, position: from }, { position: to });
      if (moved === 0) return false;
      await insertAll(tx, webhook, to, made, now);
      return true;
    });
  }

  /**
   * Take deliveries that are due, of each record the earliest only, for as long as {@link LEASE}.
   *
   * @param rooms - how many each webhook may have
   */
  async claim(rooms: ReadonlyMap<string, number>, most: number, now: number): Promise<Delivery[]> {
    if (rooms.size === 0 || most <= 0) return [];
    const left = new Map(rooms);
    const { rows } = await sql<{ id: string; webhook: string; attempts: number }>`
      select d.id as id, d.webhook as webhook, d.attempts as attempts from ${sql.table(DELIVERY_TABLE)} as d
      where d.state = 'pending' and d.next_at <= ${now} and d.webhook in (${sql.join([...rooms.keys()])})
        and not exists (select 1 from ${sql.table(DELIVERY_TABLE)} as e
          where e.webhook = d.webhook and e.record_key = d.record_key and e.state = 'pending' and e.position < d.position)
      order by d.next_at limit ${sql.lit(MOST_DUE)}`.execute(this.#models.kysely);
    const deliveries = this.#models.repository(DELIVERY_TABLE);
    const claimed: string[] = [];
    for (const { id, webhook, attempts: given } of rows) {
      const room = left.get(webhook) ?? 0;
      if (room === 0) continue;
      if (claimed.length === most) break;
      left.set(webhook, room - 1);
      const attempts = Number(given);
      const where = { id, attempts, state: 'pending', next_at: { lte: now } };
      if ((await deliveries.update(where, { attempts: attempts + 1, next_at: now + LEASE })) > 0) claimed.push(id);
    }
    if (claimed.length === 0) return [];
    return (await deliveries.findMany({ where: { id: { in: claimed } } })).map(toDelivery);
  }

  /** Say what came of an attempt, unless another process has begun the next one. */
  async end(
    { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
    result: Pick<Delivery, 'state' | 'nextAt' | 'status' | 'error'>,
  ): Promise<void> {
    const { state, nextAt, status = null, error = null } = result;
    const where = { id, attempts, state: 'pending' };
    await this.#models.repository(DELIVERY_TABLE).update(where, { state, next_at: nextAt, status, error });
  }

  /** How many wait and how many are dead, by webhook. */
  async counts(): Promise<Map<string, Readonly<Record<DeliveryState, number>>>> {
    const query = sql<{ webhook: string; state: DeliveryState; n: unknown }>`
      select webhook as webhook, state as state, count(*) as n from ${sql.table(DELIVERY_TABLE)} group by webhook, state`;
    const { rows } = await explained(query.execute(this.#models.kysely));
    const counts = new Map<string, Record<DeliveryState, number>>();
    for (const { webhook, state, n } of rows) {
      const of = counts.get(webhook) ?? { pending: 0, delivered: 0, dead: 0 };
      counts.set(webhook, { ...of, [state]: Number(n) });
    }
    return counts;
  }

  /** The dead ones, the last ones first. @param webhook - of this one */
  async dead(webhook: string | undefined, most: number): Promise<Delivery[]> {
    const where = { state: 'dead', ...(webhook !== undefined && { webhook }) };
    const orderBy = [['position', 'desc'] as const];
    const query = { where, orderBy, limit: most };
    return (await explained(this.#models.repository(DELIVERY_TABLE).findMany(query))).map(toDelivery);
  }

  /** Begin again with those that are dead, or with one that is dead or delivered. @returns how many */
  async resend(
    which: { readonly id: string } | { readonly webhook: string | undefined },
    now: number,
  ): Promise<number> {
    const where =
      'id' in which
        ? { id: which.id, state: { in: ['dead', 'delivered'] } }
        : { state: 'dead', ...(which.webhook !== undefined && { webhook: which.webhook }) };
    const again = { state: 'pending', attempts: 0, next_at: now };
    return explained(this.#models.repository(DELIVERY_TABLE).update(where, again));
  }

  /** Delete what has ended long ago. */
  async clean(now: number): Promise<void> {
    for (const [state, kept] of Object.entries(KEPT))
      await explained(this.#models.repository(DELIVERY_TABLE).delete({ state, next_at: { lt: now - kept } }));
  }
}

// --- internal ---

async function insertAll(
  tx: TransactionModels,
  webhook: string,
  position: number,
  made: readonly NewDelivery[],
  now: number,
): Promise<void> {
  const rows = made.map(({ key, type, occurredAt }) => ({
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    webhook,
    position,
    record_key: key,
    type,
    occurred_at: occurredAt,
    state: 'pending',
    attempts: 0,
    next_at: now,
  }));
  if (rows.length > 0) await tx.repository(DELIVERY_TABLE).insertRows?.(rows);
}

function toDelivery(row: Row): Delivery {
  return {
    id: String(row.id),
    webhook: String(row.webhook),
    position: Number(row.position),
    key: String(row.record_key),
    type: String(row.type),
    occurredAt: String(row.occurred_at),
    state: String(row.state) as DeliveryState,
    attempts: Number(row.attempts),
    nextAt: Number(row.next_at),
    status: row.status === null ? undefined : Number(row.status),
    error: row.error === null ? undefined : String(row.error),
  };
}

/** Say what is missing. */
function explained<T>(asked: Promise<T>): Promise<T> {
  return requireTable(asked, (cause) => {
    const hint = `npx rest-gen migration ${DELIVERY_TABLE}, then npx rest-gen migrate`;
    return new WebhookError(`Webhooks need the tables ${DELIVERY_TABLE} and ${CURSOR_TABLE}.`, hint, cause);
  });
}
