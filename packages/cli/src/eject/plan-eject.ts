import { CliError } from '../errors.ts';
import { ownTemplate, ownVersion } from '../own-package.ts';
import { quote } from '../quote.ts';
import type { Template } from '../render.ts';
import { signatureOf, VALUES } from '../templates/values.ts';
import { TEMPLATES, templatePath } from './user-template.ts';

/** Every template, in the order of the report. */
export const EJECTABLE = Object.keys(VALUES) as readonly Template[];

/** A template to be copied into the project. */
export interface EjectedFile {
  readonly path: string;
  readonly contents: string;
}

/**
 * Plan the files of ejected templates, with what they share. Reads the templates of this package, and writes nothing.
 *
 * @param only - names with a comma between them; all by default
 * @throws {CliError} `E_USAGE` for a name that no template has
 */
export function planEject(only: string | undefined): EjectedFile[] {
  const files = readTemplateNames(only).map((template) => ({
    path: templatePath(template),
    contents: headOf(template) + toModule(ownTemplate(template)),
  }));
  const shared = { path: `${TEMPLATES}/kind.mjs`, contents: toModule(ownTemplate('kind')) };
  return files.some(({ contents }) => contents.includes("'./kind.mjs'")) ? [...files, shared] : files;
}

// --- internal ---

function readTemplateNames(only: string | undefined): readonly Template[] {
  if (only === undefined) return EJECTABLE;
  const names = only.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !(EJECTABLE as readonly string[]).includes(name));
  if (unknown === undefined && names.length > 0) return EJECTABLE.filter((template) => names.includes(template));
  const message = `There is no template ${quote(unknown ?? only)}.`;
  throw new CliError('E_USAGE', message, `Give --only some of ${EJECTABLE.join(', ')}, with commas between them.`);
}

/** The line by which a later version knows what the template was written for, and what its values are. */
function headOf(template: Template): string {
  const values = Object.entries<string>(VALUES[template]);
  const width = Math.max(...values.map(([name]) => name.length));
  return [
    `// rest-gen ${ownVersion()}, values: ${signatureOf(template)}`,
    '//',
    `// It is yours: it gives the lines of a file, and may use these values.`,
    ...values.map(([name, meaning]) => `//   ${name.padEnd(width)}  ${meaning}`),
    '',
    '',
  ].join('\n');
}

/** ES modules in every kind of project: `.mjs`. */
function toModule(text: string): string {
  const lines = text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');
  return lines.replaceAll(/(from '\.\/\w+)\.js'/g, "$1.mjs'");
}
