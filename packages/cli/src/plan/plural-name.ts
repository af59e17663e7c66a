import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ControllerName, tableOf } from '../arguments/parse-name.ts';
import { CliError } from '../errors.ts';
import { statPath } from '../paths.ts';
import { listControllers } from '../project/list-controllers.ts';
import { findSource, type Project } from '../project/project.ts';
import { quote } from '../text.ts';
import { listPolicies } from './policy-notes.ts';
import { isCreated } from './table-notes.ts';
import { createdTables } from './tables.ts';

/**
 * Refuse a plural where the singular is meant: `posts` where the project has `post`, and a new table `posts`, which no
 * field `post_id:references` would find. A plural that the project uses is its name.
 *
 * @param isTable - the name is that of a new table, too
 * @throws {CliError} `E_NAME`
 */
export function requireSingular(project: Project, name: ControllerName, isTable: boolean): void {
  if (isKnown(project, name)) return;
  const known = knownSingular(name.path, listControllers(project.root));
  const meant = known ?? (isTable ? tableSingular(project, name) : undefined);
  if (meant === undefined) return;
  const reason = `${tableOf(meant)}_id:references means a table ${tableOf(meant)}`;
  const message =
    known === undefined
      ? `The name ${quote(name.path)} is a plural: ${reason}.`
      : `There is no controller ${name.path}, but there is one named ${known}.`;
  const rule = `['/${name.path}/:id?', 'rest']`;
  throw new CliError(
    'E_NAME',
    message,
    `Did you mean ${meant}? If ${name.path} is meant, write its rule first: ${rule}.`,
  );
}

/** The name that a plural is of: `v1/category` of `v1/categories`. */
export function knownSingular(plural: string, names: readonly string[]): string | undefined {
  return candidates(plural).find((one) => names.includes(one));
}

// --- internal ---

/** Words that end like a plural, and are none or have no singular that a table is named after. */
const NO_PLURAL =
  /(?:ss|us|is|as|settings?|analytics|statistics|credentials)$|(?:^|[/_-])(?:chaos|cosmos|news|series|species|sales|goods|lens|means|https|dns|sms|gps|tls|cors|aws|ios|os|docs|earnings|savings|logistics)$/;

/** Endings of the plural and of its singular; the first that matches counts. */
const ENDINGS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/(mov|cook|zomb|pix)ies$/, '$1ie'],
  [/ies$/, 'y'],
  [/zzes$/, 'z'],
  [/(sho|cach|nich|[aeo]us)es$/, '$1e'],
  [/(ss|sh|ch|x|us|o)es$/, '$1'],
  [/s$/, ''],
];

/** A singular that a table of the project has, or the likely one. */
function tableSingular(project: Project, { path }: ControllerName): string | undefined {
  const tables = [...createdTables(project.migrations), ...listPolicies(project)];
  const [likely] = NO_PLURAL.test(path) ? [] : candidates(path);
  return candidates(path).find((one) => tables.includes(tableOf(one))) ?? likely;
}

/** What a word in the plural may be of, the likely one first. */
function candidates(word: string): string[] {
  if (!/[a-z]{3}s$/.test(word)) return [];
  const [ending, singular] = ENDINGS.find(([plural]) => plural.test(word)) as (typeof ENDINGS)[number];
  return [...new Set([word.replace(ending, singular), word.slice(0, -1), word.replace(/e?s$/, '')])];
}

/** Whether a file, a migration or a rule of the project has this name. */
function isKnown(project: Project, { path, table }: ControllerName): boolean {
  const files = ['src/controller', 'src/logic'].map((directory) => `${directory}/${path}`);
  if (files.some((stem) => findSource(project.root, stem, project.language) !== undefined)) return true;
  if (isCreated(project, table) || listPolicies(project).includes(table)) return true;
  const file = join(project.root, project.routerFile ?? '');
  const rules = statPath(file)?.isFile() ? readFileSync(file, 'utf8') : '';
  return new RegExp(`(?<![\\w-])${path}(?![\\w-])`).test(rules);
}
