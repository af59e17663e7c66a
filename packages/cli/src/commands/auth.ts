import { readFileSync } from 'node:fs';
import type { TableDescription } from '@rest-gen/model';
import type { Argv } from 'yargs';
import { CliError } from '../errors.ts';
import { type ComparedFile, comparePlanned } from '../files/compare-file.ts';
import { editApp } from '../files/edit-app.ts';
import { loadRelations } from '../inspect/inspect-project.ts';
import type { Io } from '../io.ts';
import { realPathInside } from '../paths.ts';
import { keptNotes, openedNotes, userTableNotes, userTypeNotes } from '../plan/auth-notes.ts';
import { codeOf, planAuth } from '../plan/plan-auth.ts';
import {
  changeExample,
  OAUTH_NAMES,
  oauthNotes,
  parseProviders,
  requireFree,
  requireIdentity,
} from '../plan/plan-oauth.ts';
import { listPolicies } from '../plan/policy-notes.ts';
import { relatedTables } from '../plan/related-tables.ts';
import { AUTH, findMigration } from '../plan/tables.ts';
import { findUserTable } from '../plan/user-table.ts';
import { lacksFile } from '../project/lacks-file.ts';
import { findModel } from '../project/load-model.ts';
import { findSource, openProject, type Project } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { type Arguments, type Context, examples, languageOf, ruleNotes, SOURCES, writeOutcome } from './command.ts';
import { withModels } from './types.ts';

const OAUTH = {
  type: 'string',
  requiresArg: true,
  describe: `Services that sign users in, of ${OAUTH_NAMES.join(',')}`,
} as const;
const { ts, js, force, diff } = SOURCES as Record<'ts' | 'js' | 'force' | 'diff', (typeof SOURCES)[string]>;

/** `rest-gen auth`: users, sessions, passwords and API tokens. */
export function builder(yargs: Argv): Argv {
  const { conflicts: _skip, ...overwrite } = force;
  return yargs.options({ oauth: OAUTH, ts, js, force: overwrite, diff } as never).epilogue(
    examples([
      ['$0 auth', 'Users, sessions, passwords and API tokens'],
      ['$0 auth --oauth github,google', 'Also sign in with GitHub and Google'],
    ]),
  );
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const providers = parseProviders(args.oauth as string | undefined);
  const project = openProject(cwd, languageOf(args));
  const isFirst = findMigration(project.migrations, AUTH) === undefined;
  if (isFirst) requireFree(project, ['token', 'attempt']);
  if (providers.length > 0) requireIdentity(project);
  const user = findUserTable(project, await findStored(project, io));
  requireKey(user?.key?.column);
  const relations = await findRelated(project, io);
  const request = { user, related: relations.tables, providers, now: io.now?.() ?? new Date() };
  const { files: planned, opened } = planAuth(project, request);
  const compared = comparePlanned(project, planned, args.force === true ? 'force' : 'skip').map(keepExisting);
  const app = changeApp(project);
  const example = changeExample(project, providers);
  const files = [...compared, ...(app?.file ? [app.file] : []), ...(example ? [example] : [])];
  const notes = [
    ...rootNotes(project.root, cwd),
    ...(isFirst && user ? userTableNotes(user) : []),
    ...openedNotes(opened),
    ...relations.notes,
    ...(args.force === true ? [] : keptNotes(compared)),
    ...ruleNotes(compared),
    ...appNotes(app?.missing),
    ...userTypeNotes(project),
    ...oauthNotes(project, user, providers),
    ...(project.dependencies.has('@rest-gen/auth') ? [] : ['Required to run it: npm install @rest-gen/auth']),
    'Next: npx rest-gen migrate, and let src/mail send mails before production.',
  ];
  return writeOutcome(files, args, { json: { command: 'auth', root: project.root, opened }, notes, paint });
}

// --- internal ---

/** @throws {CliError} `E_TABLE` */
function requireKey(column = 'id'): void {
  if (column === 'id') return;
  const message = `The primary key of the table user is ${column}, and @rest-gen/auth needs id.`;
  throw new CliError('E_TABLE', message, 'Rename the column with a migration. Nothing was written.');
}

/** The table `user` of the database, where it can be reached. */
async function findStored(project: Project, io: Io): Promise<TableDescription | undefined> {
  if (lacksFile(project, io)) return undefined;
  try {
    const tables = await withModels(project, findModel(project), (models) => models.tables());
    return tables.find(({ name }) => name.toLowerCase() === 'user');
  } catch {
    // What cannot be asked is read in the migrations.
    return undefined;
  }
}

/** Tables that relations lead to: they need a policy, too. */
async function findRelated(project: Project, io: Io): Promise<{ tables: string[]; notes: string[] }> {
  if (listPolicies(project).length > 0) return { tables: [], notes: [] };
  try {
    return { tables: relatedTables(await loadRelations(project, io)), notes: [] };
  } catch {
    const note = 'The relations could not be read. If the start ends with E_POLICY_TABLE: npx rest-gen policy <table>.';
    return { tables: [], notes: [note] };
  }
}

/** A file that differs belongs to the user; `--diff` shows what it lacks. */
function keepExisting(file: ComparedFile): ComparedFile {
  return file.status === 'skip' && file.reason === undefined ? { ...file, status: 'exists' } : file;
}

/** Change the file that creates the application; `undefined` if there is none. */
function changeApp(project: Project): { file: ComparedFile | undefined; missing: readonly string[] } | undefined {
  const { root, language } = project;
  const path = findSource(root, 'src/app', language);
  if (path === undefined) return undefined;
  const target = realPathInside(root, path);
  const before = readFileSync(target, 'utf8');
  const line = codeOf(project, path).load(['auth'], './auth');
  const { source, missing } = editApp(before, line);
  const file: ComparedFile =
    source === before
      ? { path, status: 'identical', target }
      : { path, status: 'update', before, after: source, target };
  return { file, missing };
}

function appNotes(missing: readonly string[] | undefined): string[] {
  if (missing === undefined) {
    return [
      'Add to your application: createRestRouter({ parts: [auth.part] }), and app.use(auth.authenticate) before it.',
    ];
  }
  return missing.length === 0 ? [] : [`Add to src/app:\n${missing.map((line) => `  ${line}`).join('\n')}`];
}
