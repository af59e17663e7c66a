import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { readAction } from '../arguments/read-action.ts';
import { readFields } from '../arguments/read-fields.ts';
import { readName } from '../arguments/read-name.ts';
import { comparePlanned, leaveRoute } from '../files/compare-file.ts';
import { planAction, planActionRule } from '../plan/plan-action.ts';
import { readPolicyRequest } from '../plan/plan-policy.ts';
import { planTest } from '../plan/plan-test.ts';
import { readColumns } from '../plan/read-columns.ts';
import { findSource, readProject } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { type Arguments, type Context, FIELDS, onConflict, ruleNotes, SOURCES, writeOutcome } from './command.ts';

const { ts: _ts, js: _js, ...ON_CONFLICT } = SOURCES;

/** `rest-gen action <name> <action> [field:type…]`: the method, its logic, its rule and a test. */
export function builder(yargs: Argv): Argv {
  return yargs
    .positional('name', { type: 'string', describe: 'Name of the controller: issue, v1/issue' })
    .positional('action', { type: 'string', describe: 'What it does: archive' })
    .positional('field', FIELDS)
    .options({
      'no-route': { type: 'boolean', describe: 'Print the rule instead of adding it to src/config/router' },
      ...ON_CONFLICT,
    })
    .example([
      ['$0 action issue archive', 'POST /issue/1/archive, without a body'],
      ["$0 action issue archive 'reason:string!'", 'With a field in the body'],
    ]);
}

export async function run(args: Arguments, { cwd, paint }: Context): Promise<Outcome> {
  const name = readName(String(args.name));
  const action = readAction(String(args.action));
  const fields = readFields(args.field as readonly string[]);
  const project = readProject(cwd);
  const request = { name, action, fields };
  const edits = planAction(project, request);
  const policyFile = findSource(project.root, `src/policy/${name.table}`, project.language);
  const policy =
    policyFile === undefined ? undefined : readPolicyRequest(readFileSync(join(project.root, policyFile), 'utf8'));
  const compared = comparePlanned(
    project,
    [
      planActionRule(project, request),
      ...planTest(project, {
        name,
        fields: readColumns(project, name.table) ?? [],
        rest: true,
        policy,
        now: new Date(0),
        action: { name: action, fields },
      }),
    ],
    onConflict(args),
  );
  const files = [...edits, ...(args['no-route'] ? compared.map(leaveRoute) : compared)];
  const notes = [...rootNotes(project.root, cwd), ...ruleNotes(files)];
  const json = { command: 'action', name: name.path, action, root: project.root };
  return writeOutcome(files, args, { json, notes, paint });
}
