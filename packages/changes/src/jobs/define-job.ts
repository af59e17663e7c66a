import type { Job } from './types.ts';

/**
 * Declare a job, in a file of `src/job`.
 *
 * @example export default defineJob({ schedule: '0 3 * * *', run: async ({ request }) => { await request('DELETE', '/draft?age[gt]=30'); } });
 * @see docs/jobs.md
 */
export function defineJob(job: Job): Job {
  return job;
}
