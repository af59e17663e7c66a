import type { Argv } from 'yargs';
import { parseFields } from '../arguments/parse-fields.ts';
import { parseName } from '../arguments/parse-name.ts';
import { isPrototypeName } from '../arguments/reserved.ts';
import { CliError } from '../errors.ts';
import { comparePlanned, leaveRoute } from '../files/compare-file.ts';
import { parseResource } from '../plan/parse-resource.ts';
import { planAction, planActionRule } from '../plan/plan-action.ts';
import { findPolicyRequest } from '../plan/plan-policy.ts';
import { planTest } from '../plan/plan-test.ts';
import { requireSingular } from '../plan/plural-name.ts';
import { openProject } from '../project/project.ts';
import { type Outcome, rootNotes } from '../report.ts';
import { quote } from '../text.ts';
import {
  type Arguments,
  type Context,
  examples,
  FIELDS,
  onConflict,
  ruleNotes,
  SOURCES,
  writeOutcome,
} from './command.ts';

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
    .epilogue(
      examples([
        ['$0 action post archive', 'POST /post/1/archive, without a body'],
        ["$0 action post close 'reason:string!'", 'With a field in the body'],
      ]),
    );
}

export async function run(args: Arguments, { cwd, paint }: Context): Promise<Outcome> {
  const name = parseName(String(args.name));
  const action = parseAction(String(args.action));
  const fields = parseFields(args.field as readonly string[]);
  const project = openProject(cwd);
  requireSingular(project, name, false);
  const request = { name, action, fields };
  const edits = planAction(project, request);
  const compared = comparePlanned(
    project,
    [
      planActionRule(project, request),
      ...planTest(project, {
        name,
        fields: parseResource(project, name) ?? [],
        rest: true,
        policy: findPolicyRequest(project, name.table),
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

// --- internal ---

/**
 * Check the name of an action of one's own: `archive` for `archiveAction` and `issue#archive`.
 *
 * @throws {CliError} `E_ACTION`
 */
function parseAction(name: string): string {
  const fault = faultOf(name);
  if (fault === undefined) return name;
  const candidate = name
    .replace(/Action$/, '')
    .replace(/[^A-Za-z0-9]+([A-Za-z0-9])?/g, (_, letter = '') => letter.toUpperCase());
  const hint = candidate !== name && faultOf(candidate) === undefined ? ` Did you mean ${candidate}?` : '';
  throw new CliError('E_ACTION', `The action name ${quote(name)} ${fault}.`, `Name what it does: archive.${hint}`);
}

/** Actions that have an HTTP method. */
const METHODS: ReadonlySet<string> = new Set(['get', 'query', 'post', 'put', 'patch', 'delete']);

function faultOf(name: string): string | undefined {
  if (METHODS.has(name)) return `is that of an HTTP method, which the base class answers`;
  if (/Action$/.test(name)) return 'has the ending of the method, which is added';
  if (isPrototypeName(name)) return 'is that of a property of every object';
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return 'is not an identifier';
  return name.length > 64 ? `has ${name.length} characters, and may have 64` : undefined;
}
