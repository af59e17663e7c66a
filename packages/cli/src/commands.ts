import type { Command } from './commands/command.ts';

/** The parts of a command that the help needs before it is loaded. */
export interface CommandEntry {
  /** The command and its arguments: `controller <name> [field..]`. */
  readonly usage: string;
  readonly summary: string;
  /** Load its options and its code. */
  load(): Promise<Command>;
}

/** Every command by its name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  new: entry('new <dir>', 'Create a project and install its packages', () => import('./commands/new.ts')),
  controller: entry(
    'controller <name> [field..]',
    'Create a controller with its logic and its rule',
    () => import('./commands/controller.ts'),
  ),
  action: entry(
    'action <name> <action> [field..]',
    'Add an action of your own to a controller, for POST',
    () => import('./commands/action.ts'),
  ),
  logic: entry('logic <name> [field..]', 'Create only the logic of a controller', () => import('./commands/logic.ts')),
  auth: entry('auth', 'Sign users in: users, sessions, passwords and API tokens', () => import('./commands/auth.ts')),
  policy: entry('policy <name>', 'Create the policy of a table: who may do what', () => import('./commands/policy.ts')),
  migration: entry('migration <name> [field..]', 'Create a migration', () => import('./commands/migration.ts')),
  migrate: entry('migrate [table..]', 'Apply pending migrations', () => import('./commands/migrate.ts')),
  types: entry('types', 'Write the types of the tables to src/tables.d.ts', () => import('./commands/types.ts')),
  seed: entry('seed', 'Run the files in seeds, which add records', () => import('./commands/seed.ts')),
  routes: entry(
    'routes [path]',
    'List rules with their controllers, methods and files',
    () => import('./commands/routes.ts'),
  ),
  explain: entry(
    'explain [method] <url>',
    'Show which rule a request matches, and why others do not',
    () => import('./commands/explain.ts'),
  ),
  check: entry(
    'check',
    'Find mistakes in rules, controllers, logics and policies',
    () => import('./commands/check.ts'),
  ),
  openapi: entry(
    'openapi',
    'Write the OpenAPI document, or find breaking changes',
    () => import('./commands/openapi.ts'),
  ),
  client: entry('client', 'Write a typed client of the service', () => import('./commands/client.ts')),
  bundle: entry('bundle', 'Write src/modules with static imports, for bundlers', () => import('./commands/bundle.ts')),
  destroy: entry(
    'destroy <what> <name>',
    'Delete a controller, its logic, policy, tests and rule',
    () => import('./commands/destroy.ts'),
  ),
  eject: entry('eject', 'Copy the templates into the project to change them', () => import('./commands/eject.ts')),
};

// --- internal ---

function entry(usage: string, summary: string, load: CommandEntry['load']): CommandEntry {
  return { usage, summary, load };
}
