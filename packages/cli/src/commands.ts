import type { Command } from './commands/command.ts';
import { wrap } from './text.ts';

/** The parts of a command that the help needs before it is loaded. */
export interface CommandEntry {
  /** The command and its arguments: `controller <name> [field..]`. */
  readonly usage: string;
  readonly summary: string;
  /** The heading above it in the help. */
  readonly group: string;
  /** Load its options and its code. */
  load(): Promise<Command>;
}

/** Every command by its name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  new: entry('Start', 'new <dir>', 'Create a project and install its packages', () => import('./commands/new.ts')),
  controller: entry(
    'Write',
    'controller <name> [field..]',
    'Create a controller with its logic and its rule',
    () => import('./commands/controller.ts'),
  ),
  action: entry(
    'Write',
    'action <name> <action> [field..]',
    'Add an action of your own to a controller, for POST',
    () => import('./commands/action.ts'),
  ),
  logic: entry(
    'Write',
    'logic [name] [field..]',
    'Create only the logic of a controller',
    () => import('./commands/logic.ts'),
  ),
  auth: entry(
    'Write',
    'auth',
    'Sign users in: users, sessions, passwords and API tokens',
    () => import('./commands/auth.ts'),
  ),
  policy: entry(
    'Write',
    'policy <name>',
    'Create the policy of a table: who may do what',
    () => import('./commands/policy.ts'),
  ),
  destroy: entry(
    'Write',
    'destroy <what> <name>',
    'Delete a controller, its logic, policy, tests and rule',
    () => import('./commands/destroy.ts'),
  ),
  eject: entry(
    'Write',
    'eject',
    'Copy the templates into the project to change them',
    () => import('./commands/eject.ts'),
  ),
  migration: entry(
    'Database',
    'migration <name> [field..]',
    'Create a migration',
    () => import('./commands/migration.ts'),
  ),
  migrate: entry('Database', 'migrate [table..]', 'Apply pending migrations', () => import('./commands/migrate.ts')),
  types: entry(
    'Database',
    'types',
    'Write the types of the tables to src/tables.d.ts',
    () => import('./commands/types.ts'),
  ),
  seed: entry('Database', 'seed', 'Run the files in seeds, which add records', () => import('./commands/seed.ts')),
  routes: entry(
    'Inspect',
    'routes [path]',
    'List rules with their controllers, methods and files',
    () => import('./commands/routes.ts'),
  ),
  explain: entry(
    'Inspect',
    'explain [method] <url>',
    'Show which rule a request matches, and why others do not',
    () => import('./commands/explain.ts'),
  ),
  check: entry(
    'Inspect',
    'check',
    'Find mistakes in rules, controllers, logics and policies',
    () => import('./commands/check.ts'),
  ),
  openapi: entry(
    'Publish',
    'openapi',
    'Write the OpenAPI document, or find breaking changes',
    () => import('./commands/openapi.ts'),
  ),
  client: entry('Publish', 'client', 'Write a typed client of the service', () => import('./commands/client.ts')),
  mcp: entry(
    'Publish',
    'mcp',
    'Show how agents connect to the service, or serve one over stdio',
    () => import('./commands/mcp.ts'),
  ),
  bundle: entry(
    'Publish',
    'bundle',
    'Write src/modules with static imports, for bundlers',
    () => import('./commands/bundle.ts'),
  ),
  work: entry('Run', 'work', 'Send webhooks, run jobs, and delete old changes', () => import('./commands/work.ts')),
  webhooks: entry(
    'Run',
    'webhooks [what] [name]',
    'List webhooks, or send deliveries again',
    () => import('./commands/webhooks.ts'),
  ),
};

/** What `rest-gen --help` says of the completion, which yargs adds. */
export const COMPLETION = 'Print the completion script for bash, zsh or fish';

/**
 * Format the commands under the headings of their groups, one in a line where the terminal has 80 columns.
 *
 * @param columns - width of the terminal, in characters
 */
export function commandsText(columns: number): string {
  const all = [...Object.entries(COMMANDS), ['completion', { group: 'Shell', summary: COMPLETION }] as const];
  const indent = Math.max(...all.map(([name]) => name.length)) + 4;
  const groups = new Map<string, string[]>();
  for (const [name, { group, summary }] of all) {
    const lines = wrap(summary, columns - indent).join(`\n${' '.repeat(indent)}`);
    groups.set(group, [...(groups.get(group) ?? []), `  ${name.padEnd(indent - 2)}${lines}`]);
  }
  return [...groups].map(([group, lines]) => [`${group}:`, ...lines].join('\n')).join('\n\n');
}

// --- internal ---

function entry(group: string, usage: string, summary: string, load: CommandEntry['load']): CommandEntry {
  return { group, usage, summary, load };
}
