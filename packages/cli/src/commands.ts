import type { Command } from './commands/command.ts';

/** What the help says about a command before it is loaded. */
export interface CommandEntry {
  /** The command and its arguments: `controller <name> [field..]`. */
  readonly usage: string;
  readonly summary: string;
  /** Load its options and its code. */
  load(): Promise<Command>;
}

/** Every command by its name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  new: {
    usage: 'new <dir>',
    summary: 'Create a project and install its packages',
    load: () => import('./commands/new.ts'),
  },
  controller: {
    usage: 'controller <name> [field..]',
    summary: 'Create a controller with its logic and its rule',
    load: () => import('./commands/controller.ts'),
  },
  logic: {
    usage: 'logic <name> [field..]',
    summary: 'Create only the logic of a controller',
    load: () => import('./commands/logic.ts'),
  },
  migration: {
    usage: 'migration <name> [field..]',
    summary: 'Create a migration',
    load: () => import('./commands/migration.ts'),
  },
  migrate: { usage: 'migrate', summary: 'Apply pending migrations', load: () => import('./commands/migrate.ts') },
  routes: {
    usage: 'routes [path]',
    summary: 'List rules with their controllers, methods and files',
    load: () => import('./commands/routes.ts'),
  },
  explain: {
    usage: 'explain [method] <url>',
    summary: 'Show which rule a request matches, and why others do not',
    load: () => import('./commands/explain.ts'),
  },
  check: {
    usage: 'check',
    summary: 'Find mistakes in rules, controllers and logics',
    load: () => import('./commands/check.ts'),
  },
  openapi: {
    usage: 'openapi',
    summary: 'Write the OpenAPI document, or find breaking changes',
    load: () => import('./commands/openapi.ts'),
  },
  bundle: {
    usage: 'bundle',
    summary: 'Write src/modules with static imports, for bundlers',
    load: () => import('./commands/bundle.ts'),
  },
  destroy: {
    usage: 'destroy <what> <name>',
    summary: 'Delete a controller, its logic, its tests and its rule',
    load: () => import('./commands/destroy.ts'),
  },
  eject: {
    usage: 'eject',
    summary: 'Copy the templates into the project to change them',
    load: () => import('./commands/eject.ts'),
  },
};
