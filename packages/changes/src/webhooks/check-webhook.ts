import type { CheckedWebhook, Webhook, WebhookAction } from './types.ts';
import { WebhookError } from './webhook-error.ts';

/** Check webhooks that are written in a file. @throws {WebhookError} `E_WEBHOOK` */
export function checkWebhooks(webhooks: unknown): CheckedWebhook[] {
  if (!Array.isArray(webhooks))
    throw new WebhookError('The webhooks are no list.', 'Export defineWebhooks([…]) from config/webhooks.');
  const names = new Set<string>();
  return webhooks.map((webhook: Webhook) => {
    const checked = checkWebhook(webhook);
    if (names.has(checked.name))
      throw new WebhookError(
        `Two webhooks have the name "${checked.name}".`,
        'Give each a name of its own: deliveries have it.',
      );
    names.add(checked.name);
    return checked;
  });
}

/** Check one. @throws {WebhookError} `E_WEBHOOK`, without the secret */
export function checkWebhook(webhook: Webhook): CheckedWebhook {
  const { name, resource, filter, url, secret, payload = 'thin', actions = ACTIONS, as, allowPrivate } = webhook ?? {};
  const refuse = (member: string, value: unknown, expected: string): never => {
    const which = typeof name === 'string' ? `The webhook "${name.slice(0, 60)}"` : 'A webhook';
    throw new WebhookError(`${which} has ${member} ${shown(value)}.`, `It has to be ${expected}.`);
  };
  if (typeof name !== 'string' || name === '' || name.length > 60)
    return refuse('the name', name, 'text of 1 to 60 characters');
  if (typeof resource !== 'string' || !/^[^?#\s]+$/.test(resource))
    return refuse('the resource', resource, "the name of a controller, 'issue', or a path without a query, '/issue'");
  if (payload !== 'thin' && payload !== 'full') return refuse('the payload', payload, "'thin' or 'full'");
  if (!Array.isArray(actions) || actions.some((action) => !ACTIONS.includes(action)))
    return refuse('the actions', actions, `a list of ${ACTIONS.join(', ')}`);
  const given = typeof secret === 'string' ? [secret] : secret;
  const secrets = Array.isArray(given) ? given.map(parseSecret) : [];
  if (secrets.length === 0 || secrets.includes(undefined))
    return refuse('a secret that is none:', undefined, '"whsec_" and 24 to 64 bytes in base64, or a list of such');
  const isHttp = allowPrivate === true ? /^https?:$/ : /^https:$/;
  const target = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (target === undefined || !isHttp.test(target.protocol))
    return refuse('the url', url, 'an address that begins with https://; http:// needs allowPrivate: true');
  if (as !== undefined && (typeof as !== 'object' || as === null))
    return refuse('the user', as, 'an object, as the option user of the router gives it');
  const path = resource.startsWith('/') ? resource : `/${resource}`;
  const query = writeFilter(filter);
  return {
    name,
    list: query === '' ? path : `${path}?${query}`,
    url: target,
    secrets: secrets as Buffer[],
    isFull: payload === 'full',
    actions: new Set(actions),
    user: as as object | undefined,
    allowPrivate: allowPrivate === true,
  };
}

// --- internal ---

const ACTIONS: readonly WebhookAction[] = ['created', 'updated', 'deleted'];

function parseSecret(secret: unknown): Buffer | undefined {
  const [, text] = /^whsec_([A-Za-z0-9+/]{1,100}={0,2})$/.exec(String(secret)) ?? [];
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined;
}

function writeFilter(filter: Webhook['filter']): string {
  if (filter === undefined) return '';
  if (typeof filter === 'string') return filter.replace(/^\?/, '');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  return query.toString();
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return (JSON.stringify(value) ?? String(value)).slice(0, 100);
}
