import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A template of the package, by file name in `templates/` without `.ejs`. */
export type Template = 'rest' | 'controller' | 'logic' | 'router' | 'model' | 'migration';

/**
 * Fill a template.
 *
 * @param values - checked names and finished pieces of code; templates write them as they are
 * @returns the text of the file, with one line feed at its end
 */
export async function render(template: Template, values: Readonly<Record<string, unknown>>): Promise<string> {
  const { default: ejs } = await import('ejs');
  const filename = fileURLToPath(new URL(`../templates/${template}.ejs`, import.meta.url));
  const source = (await readFile(filename, 'utf8')).replaceAll('\r\n', '\n');
  return `${ejs.render(source, { ...values }, { filename }).trim()}\n`;
}

/** Write text as a literal of JavaScript in single quotes. */
export function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
