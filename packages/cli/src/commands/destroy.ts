import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ComparedFile } from '../compare.ts';
import { planDestroy } from '../destroy/plan-destroy.ts';
import { entryAt } from '../entry.ts';
import { CliError, EXIT } from '../errors.ts';
import { untilUnchanged } from '../lock.ts';
import { forgetFiles, readManifest } from '../manifest/manifest.ts';
import { type ControllerName, readName } from '../name.ts';
import { type Project, readProject } from '../project.ts';
import { quote } from '../quote.ts';
import type { Arguments } from '../read-arguments.ts';
import { fileLines, fileObjects, type Outcome, rootNotes } from '../report.ts';
import { findCreation } from '../tables.ts';
import { type Change, writeFiles } from '../write.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen destroy controller <name>`: the way back from `rest-gen controller <name>`. */
export const destroyCommand: Command = {
  usage: 'destroy <what> <name>',
  summary: 'Remove a controller, its logic, its tests and its rule',
  positionals: {
    what: { describe: 'controller', values: ['controller'] },
    name: { describe: 'post, admin/post, v1/post', values: 'controllers' },
  },
  options: {
    force: { type: 'boolean', describe: 'Also files that were changed since they were generated' },
  },
  examples: [
    ['destroy controller post', 'What was generated and is unchanged'],
    ['destroy controller v1/post --dry-run', 'Only say what would be removed'],
    ['destroy controller post --force', 'What was changed, too'],
  ],
  run: (args, context) => untilUnchanged(() => run(args, context)),
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  if (args.what !== 'controller') {
    const message = `There is nothing to destroy that is called ${quote(String(args.what))}.`;
    throw new CliError('E_USAGE', message, 'Write rest-gen destroy controller <name>.');
  }
  const name = readName(String(args.name));
  const cwd = resolve(io.cwd, String(args.cwd ?? '.'));
  const project = readProject(cwd);
  const files = await planDestroy(project, name, readManifest(project.root), args.force === true);
  if (files.length === 0) {
    const message = `There is no controller ${name.path} in ${project.root}, no logic and no rule of it.`;
    throw new CliError('E_NO_CONTROLLER', message, 'Its name is its path below src/controller: v1/post.');
  }
  const isDry = args['dry-run'] === true;
  const changes = removalsOf(project, files);
  if (!isDry) await writeFiles(project.root, changes);
  return {
    exitCode: EXIT.done,
    text: fileLines(files, paint),
    json: {
      command: 'destroy',
      name: name.path,
      root: project.root,
      dryRun: isDry,
      written: !isDry && changes.length > 0,
      files: fileObjects(files),
    },
    notes: [
      ...rootNotes(project.root, cwd),
      ...notesOf(project, name, files),
      ...(isDry ? ['Nothing was removed.'] : []),
    ],
  };
}

/** Directories that become empty go too, but not the four that every project has. */
function removalsOf({ root }: Project, files: readonly ComparedFile[]): Change[] {
  const removed = files.filter(({ status }) => status === 'remove');
  const changes = removed.map(({ path, target, before, after }): Change => {
    if (after !== undefined) return { target, after, ...(before !== undefined && { before }) };
    const depth = path.split('/').length - (path.startsWith('src/') ? 3 : 2);
    return { target, ...(before !== undefined && { before }), keep: resolve(target, ...Array(depth + 1).fill('..')) };
  });
  const gone = removed.filter(({ after }) => after === undefined).map(({ path }) => path);
  return [...changes, ...forgetFiles(root, gone)];
}

function notesOf(project: Project, name: ControllerName, files: readonly ComparedFile[]): string[] {
  const changed = files.filter(({ status, path }) => status === 'changed' && path !== project.routerFile);
  const router = files.find(({ status, path }) => status === 'changed' && path === project.routerFile);
  const migration = findCreation(project.migrations, name.table);
  return [
    ...(changed.length > 0
      ? [`Changed since they were generated, and still there: ${paths(changed)}. --force removes them too.`]
      : []),
    ...(router ? [`${router.path} may have a rule of ${name.path} that is not the generated one: remove it.`] : []),
    ...(router === undefined && hasOtherRule(project, name, files)
      ? [`${project.routerFile} has another rule that leads to ${name.path}: remove it, or the start fails.`]
      : []),
    ...(migration === undefined ? [] : [migrationNote(migration, name.table)]),
  ];
}

/** Whether a target of the rules that are left names the controller: `'comment?postId=:1&id=:2'`, `'/comment'`. */
function hasOtherRule({ root, routerFile }: Project, name: ControllerName, files: readonly ComparedFile[]): boolean {
  if (routerFile === undefined) return false;
  const edited = files.find(({ path }) => path === routerFile)?.after;
  if (edited === undefined && !entryAt(join(root, routerFile))?.isFile()) return false;
  const target = new RegExp(`(['"\`])/?${name.path}(?:\\?[^'"\`]*)?\\1`);
  return target.test(edited ?? readFileSync(join(root, routerFile), 'utf8'));
}

function paths(files: readonly ComparedFile[]): string {
  return files.map(({ path }) => path).join(', ');
}

/** Whether it was applied, and where, only the databases know: what was applied has to stay. */
function migrationNote(migration: string, table: string): string {
  return [
    `migrations/${migration} stays, and the table ${table} with its records.`,
    `Where it is applied (npx rest-gen migrate --status), write one that drops the table: npx rest-gen migration drop_${table}`,
    `with this step: await schema.dropTable('${table}');`,
    'Where it never was, in no database, remove the file.',
  ].join('\n');
}
