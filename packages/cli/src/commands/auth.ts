import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { type ComparedFile, comparePlanned } from '../files/compare-file.ts';
import { editApp } from '../files/edit-app.ts';
import { realPathInside } from '../paths.ts';
import { planAuth } from '../plan/plan-auth.ts';
import { importPath } from '../plan/plan-controller.ts';
import { isCreated } from '../plan/table-notes.ts';
import { findModel } from '../project/load-model.ts';
import { findSource, openProject, type Project } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { type Arguments, type Context, languageOf, ruleNotes, SOURCES, writeOutcome } from './command.ts';
import { withModels } from './types.ts';

const { ts, js, diff } = SOURCES as Record<'ts' | 'js' | 'diff', (typeof SOURCES)[string]>;

/** `rest-gen auth`: users, sessions, passwords and API tokens. */
export function builder(yargs: Argv): Argv {
  return yargs.options({ ts, js, diff } as never).example([
    ['$0 auth', 'Users, sessions, passwords and API tokens'],
    ['$0 auth --dry-run', 'Only show what would be written'],
  ]);
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd, languageOf(args));
  const columns = await userColumns(project);
  const { files: planned, opened, added } = planAuth(project, columns, io.now?.() ?? new Date());
  const compared = comparePlanned(project, planned);
  const app = changeApp(project);
  const files = [...compared, ...(app?.file ? [app.file] : [])];
  const kept = compared.filter(({ path, status }) => status === 'exists' && OWN.test(path)).map(({ path }) => path);
  const notes = [
    ...rootNotes(project.root, cwd),
    ...(added === undefined ? [] : [userNote(added)]),
    ...(opened.length > 0 ? [openedNote(opened)] : []),
    ...(kept.length > 0 ? [keptNote(kept)] : []),
    ...ruleNotes(compared),
    ...appNotes(app?.missing),
    ...(project.dependencies.has('@rest-gen/auth') ? [] : ['Required to run it: npm install @rest-gen/auth']),
    'Next: npx rest-gen migrate, and let src/mail send mails before production.',
  ];
  return writeOutcome(files, args, { json: { command: 'auth', root: project.root, opened }, notes, paint });
}

// --- internal ---

const OWN = /^src\/(?:controller|logic|policy)\/(?:user|session|password|token)\.|^src\/auth\./;

/** The columns of the table `user`; `undefined` without one. The database is asked, else the migrations. */
async function userColumns(project: Project): Promise<readonly string[] | undefined> {
  try {
    const tables = await withModels(project, findModel(project), (models) => models.tables());
    const table = tables.find(({ name }) => name.toLowerCase() === 'user');
    if (table) return [...table.columns.keys()];
  } catch {
    // What cannot be asked is read in the migrations.
  }
  if (!isCreated(project, 'user')) return undefined;
  return ['email', 'name', 'password', 'verified_at'].filter((column) => namesColumn(project, column));
}

function namesColumn({ root, migrations }: Project, column: string): boolean {
  const named = new RegExp(`\\bt\\.\\w+\\((['"\`])${column}\\1`);
  return migrations
    .filter((file) => /_user\b|_user\./.test(file))
    .some((file) => named.test(readFileSync(join(root, 'migrations', file), 'utf8')));
}

/** Change the file that creates the application; `undefined` if there is none. */
function changeApp(project: Project): { file: ComparedFile | undefined; missing: readonly string[] } | undefined {
  const { root, language, modules } = project;
  const path = findSource(root, 'src/app', language);
  if (path === undefined) return undefined;
  const target = realPathInside(root, path);
  const before = readFileSync(target, 'utf8');
  const module = importPath(project, 'src', findSource(root, 'src/auth', language) ?? `src/auth.${language}`);
  const esm = language === 'ts' || modules === 'esm';
  const line = esm ? `import { auth } from '${module}';` : `const { auth } = require('${module}');`;
  const { source, missing } = editApp(before, line);
  const file: ComparedFile =
    source === before
      ? { path, status: 'identical', target }
      : { path, status: 'update', before, after: source, target };
  return { file, missing };
}

function userNote(added: readonly string[]): string {
  if (added.length === 0) return 'The table user has all columns that signing in needs.';
  const hint = ' Its users set a password with POST /password, which verifies their address.';
  return `The table user exists: it gets the columns ${added.join(', ')}.${hint}`;
}

function openedNote(tables: readonly string[]): string {
  return `With policies, every table needs one. These stay open to everyone, as they were: ${tables.join(', ')}. Change src/policy.`;
}

function keptNote(paths: readonly string[]): string {
  return `These are yours and were not changed: ${paths.join(', ')}. docs/authentication.md shows what they need.`;
}

function appNotes(missing: readonly string[] | undefined): string[] {
  if (missing === undefined) {
    return [
      'Add to your application: createRestRouter({ parts: [auth.part] }), and app.use(auth.authenticate) before it.',
    ];
  }
  return missing.length === 0 ? [] : [`Add to src/app:\n${missing.join('\n')}`];
}
