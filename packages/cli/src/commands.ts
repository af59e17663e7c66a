import type { Command } from './commands/command.ts';

/** Load a command by its word; what the others need stays unread. */
export async function loadCommand(word: string): Promise<Command | undefined> {
  return LOADERS.get(word)?.();
}

/** Load every command, in the order of the help. */
export async function loadCommands(): Promise<Command[]> {
  return Promise.all([...LOADERS.values()].map((load) => load()));
}

// --- internal ---

const LOADERS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['new', async () => (await import('./commands/new.ts')).newCommand],
  ['controller', async () => (await import('./commands/controller.ts')).controllerCommand],
  ['logic', async () => (await import('./commands/logic.ts')).logicCommand],
  ['migration', async () => (await import('./commands/migration.ts')).migrationCommand],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrateCommand],
  ['routes', async () => (await import('./commands/routes.ts')).routesCommand],
  ['explain', async () => (await import('./commands/explain.ts')).explainCommand],
  ['check', async () => (await import('./commands/check.ts')).checkCommand],
  ['openapi', async () => (await import('./commands/openapi.ts')).openApiCommand],
  ['bundle', async () => (await import('./commands/bundle.ts')).bundleCommand],
  ['destroy', async () => (await import('./commands/destroy.ts')).destroyCommand],
  ['eject', async () => (await import('./commands/eject.ts')).ejectCommand],
  ['completion', async () => (await import('./commands/completion.ts')).completionCommand],
]);

/** The first words of all commands. */
export const COMMAND_WORDS: readonly string[] = [...LOADERS.keys()];
