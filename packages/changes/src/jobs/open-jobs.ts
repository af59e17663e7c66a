import type { Models } from '@rest-gen/model';
import type { RestRouter } from '@rest-gen/router';
import { serviceOf } from '@rest-gen/router/part';
import type { Reporter } from '../worker/reporter.ts';
import type { WorkerTask } from '../worker/worker.ts';
import { JobError } from './job-error.ts';
import { JobRunner } from './job-runner.ts';
import { JobStore } from './job-store.ts';
import { readSchedule } from './read-schedule.ts';
import type { Job, Jobs } from './types.ts';

/** The jobs of a worker. */
export interface OpenJobs {
  readonly tasks: readonly WorkerTask[];
  /** Run one now. */
  run(name: string, signal: AbortSignal): Promise<void>;
}

/** @throws {JobError} `E_JOB` for a job that is written wrong */
export function openJobs(
  router: RestRouter,
  jobs: Jobs,
  reporter: Reporter,
  now: () => number,
  lease: number = LEASE,
): OpenJobs {
  let models: Models | undefined;
  const services = {
    router,
    models: async () => {
      models ??= await modelsOf(router);
      return models;
    },
    store: new JobStore(() => models as Models),
    reporter,
    now,
    lease,
  };
  const runners = new Map(
    Object.entries(jobs).map(([name, job]) => {
      checkJob(name, job);
      return [name, new JobRunner(name, job, readSchedule(name, job), services)];
    }),
  );
  return {
    tasks: [...runners.values()].map(({ task }) => task),
    run: async (name, signal) => {
      const runner = runners.get(name);
      if (runner === undefined) {
        const names = [...runners.keys()].join(', ') || 'none';
        throw new JobError(`There is no job "${name}".`, `There are: ${names}.`);
      }
      await runner.run(signal);
    },
  };
}

// --- internal ---

/** Milliseconds for which a process takes a job; it takes it again before they end. After a crash, another process begins when they have ended. */
const LEASE = 60_000;

/** Characters of the key of a job. */
const LONGEST_NAME = 100;

function checkJob(name: string, job: Job | undefined): void {
  if (name.length > LONGEST_NAME)
    throw new JobError(`The job "${name}" has a name of more than ${LONGEST_NAME} characters.`);
  if (typeof job?.schedule === 'string' && typeof job.run === 'function') return;
  throw new JobError(
    `The job "${name}" has no schedule or no run.`,
    "Write export default defineJob({ schedule: '0 3 * * *', run: async () => {} }).",
  );
}

async function modelsOf(router: RestRouter): Promise<Models> {
  await router.ready;
  const { model } = serviceOf(router).project;
  if (model !== undefined && 'as' in model) return model as Models;
  throw new JobError(
    'Jobs need the models of createModels.',
    'Export createModels(…) of @rest-gen/model from config/model.',
  );
}
