import { setTimeout as pause } from 'node:timers/promises';
import { inspect, toUSVString } from 'node:util';
import type { Models } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import type { Reporter } from '../worker/reporter.ts';
import type { WorkerTask } from '../worker/worker.ts';
import { JobError } from './job-error.ts';
import type { JobState, JobStore } from './job-store.ts';
import type { Schedule } from './read-schedule.ts';
import type { Job } from './types.ts';

/** Longest wait between two looks at the table, in milliseconds. */
const LOOK = 60_000;

/** Characters of an error that are kept: databases refuse what is very long. */
const LONGEST_ERROR = 10_000;

/** What runs jobs. */
export interface JobServices {
  readonly router: Pick<RestRouter, 'request'>;
  /** The models, when the router is ready. */
  readonly models: () => Promise<Models>;
  readonly store: JobStore;
  readonly reporter: Reporter;
  readonly now: () => number;
  /** Milliseconds for which a process takes a job. */
  readonly lease: number;
}

/** Runs one job. */
export class JobRunner {
  readonly #name: string;
  readonly #job: Job;
  readonly #schedule: Schedule;
  readonly #services: JobServices;

  constructor(name: string, job: Job, schedule: Schedule, services: JobServices) {
    this.#name = name;
    this.#job = job;
    this.#schedule = schedule;
    this.#services = services;
  }

  get task(): WorkerTask {
    return { name: `job ${this.#name}`, run: (signal) => this.#runWhenDue(signal) };
  }

  /** Run now. @throws {JobError} `E_JOB` while another process runs it, and what the job throws */
  async run(signal: AbortSignal): Promise<void> {
    const { store, now } = this.#services;
    await this.#services.models();
    const state = await this.#state();
    const lease = { until: now() + this.#services.lease };
    if (state.leasedUntil > now() || !(await store.take(state, lease.until)))
      throw new JobError(`The job "${this.#name}" is running in another process.`, 'Try again when it has ended.');
    const failure = await this.#perform(new Date(now()), lease, signal);
    await store.release(this.#name, lease.until);
    if (failure !== undefined) throw failure.error;
  }

  /** @returns milliseconds until the next look */
  async #runWhenDue(signal: AbortSignal): Promise<number> {
    const { store, reporter, now } = this.#services;
    await this.#services.models();
    const state = await this.#state();
    const from = Math.max(state.nextAt, state.leasedUntil);
    if (from > now()) return Math.min(from - now(), LOOK);
    const lease = { until: now() + this.#services.lease };
    if (!(await store.take(state, lease.until))) return 1_000;
    const began = now();
    const failure = await this.#perform(new Date(state.nextAt), lease, signal);
    // What a closing worker has interrupted is still due.
    if (failure !== undefined && signal.aborted) {
      await store.release(this.#name, lease.until);
      return LOOK;
    }
    // Never the same time again, also when the clock has been set back.
    const nextAt = this.#schedule.next(Math.max(now(), state.nextAt));
    const error = failure === undefined ? null : textOf(failure.error);
    await store.plan(state, lease.until, nextAt);
    await store.release(this.#name, lease.until, { ran_at: new Date(began).toISOString(), error });
    reporter.say(error === null ? `job ${this.#name}: ${now() - began} ms` : `error: job ${this.#name}: ${error}`);
    return Math.min(nextAt - now(), LOOK);
  }

  /** How the job stands, by the schedule that it has now. */
  async #state(): Promise<JobState> {
    const { store, now } = this.#services;
    const { text } = this.#schedule;
    const found = await store.find(this.#name);
    if (found?.schedule === text) return found;
    const nextAt = this.#schedule.next(now());
    if (found === undefined) await store.add(this.#name, text, nextAt);
    else await store.reschedule(found, text, nextAt);
    return (await store.find(this.#name)) ?? { id: this.#name, schedule: text, nextAt, leasedUntil: 0 };
  }

  /** Run the job, and keep it meanwhile. @returns what it has thrown */
  async #perform(time: Date, lease: Lease, closing: AbortSignal): Promise<{ error: unknown } | undefined> {
    const { router, models } = this.#services;
    const ended = new AbortController();
    // Of this run alone: AbortSignal.any would keep what listens to it until the worker closes.
    const stopping = new AbortController();
    const { signal } = stopping;
    const stop = (): void => stopping.abort(closing.reason);
    if (closing.aborted) stop();
    closing.addEventListener('abort', stop);
    const { as: user } = this.#job;
    const keeping = this.#keep(lease, ended.signal, stopping);
    try {
      await this.#job.run({
        request: (method, url, options) => router.request(method, url, { user, signal, ...options }),
        models: (await models()).as(user),
        time,
        signal,
      });
      return undefined;
    } catch (error) {
      return { error };
    } finally {
      closing.removeEventListener('abort', stop);
      ended.abort();
      await keeping;
    }
  }

  async #keep(lease: Lease, ended: AbortSignal, stopping: AbortController): Promise<void> {
    const { store, now } = this.#services;
    for (;;) {
      await pause(this.#services.lease / 3, undefined, { signal: ended }).catch(() => undefined);
      if (ended.aborted) return;
      const until = now() + this.#services.lease;
      const isKept = await store.extend(this.#name, lease.until, until).catch(() => undefined);
      if (isKept === true) lease.until = until;
      else if (isKept === false || now() >= lease.until)
        return stopping.abort(new JobError(`The job "${this.#name}" may be running in another process.`));
    }
  }
}

// --- internal ---

/** Until when this process has the job. */
interface Lease {
  until: number;
}

/** What has failed, as every database holds it: without NUL and halves of characters. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? messageOf(error) : typeof error === 'string' ? error : inspect(error);
  return toUSVString(text.slice(0, LONGEST_ERROR)).replaceAll('\0', '\ufffd');
}

/** The message of an error, with where it comes from. */
function messageOf(error: Error): string {
  const { message, hint, stack = '' } = error as Error & { hint?: string };
  const frame = stack.split('\n').find((line) => /^ {4}at /.test(line) && !/node_modules|node:/.test(line));
  return [message, hint, frame?.trim()].filter(Boolean).join(' ');
}
