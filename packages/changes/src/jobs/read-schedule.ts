import { Cron } from 'croner';
import { JobError } from './job-error.ts';
import type { Job } from './types.ts';

/** The times of a job. */
export interface Schedule {
  /** The schedule as text: another one has other times. */
  readonly text: string;
  /** The first time after another one, in milliseconds. */
  next(after: number): number;
}

/** @throws {JobError} `E_JOB` for an expression that is not one, or has no time, and for an unknown time zone */
export function readSchedule(name: string, { schedule, timeZone = 'UTC' }: Job): Schedule {
  const text = `${schedule} ${timeZone}`;
  try {
    const cron = new Cron(schedule, { timezone: timeZone, paused: true, mode: '5-or-6-parts' });
    const next = (after: number): number | undefined => cron.nextRun(new Date(after))?.getTime();
    if (next(Date.now()) === undefined) throw new Error('it has no time in the future');
    return { text, next: (after) => next(after) ?? NEVER };
  } catch (error) {
    throw new JobError(
      `The job "${name}" has a schedule that cannot be read, "${text}": ${(error as Error).message}`,
      "Write a cron expression, and a time zone by its name: schedule: '0 3 * * *', timeZone: 'Europe/Berlin'.",
    );
  }
}

// --- internal ---

/** The last time that a Date holds. */
const NEVER = 8_640_000_000_000_000;
