import type { ChangeLog } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import type { ListRead } from '../list/narrow-models.ts';
import { type ListAddress, ListRefused, requestList } from '../list/read-rows.ts';
import { Feed } from '../stream/feed.ts';
import { isCompared } from '../stream/follow.ts';
import { checkReach } from '../stream/open-list.ts';
import type { CheckedWebhook } from './types.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * Open the list of a webhook.
 *
 * @throws {WebhookError} `E_WEBHOOK` for a list whose changes cannot be told
 */
export async function findList(
  router: Pick<RestRouter, 'request'>,
  log: ChangeLog,
  { name, list, user }: Pick<CheckedWebhook, 'name' | 'list' | 'user'>,
): Promise<Feed> {
  const address: ListAddress = { url: list, user, headers: {} };
  const { answeredBy, rows } = await probe(router, log, address, name);
  if (answeredBy === undefined || rows === undefined)
    throw new WebhookError(
      `The webhook "${name}" follows GET ${list}, which is no list with static changes.`,
      'Write static changes = true in its class, and createChanges() into the option parts of the router.',
    );
  const tables = await log.tables();
  const source = tables.find(({ table }) => table === answeredBy.table);
  if (isCompared(rows.reach)) {
    const why = [...(rows.reach.hasClock ? ['the time'] : []), ...rows.reach.tables].join(', ');
    throw new WebhookError(
      `The webhook "${name}" follows GET ${list}, which also depends on: ${why}.`,
      "A webhook follows one table: leave include, filters by other tables and their fields out (filter: 'fields=id,title'), or name another user as.",
    );
  }
  if (source === undefined)
    throw new WebhookError(
      `The webhook "${name}" follows the table "${answeredBy.table}", whose changes are not recorded.`,
      `Write t.changes({ keep: '7 days' }) for "${answeredBy.table}" in a migration.`,
    );
  try {
    checkReach(rows.reach, source, tables);
  } catch (error) {
    throw new WebhookError(`The webhook "${name}": ${(error as Error).message}`, undefined, error);
  }
  return new Feed(router, log, { ...address, ...answeredBy, pageSize: 1 });
}

/** Say that the list of a webhook is refused. */
export function explainRefusal(name: string, list: string, { answer }: ListRefused): WebhookError {
  const { status, body } = answer;
  const { code, detail } = (body ?? {}) as { code?: unknown; detail?: unknown };
  const said = [status, code, detail].filter((part) => part !== undefined).join(' ');
  return new WebhookError(
    `The webhook "${name}" follows GET ${list}, which is answered: ${said}`,
    'Its resource and filter are those of a list, which the user as may read.',
  );
}

// --- internal ---

/** Ask for the list without reading any of it. */
async function probe(
  router: Pick<RestRouter, 'request'>,
  log: ChangeLog,
  address: ListAddress,
  name: string,
): Promise<ListRead> {
  try {
    return (await requestList(router, log, address, { kind: 'keys', keys: [] })).read;
  } catch (error) {
    throw error instanceof ListRefused ? explainRefusal(name, address.url, error) : error;
  }
}
