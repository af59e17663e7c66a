import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { FIRST_FIELD, type Field } from '../arguments/field-types.ts';
import { type ControllerName, parseName, tableOf } from '../arguments/parse-name.ts';
import { CliError } from '../errors.ts';
import { type ComparedFile, comparePlanned } from '../files/compare-file.ts';
import { removeRule, ruleText } from '../files/router-file.ts';
import { realPathInside, statPath } from '../paths.ts';
import { parseResource } from '../plan/parse-resource.ts';
import { planController, routeRules } from '../plan/plan-controller.ts';
import { findPolicyRequest } from '../plan/plan-policy.ts';
import { planTest } from '../plan/plan-test.ts';
import { requireSingular } from '../plan/plural-name.ts';
import { findCreation } from '../plan/tables.ts';
import { listControllers } from '../project/list-controllers.ts';
import { openProject, type Project } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { type Arguments, type Context, examples, writeOutcome } from './command.ts';

/** `rest-gen destroy controller <name>`: the reverse of `rest-gen controller <name>`. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('what', { type: 'string', choices: ['controller'], describe: 'What to delete' })
    .positional('name', { type: 'string', describe: 'post, admin/post, v1/post' })
    .options({ force: { type: 'boolean', describe: 'Delete files that were changed, too' } })
    .epilogue(
      examples([
        ['$0 destroy controller post --dry-run', 'Only show what would be deleted'],
        ['$0 destroy controller post', 'Delete generated files that are unchanged'],
      ]),
    );
}

export async function run(args: Arguments, { cwd, paint }: Context): Promise<Outcome> {
  const name = parseName(String(args.name));
  const project = openProject(cwd);
  requireSingular(project, name, false);
  const actions = actionsOf(project, name);
  const sources = await planRemovals(project, name, actions, args.force === true);
  const isRemoved = sources.some(({ path, status }) => path.startsWith('src/controller/') && status === 'remove');
  const rule = planRule(project, name, isRemoved ? actions : []);
  if (isRemoved && rule.isNamed) throw stillNamed(project, name);
  const files = [...sources, ...rule.files];
  if (files.length === 0) {
    const message = `There is no controller ${name.path} in ${project.root}, and no logic or rule of that name.`;
    const fix = 'The name of a controller is its path below src/controller: v1/post.';
    throw new CliError('E_NO_CONTROLLER', message, fix);
  }
  const changed = sources.flatMap(({ status, path }) => (status === 'changed' ? [path] : []));
  const migration = findCreation(project.migrations, name.table);
  const notes = [
    ...rootNotes(project.root, cwd),
    ...(changed.length > 0
      ? [`Not deleted, because they were changed: ${changed.join(', ')}. --force deletes them.`]
      : []),
    ...rule.notes,
    ...(migration === undefined ? [] : [migrationNote(migration, name.table)]),
  ];
  return writeOutcome(files, args, { json: { command: 'destroy', name: name.path, root: project.root }, notes, paint });
}

// --- internal ---

const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];

/**
 * `remove` for files that are what would be generated now, `changed` for the others. Base class, models and migrations
 * stay. Directories that become empty are deleted too.
 */
async function planRemovals(
  project: Project,
  name: ControllerName,
  actions: readonly string[],
  force: boolean,
): Promise<ComparedFile[]> {
  const identical = await findIdentical(project, name);
  const stems = [
    ['src/controller', name.path],
    ['src/logic', name.path],
    ...(isShared(project, name) ? [] : [['src/policy', name.table] as const]),
    ['test', `${name.path}.test`],
    ...actions.map((action) => ['test', `${name.path}-${action}.test`] as const),
  ] as const;
  return stems.flatMap(([directory, stem]) => {
    const paths = EXTENSIONS.map((extension) => `${directory}/${stem}.${extension}`);
    const present = paths.filter((path) => statPath(join(project.root, path))?.isFile());
    return present.map((path): ComparedFile => {
      const target = realPathInside(project.root, path);
      if (!force && !identical.has(path)) return { path, status: 'changed', reason: 'was changed', target };
      // An empty src/policy would look like a project with policies.
      const keep = realPathInside(project.root, directory === 'src/policy' ? 'src' : directory);
      return { path, status: 'remove', before: readFileSync(target, 'utf8'), target, keep };
    });
  });
}

