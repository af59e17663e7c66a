import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A template, by its file name in `templates/`. */
export type Template = 'rest' | 'controller' | 'logic' | 'router' | 'model' | 'migration' | 'test';

/**
 * Fill a template: the project's own where it has one, else the one that comes along.
 *
 * @param values - checked names and finished pieces of code, which templates write as they are
 * @param root - absolute path of the project
 * @returns the text of the file, with one line feed at its end
 * @throws {CliError} `E_TEMPLATE` when the project's own cannot be used
 */
export async function render(
  template: Template,
  values: Readonly<Record<string, unknown>>,
  root?: string,
): Promise<string> {
  const lines = root === undefined ? undefined : await fillOwn(root, template, values);
  return `${(lines ?? (await TEMPLATES[template]())(values as never)).join('\n')}\n`;
}

/** Write text as a literal of JavaScript in single quotes. */
export function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

// --- internal ---

/** Most projects have no templates: what reads them is loaded where there are some. */
async function fillOwn(
  root: string,
  template: Template,
  values: Readonly<Record<string, unknown>>,
): Promise<string[] | undefined> {
  if (!existsSync(join(root, '.rest-gen/templates'))) return undefined;
  return (await import('./eject/user-template.ts')).fillUserTemplate(root, template, values);
}

/** Each takes values of its own; who plans a file says which they are. Loaded when needed: most files of a project are there already. */
const TEMPLATES: Readonly<Record<Template, () => Promise<(values: never) => string[]>>> = {
  rest: async () => (await import('./templates/rest.ts')).rest,
  controller: async () => (await import('./templates/controller.ts')).controller,
  logic: async () => (await import('./templates/logic.ts')).logic,
  router: async () => (await import('./templates/router.ts')).router,
  model: async () => (await import('./templates/model.ts')).model,
  migration: async () => (await import('./templates/migration.ts')).migration,
  test: async () => (await import('./templates/test.ts')).test,
};
