import { createWriteStream } from 'node:fs';
import type { ModelProvider, RestRouter } from '@rest-gen/router';
import type { Host } from './host.ts';

/** What `rest-gen webhooks` asks for. */
export type WebhookQuestion =
  | { readonly what: 'list' }
  | { readonly what: 'dead'; readonly name?: string | undefined }
  | { readonly what: 'resend'; readonly id: string }
  | { readonly what: 'resend'; readonly name: string | undefined };

/** A webhook and its deliveries, as `openDeliveries` gives it. */
export interface ShownWebhook {
  readonly name: string;
  readonly list?: string;
  readonly to?: string;
  readonly pending: number;
  readonly dead: number;
  readonly problem?: string;
}

/** A dead delivery. */
export interface ShownDelivery {
  readonly id: string;
  readonly webhook: string;
  readonly key: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly attempts: number;
  readonly status?: number;
  readonly error?: string;
}

export interface WebhookReply {
  readonly webhooks?: readonly ShownWebhook[];
  readonly dead?: readonly ShownDelivery[];
  readonly resent?: number;
}

/** What a worker does: all until it is stopped; what is due; or one job. */
export interface WorkInput {
  readonly once?: boolean | undefined;
  readonly job?: string | undefined;
}

/** Run the worker until stdin ends or a signal comes, or as the input says; its lines go to the stdout of the command line. */
export async function work({ once = false, job }: WorkInput, host: Host): Promise<object> {
  const { changes, router, webhooks } = await open(host);
  const jobs = Object.fromEntries(await host.settings<object>('job'));
  const output = createWriteStream('', { fd: OUTPUT_FD });
  const log = (line: string): void => void output.write(`${line}\n`);
  const worker = changes.createWorker(router, { webhooks, jobs, log });
  const stopped = new Promise<unknown>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, resolve);
    // The command line has ended, whatever ended it.
    process.stdin.resume().once('end', resolve);
  });
  if (job !== undefined || once) {
    void stopped.then(() => worker.close());
    await (job === undefined ? worker.once() : worker.run(job));
  } else {
    await worker.start();
    log(`working: ${countOf(webhooks, jobs)}`);
    await stopped;
    log('stopping: what is being sent is finished');
    await worker.close();
  }
  await new Promise<void>((resolve) => void output.end(resolve));
  return {};
}

/** Say how webhooks stand, or send deliveries again. */
export async function askWebhooks(question: WebhookQuestion, host: Host): Promise<WebhookReply> {
  const { changes, router, webhooks } = await open(host);
  const deliveries = changes.openDeliveries(router, webhooks);
  if (question.what === 'list') return { webhooks: await deliveries.webhooks() };
  if (question.what === 'dead') return { dead: await deliveries.dead(question.name) };
  return { resent: await deliveries.resend('id' in question ? { id: question.id } : { webhook: question.name }) };
}

// --- internal ---

/** The stdout of the command line: see run-child.ts. */
const OUTPUT_FD = 5;

type Webhooks = readonly object[] | ((models: ModelProvider) => Promise<readonly object[]>);

/** By name. */
type Jobs = Readonly<Record<string, object | undefined>>;

/** What is used of `@rest-gen/changes`. */
interface Changes {
  createWorker(
    router: RestRouter,
    options: { webhooks: Webhooks; jobs: Jobs; log: (line: string) => void },
  ): { start(): Promise<void>; once(): Promise<void>; run(job: string): Promise<void>; close(): Promise<void> };
  openDeliveries(
    router: RestRouter,
    webhooks: Webhooks,
  ): {
    webhooks(): Promise<ShownWebhook[]>;
    dead(webhook?: string): Promise<ShownDelivery[]>;
    resend(which: { id: string } | { webhook: string | undefined }): Promise<number>;
  };
}

async function open(host: Host): Promise<{ changes: Changes; router: RestRouter; webhooks: Webhooks }> {
  const changes = await host.load<Changes>('@rest-gen/changes');
  const router = await host.router();
  return { changes, router, webhooks: (await host.setting<Webhooks>('config/webhooks')) ?? [] };
}

function countOf(webhooks: Webhooks, jobs: Jobs): string {
  const count = (what: string, n: number): string[] => (n === 0 ? [] : [`${n} ${what}${n === 1 ? '' : 's'}`]);
  const hooks = typeof webhooks === 'function' ? ['the webhooks of a function'] : count('webhook', webhooks.length);
  return [...hooks, ...count('job', Object.keys(jobs).length)].join(', ') || 'changes';
}