/**
 * The files that are what `rest-gen controller` would write now, with the fields of the migration or without fields.
 */
async function findIdentical(project: Project, name: ControllerName): Promise<Set<string>> {
  const fields: (readonly Field[])[] = [parseResource(project, name) ?? [], [FIRST_FIELD], []];
  const identical = new Set<string>();
  const policy = findPolicyRequest(project, name.table);
  const kinds = [
    { rest: true, policy },
    { rest: true, policy, softDelete: true },
    { rest: true, policy: undefined, softDelete: true },
    { rest: true, policy: undefined },
    { rest: false, policy: undefined },
  ];
  for (const kind of kinds) {
    for (const given of fields) {
      const request = { name, fields: given, ...kind, now: new Date(0) };
      const planned = [...planController(project, request), ...planTest(project, request)];
      const own = planned.filter(({ policy }) => policy === 'own');
      for (const { path, status } of comparePlanned(project, own)) if (status === 'identical') identical.add(path);
    }
  }
  return identical;
}

/** Whether another controller has the same table, and so the same policy. */
function isShared({ root }: Project, name: ControllerName): boolean {
  return listControllers(root).some((other) => other !== name.path && tableOf(other) === name.table);
}

/** The actions that rules name as `rest-gen action` writes them: `archive` of `issue#archive`. */
function actionsOf({ root, routerFile }: Project, { path }: ControllerName): string[] {
  const file = routerFile && join(root, routerFile);
  if (!file || !statPath(file)?.isFile()) return [];
  return [...readFileSync(file, 'utf8').matchAll(new RegExp(`['"]${path}#(\\w+)['"]`, 'g'))].map(
    ([, name = '']) => name,
  );
}

/** A start refuses a rule whose controller does not exist. */
function stillNamed({ routerFile }: Project, { path }: ControllerName): CliError {
  return new CliError(
    'E_CONFLICT',
    `${routerFile} has another rule with the controller ${path}. Nothing was deleted.`,
    'Remove that rule first: without its controller the server does not start.',
  );
}

/** What is removed of `config/router`, and whether another rule names the controller. */
interface RuleRemoval {
  readonly files: ComparedFile[];
  readonly notes: string[];
  readonly isNamed?: boolean;
}

/** Plan the removal of the rules: that of the controller, and those of its actions. */
function planRule({ root, routerFile }: Project, name: ControllerName, actions: readonly string[]): RuleRemoval {
  if (routerFile === undefined) return { files: [], notes: [] };
  const target = realPathInside(root, routerFile);
  const changed = (reason: string) => ({
    files: [{ path: routerFile, status: 'changed' as const, reason, target }],
    notes: [`${routerFile} may have a rule of ${name.path} that was changed: remove it.`],
  });
  if (!statPath(target)?.isFile()) return changed('is not a file');
  const before = readFileSync(target, 'utf8');
  let after = before;
  const rules: string[] = [];
  const ofActions = actions.map((one) => ({ pattern: `/${name.path}/:id/${one}`, to: `${name.path}#${one}` }));
  for (const generated of [...ofActions, ...routeRules(name, true)]) {
    const removed = removeRule(after, generated);
    if (removed === 'other') return changed(`look for a rule of ${name.path}`);
    if (removed === 'absent') continue;
    after = removed.source;
    rules.push(ruleText(generated));
  }
  // Another rule can name the controller in its target: `'comment?postId=:1&id=:2'`, `'/comment'`.
  const isNamed = new RegExp(`(['"\`])/?${name.path}(?:[?#][^'"\`]*)?\\1`).test(after);
  return {
    files:
      rules.length === 0 ? [] : [{ path: routerFile, status: 'remove', rule: rules.join(', '), before, after, target }],
    notes: [],
    isNamed,
  };
}

function migrationNote(migration: string, table: string): string {
  return [
    `The migration migrations/${migration} and the table ${table} stay.`,
    `To drop the table: npx rest-gen migration drop_${table}, with the step`,
    `  await schema.dropTable('${table}');`,
    'If the migration was never applied to any database, delete the file instead.',
  ].join('\n');
}
