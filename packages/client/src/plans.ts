import type { OpenResource, Plan } from './plan-types.ts';
import { type Answer, type Outgoing, type Rerouted, send } from './send.ts';
import { withoutTag } from './tag.ts';
import type { CallOptions, ClientOptions } from './types.ts';
import { writeBody } from './write-body.ts';

/**
 * Create the writes of a resource as plans: each has the arguments of the write, and resolves to a {@link Plan}.
 *
 * @param open - opens the resource with other options
 * @see docs/client.md#plans
 */
export function planWrites(open: OpenResource, options: ClientOptions): object {
  const writes = open(options);
  // Methods of own actions cannot be replaced: the target is not the resource itself.
  return new Proxy(
    {},
    {
      get: (_, method) =>
        method in writes ? (...args: unknown[]) => plan(open, options, String(method), args) : undefined,
    },
  );
}

// --- internal ---

/** The call of the write, sent to the plans; its commit is the same call again. */
async function plan(
  open: OpenResource,
  options: ClientOptions,
  method: string,
  args: readonly unknown[],
): Promise<Plan<unknown>> {
  const { plans = '/plan' } = options;
  const run = async (via: Required<Rerouted>['via']) => {
    let sent: Promise<Answer> | undefined;
    const rerouted: Rerouted = { ...options, via: (request) => (sent = via(request)) };
    const resource = open(rerouted) as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
    const result = await resource[method]?.(...args);
    if (sent === undefined) throw new TypeError(`${method}() is no write.`);
    // `delete` takes some errors for its success.
    return { result, answer: await sent };
  };
  const { answer } = await run((request) => send(asPlan(request, plans), options));
  const { before, after, changes, token, expires_at: expiresAt } = answer.body as Stored;
  const commit = async ({ signal, headers }: CallOptions = {}): Promise<unknown> => {
    const path = `${plans}/${token}`;
    const { result } = await run((request) => {
      const { outside } = splitHeaders(request);
      // Sent again, it has the same answer.
      const kept = { method: 'POST', path, isRepeatable: true, as: request.as };
      return send({ ...kept, signal, headers: { ...outside, ...headers } }, options);
    });
    return result;
  };
  return { before, after, changes, token, expiresAt, commit };
}

/** What `POST /plan` answers. */
interface Stored extends Pick<Plan<unknown>, 'before' | 'after' | 'changes' | 'token'> {
  readonly expires_at: string;
}

function asPlan(request: Outgoing, path: string): Outgoing {
  const { method, path: url, body, signal } = request;
  if (typeof (writeBody(body).body ?? '') !== 'string') throw new TypeError('A write with a file cannot be planned.');
  const { inside, outside } = splitHeaders(request);
  const planned = { method, url, body: withoutTag(body), headers: inside };
  return { method: 'POST', path, body: planned, isRepeatable: true, signal, headers: outside };
}

/** Header fields of the write are part of the plan; others are those of a request. */
const INSIDE: ReadonlySet<string> = new Set(['if-match', 'if-none-match', 'prefer', 'content-type', 'accept-language']);

function splitHeaders({ headers = {} }: Outgoing): Record<'inside' | 'outside', Record<string, string>> {
  const inside: Record<string, string> = {};
  const outside: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    // A plan is committed once, without a key.
    if (lower !== 'idempotency-key') (INSIDE.has(lower) ? inside : outside)[lower] = value;
  }
  return { inside, outside };
}
