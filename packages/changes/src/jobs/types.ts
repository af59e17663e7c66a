import type { RestrictedModels } from '@rest-gen/model';
import type { CurrentUser } from '@rest-gen/model/core';
import type { RestRouter } from '@rest-gen/router';

/**
 * Work that is done at certain times.
 *
 * @see docs/jobs.md
 */
export interface Job {
  /** When it runs, as a cron expression of five fields, or six with seconds: `'0 3 * * *'`. */
  readonly schedule: string;
  /** The time zone of the schedule. Default `'UTC'`. */
  readonly timeZone?: string;
  /** The user whom its requests and models have, with the members that the policies use. Default: nobody. */
  readonly as?: Partial<CurrentUser>;
  /** Rejects for a failure: the job runs again at its next time. */
  run(context: JobContext): Promise<unknown>;
}

/**
 * What a job works with.
 *
 * @see docs/jobs.md
 */
export interface JobContext {
  /** `router.request` as the user of the job, with its signal. */
  readonly request: RestRouter['request'];
  /** `models.as(user)` for the user of the job. */
  readonly models: RestrictedModels;
  /** When this run was due; the time it began, for `worker.run`. */
  readonly time: Date;
  /** Aborts when the worker closes, and when another process may have taken the job. */
  readonly signal: AbortSignal;
}

/** Jobs by name. */
export type Jobs = Readonly<Record<string, Job>>;
