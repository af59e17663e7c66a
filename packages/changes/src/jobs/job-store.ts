import type { Models } from '@rest-gen/model';
import type { Row } from '@rest-gen/model/core';
import { insertOnce, requireTable } from '../worker/tables.ts';
import { JobError } from './job-error.ts';

/** The table of the jobs. */
export const JOB_TABLE = 'scheduled_job';

/** How a job stands. Times are milliseconds. */
export interface JobState {
  readonly id: string;
  readonly schedule: string;
  readonly nextAt: number;
  /** Until then a process has it; 0 for none. */
  readonly leasedUntil: number;
}

/** When jobs run next, and which of them are running. */
export class JobStore {
  readonly #models: () => Models;

  constructor(models: () => Models) {
    this.#models = models;
  }

  async find(id: string): Promise<JobState | undefined> {
    const row = await requireTable(this.#jobs.findOne({ where: { id } }), noTable);
    return row === undefined ? undefined : toState(row);
  }

  /** Add a job, unless another process has. */
  async add(id: string, schedule: string, nextAt: number): Promise<void> {
    await insertOnce(this.#models(), JOB_TABLE, { id, schedule, next_at: nextAt, leased_until: 0 });
  }

  /** A job has another schedule now. */
  async reschedule({ id, schedule }: JobState, to: string, nextAt: number): Promise<void> {
    await this.#jobs.update({ id, schedule }, { schedule: to, next_at: nextAt });
  }

  /** Take a job that no process has. @returns whether it is taken */
  async take({ id, nextAt, leasedUntil }: JobState, until: number): Promise<boolean> {
    const where = { id, next_at: nextAt, leased_until: leasedUntil };
    return (await this.#jobs.update(where, { leased_until: until })) > 0;
  }

  /** Keep a job for longer. @returns whether this process still has it */
  async extend(id: string, from: number, until: number): Promise<boolean> {
    return (await this.#jobs.update({ id, leased_until: from }, { leased_until: until })) > 0;
  }

  /** Give a job back, with what has become of it. */
  async release(id: string, from: number, changes: Row = {}): Promise<void> {
    await this.#jobs.update({ id, leased_until: from }, { ...changes, leased_until: 0 });
  }

  /** Say when a job that this process has runs next. It stays as it is where another process has changed the schedule meanwhile. */
  async plan({ id, schedule }: JobState, from: number, nextAt: number): Promise<void> {
    await this.#jobs.update({ id, schedule, leased_until: from }, { next_at: nextAt });
  }

  get #jobs() {
    return this.#models().repository(JOB_TABLE);
  }
}

// --- internal ---

function toState({ id, schedule, next_at, leased_until }: Row): JobState {
  return { id: String(id), schedule: String(schedule), nextAt: Number(next_at), leasedUntil: Number(leased_until) };
}

function noTable(cause: unknown): JobError {
  const hint = `npx rest-gen migration ${JOB_TABLE}, then npx rest-gen migrate`;
  return new JobError(`Jobs need the table ${JOB_TABLE}.`, hint, cause);
}
