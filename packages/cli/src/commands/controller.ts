import type { Argv } from 'yargs';
import { FIRST_FIELD } from '../arguments/field-types.ts';
import { parseFields } from '../arguments/parse-fields.ts';
import { parseNewName } from '../arguments/parse-name.ts';
import { parsePolicyOptions } from '../arguments/parse-policy.ts';
import { CliError } from '../errors.ts';
import { type ComparedFile, comparePlanned, leaveRoute } from '../files/compare-file.ts';
import { planController } from '../plan/plan-controller.ts';
import type { PolicyRequest } from '../plan/plan-policy.ts';
import { planTest } from '../plan/plan-test.ts';
import { requireSingular } from '../plan/plural-name.ts';
import { listPolicies, ownerNotes, policyColumnNotes, tablesWithoutPolicy } from '../plan/policy-notes.ts';
import { tableNotes } from '../plan/table-notes.ts';
import { openProject, type Project } from '../project/project.ts';
import { hasSqlite, SQLITE_DRIVER } from '../project/runtime.ts';
import { type Outcome, rootNotes } from '../report.ts';
import {
  type Arguments,
  type Context,
  examples,
  FIELDS,
  languageOf,
  onConflict,
  POLICY,
  ruleNotes,
  SOURCES,
  writeOutcome,
} from './command.ts';

/** `rest-gen controller <name> [field:type…] [-r]`: controller, logic, rule, and with models a migration. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('name', { type: 'string', describe: 'post, admin/post, v1/post' })
    .positional('field', FIELDS)
    .options({
      rest: { alias: 'r', type: 'boolean', describe: 'A REST controller on the base class src/controller/rest' },
      'no-route': { type: 'boolean', describe: 'Print the rule instead of adding it to src/config/router' },
      'soft-delete': {
        type: 'boolean',
        describe: 'DELETE keeps records, the action restore brings them back; requires -r',
      },
      policy: { type: 'boolean', describe: 'Write the policy of the table, too: everyone reads, users write' },
      ...POLICY,
      ...SOURCES,
    })
    .epilogue(
      examples([
        ["$0 controller post 'title:string!' body:text -r", 'A resource with its fields'],
        [
          "$0 controller comment 'post_id:references!' body:text -r --policy",
          'With a foreign key, and a policy: everyone reads, users write',
        ],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, paint }: Context): Promise<Outcome> {
  const name = parseNewName(String(args.name));
  const texts = args.field as readonly string[];
  const rest = args.rest === true;
  const fields = texts.length === 0 && rest ? [FIRST_FIELD] : parseFields(texts);
  const policy = policyOf(args, rest);
  const project = openProject(cwd, languageOf(args));
  requireSingular(project, name, rest);
  const request = { name, fields, rest, policy, softDelete: wantsSoftDelete(args, rest) };
  const planned = planController(project, { ...request, now: io.now?.() ?? new Date() });
  const tests = planTest(project, { ...request, now: new Date() });
  const compared = comparePlanned(project, [...planned, ...tests], onConflict(args));
  const files = args['no-route'] ? compared.map(leaveRoute) : compared;

  const hasMigration = planned.some(({ template }) => template === 'migration');
  const notes = [
    ...rootNotes(project.root, cwd),
    ...firstFieldNotes(files, texts.length === 0 && rest),
    ...(hasMigration ? tableNotes(project, name.table, fields) : []),
    ...(policy ? [...policyColumnNotes(project, name.table, policy, fields), ...ownerNotes(policy, fields)] : []),
    ...(rest ? policyNotes(project, name.table, policy !== undefined) : []),
    ...ruleNotes(files),
    ...missingNotes(missingSteps(project, rest)),
  ];
  return writeOutcome(files, args, {
    json: { command: 'controller', name: name.path, root: project.root },
    notes,
    paint,
  });
}

// --- internal ---

/** `--owner` and `--tenant` imply `--policy`. */
function policyOf(args: Arguments, rest: boolean): PolicyRequest | undefined {
  const request = parsePolicyOptions(args);
  if (args.policy !== true && request.owner === undefined && request.tenant === undefined) return undefined;
  if (rest) return request;
  throw new CliError('E_USAGE', 'A policy is about a table: --policy requires -r.', 'See rest-gen controller --help.');
}

function wantsSoftDelete(args: Arguments, rest: boolean): boolean {
  const softDelete = args['soft-delete'] === true;
  if (!softDelete || rest) return softDelete;
  throw new CliError(
    'E_USAGE',
    'Only records are deleted: --soft-delete requires -r.',
    'See rest-gen controller --help.',
  );
}

/** If one table has a policy, all tables need one. */
function policyNotes(project: Project, table: string, isWritten: boolean): string[] {
  const known = listPolicies(project);
  if (!isWritten) {
    const isMissing = known.length > 0 && !known.includes(table);
    return isMissing ? [`The table ${table} needs a policy, as others have one: npx rest-gen policy ${table}`] : [];
  }
  const others = tablesWithoutPolicy(project).filter((other) => other !== table);
  if (others.length === 0) return [];
  return [`These tables need a policy, too: ${others.join(', ')}. See npx rest-gen policy --help.`];
}

function firstFieldNotes(files: readonly ComparedFile[], isFirst: boolean): string[] {
  const logic = files.find(({ path }) => path.startsWith('src/logic/'));
  if (!isFirst || logic?.status !== 'create') return [];
  return [`No fields were given, so the resource has one: title:string!. Change it in ${logic.path}.`];
}

function missingNotes(steps: readonly string[]): string[] {
  return steps.length > 0 ? [`Required to run it:\n${steps.map((step) => `- ${step}`).join('\n')}`] : [];
}

/**
 * List what a project needs to run the generated files, as steps for the user.
 *
 * @param rest - the controller extends the base class, which works on a model; a new model file is for SQLite
 */
function missingSteps(project: Project, rest: boolean): string[] {
  const has = (name: string) => project.dependencies.has(name);
  const isTs = project.language === 'ts';
  const hasModel = has('@rest-gen/model') || project.modelFile !== undefined;
  const packages = [
    'express',
    '@rest-gen/router',
    '@rest-gen/logic',
    ...(rest && !hasModel ? ['@rest-gen/model'] : []),
  ];
  const tools = isTs ? ['typescript', '@types/node', '@types/express'] : [];
  const needed = packages.filter((name) => !has(name));
  const neededTools = tools.filter((name) => !has(name));
  return [
    ...(needed.length > 0 ? [`npm install ${needed.join(' ')}`] : []),
    // The line above would be too long for a terminal.
    ...(rest && !hasModel && !hasSqlite(process.versions.node) ? [`npm install ${SQLITE_DRIVER[0]}`] : []),
    ...(neededTools.length > 0 ? [`npm install --save-dev ${neededTools.join(' ')}`] : []),
  ];
}
