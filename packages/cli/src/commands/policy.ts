import { nearest } from '@rest-gen/logic/common';
import type { Argv } from 'yargs';
import { parseName } from '../arguments/parse-name.ts';
import { parsePolicyOptions } from '../arguments/parse-policy.ts';
import { CliError } from '../errors.ts';
import { comparePlanned } from '../files/compare-file.ts';
import type { Io } from '../io.ts';
import { planPolicy } from '../plan/plan-policy.ts';
import { knownSingular } from '../plan/plural-name.ts';
import { anonymousTestNotes, namedTables, policyColumnNotes, tablesWithoutPolicy } from '../plan/policy-notes.ts';
import { shownSecrets } from '../plan/secret-fields.ts';
import { isCreated } from '../plan/table-notes.ts';
import { lacksFile } from '../project/lacks-file.ts';
import { findModel } from '../project/load-model.ts';
import { openProject, type Project } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { quote } from '../text.ts';
import {
  type Arguments,
  type Context,
  examples,
  languageOf,
  onConflict,
  POLICY,
  SOURCES,
  writeOutcome,
} from './command.ts';
import { withModels } from './types.ts';

/** `rest-gen policy <name>`: who may do what with a table. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('name', { type: 'string', describe: 'Name of the table, or of its controller: post, v1/post' })
    .options({
      ...POLICY,
      all: { type: 'boolean', describe: 'Open the other tables of controllers to everyone' },
      ...SOURCES,
    })
    .epilogue(
      examples([
        ['$0 policy post --owner author_id', 'Everyone reads, users write their own records'],
        ['$0 policy tag --all', 'Everyone reads, users write; the other tables stay open to everyone'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const { table } = parseName(String(args.name));
  const options = parsePolicyOptions(args);
  const project = openProject(cwd, languageOf(args));
  const request = { ...options, secrets: shownSecrets(project, table) };
  if (args.force !== true) await requireTable(project, table, io);
  const others = tablesWithoutPolicy(project).filter((other) => other !== table);
  const opened = args.all === true ? others : [];
  const planned = [
    ...planPolicy(project, table, request),
    ...opened.flatMap((other) => planPolicy(project, other, { open: true, secrets: shownSecrets(project, other) })),
  ];
  const files = comparePlanned(project, planned, onConflict(args));
  const notes = [
    ...rootNotes(project.root, cwd),
    ...policyColumnNotes(project, table, request),
    ...anonymousTestNotes(project, table),
    ...(opened.length < others.length ? [withoutPolicy(others)] : []),
    ...(project.dependencies.has('@rest-gen/router') ? [] : ['Required to run it: npm install @rest-gen/router']),
  ];
  return writeOutcome(files, args, { json: { command: 'policy', name: table, root: project.root }, notes, paint });
}

// --- internal ---

/**
 * A policy without a table stops the start. The database is asked about a table that no source names; where it cannot
 * be, a name is refused if it looks like a typo.
 *
 * @throws {CliError} `E_TABLE`
 */
async function requireTable(project: Project, table: string, io: Io): Promise<void> {
  const named = namedTables(project);
  const is = (name: string) => name.toLowerCase() === table.toLowerCase();
  if (named.some(is) || isCreated(project, table)) return;
  const stored = lacksFile(project, io) ? [] : await storedTables(project);
  if (stored?.some(is)) return;
  const known = [...named, ...(stored ?? [])];
  const meant = knownSingular(table, known) ?? nearest(table, known);
  if (stored === undefined && meant === undefined) return;
  const fix = 'To write a policy before its table: --force.';
  throw new CliError(
    'E_TABLE',
    `There is no table ${quote(table)}.`,
    meant === undefined ? fix : `Did you mean ${meant}? ${fix}`,
  );
}

async function storedTables(project: Project): Promise<string[] | undefined> {
  try {
    const tables = await withModels(project, findModel(project), (models) => models.tables());
    return tables.map(({ name }) => name);
  } catch {
    return undefined;
  }
}

function withoutPolicy(tables: readonly string[]): string {
  return [
    `As soon as one table has a policy, requests reach no table without one. These have none: ${tables.join(', ')}.`,
    'Write a policy for each; or open them to everyone, as they are now, with --all.',
  ].join(' ');
}
