import type { MigrateOptions, MigrationState, Models } from '@rest-gen/model';

/** A line of the result. */
export interface Step {
  readonly status: MigrationState['state'] | 'reverted';
  readonly name: string;
  /** ISO 8601, in UTC; with `--status` only. */
  readonly appliedAt?: string;
}

/** What a task has done. */
export interface Done {
  readonly steps: Step[];
  /** The database whose tables were dropped. */
  readonly database?: string | undefined;
}

type Task = (models: Models, options: MigrateOptions) => Promise<Done>;

/** The methods of the models, with what they return as lines. */
export const TASKS: Readonly<Record<'migrate' | 'migrationStatus' | 'migrateDown' | 'migrateFresh', Task>> = {
  migrate: async (models, options) => ({ steps: (await models.migrate(options)).applied.map(appliedStep) }),
  migrationStatus: async (models) => ({
    steps: (await models.migrationStatus()).map(({ name, state, appliedAt }) => ({
      status: state,
      name,
      ...(appliedAt && { appliedAt: appliedAt.toISOString() }),
    })),
  }),
  migrateDown: async (models, options) => {
    const { reverted } = await models.migrateDown(options);
    return { steps: reverted === undefined ? [] : [{ status: 'reverted', name: reverted }] };
  },
  migrateFresh: async (models, options) => {
    const { applied, database } = await models.migrateFresh(options);
    return { steps: applied.map(appliedStep), database };
  },
};

export function appliedStep(name: string): Step {
  return { status: 'applied', name };
}
