import { join, relative, resolve } from 'node:path';
import { parseName } from '../arguments/parse-name.ts';
import { CliError } from '../errors.ts';
import { type ComparedFile, compareFile, comparePlanned } from '../files/compare-file.ts';
import type { Rule } from '../files/router-file.ts';
import { planRules } from '../plan/plan-controller.ts';
import { openProject, type Project } from '../project/project.ts';
import { type Outcome, type Paint, rootNotes } from '../report.ts';
import { oneLine } from '../text.ts';
import { convertLogic } from '../thinkjs/convert-logic.ts';
import { convertRouter } from '../thinkjs/convert-router.ts';
import { convertSettings } from '../thinkjs/convert-settings.ts';
import { findFiles, type ThinkProject } from '../thinkjs/find-files.ts';
import type { Leftover } from '../thinkjs/value.ts';
import { writeLogic } from '../thinkjs/write-logic.ts';
import { type Arguments, type Context, languageOf, onConflict, ruleNotes, writeOutcome } from './command.ts';

/** `rest-gen logic --from-thinkjs <dir>`: the logic files and the REST rules of a ThinkJS project, as those of this one. */
export async function convertThinkJs(args: Arguments, { cwd, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd, languageOf(args));
  const directory = resolve(cwd, String(args['from-thinkjs']));
  const { files, left, counts } = convert(project, findFiles(directory), args);
  const shown = left.map((one) => ({ ...one, file: relative(cwd, join(directory, one.file)) }));
  const json = { command: 'logic', root: project.root, counts, left: shown };
  const needs = project.dependencies.has('@rest-gen/logic') ? [] : ['Required to run it: npm install @rest-gen/logic'];
  const notes = [...rootNotes(project.root, cwd), ...ruleNotes(files), ...needs];
  const outcome = await writeOutcome(files, args, { json, notes, paint });
  return { ...outcome, text: outcome.text + reportText(shown, counts, paint) };
}

// --- internal ---

interface Counts {
  readonly logics: number;
  readonly converted: number;
  readonly fields: number;
  readonly rules: number;
}

function convert(project: Project, think: ThinkProject, args: Arguments) {
  const left: Leftover[] = [...think.left];
  const files: ComparedFile[] = [];
  const routers = think.routers.map((file) => convertRouter(file));
  const captures = routers.flatMap((one) => one.captures);
  let fields = 0;
  for (const [name, file] of think.logics) {
    const leads = (controller: string | undefined) =>
      controller === undefined || controller === name || name.endsWith(`/${controller}`);
    const captured = captures.flatMap(({ controller, names }) => (leads(controller) ? names : []));
    const converted = convertLogic(file, think, name, new Set(captured));
    left.push(...converted.left);
    const problem = converted.logic && refuseName(name);
    if (problem !== undefined) left.push({ file: file.path, line: 1, message: problem });
    else if (converted.logic !== undefined) {
      fields += converted.fields;
      const path = `src/logic/${name}.${project.language}`;
      const contents = writeLogic(project, converted.logic);
      files.push(compareFile(project.root, { path, contents, policy: 'own' }, onConflict(args)));
    }
  }
  const counts = { logics: think.logics.size, converted: files.length, fields };
  const rules = routers.flatMap((one) => one.rules);
  if (rules.length > 0) files.push(compareRouter(project, rules));
  left.push(...routers.flatMap((one) => one.left), ...think.settings.flatMap(convertSettings));
  return { files, left: distinct(left), counts: { ...counts, rules: rules.length } };
}

/** A line for many rules would be too long. */
function compareRouter(project: Project, rules: readonly Rule[]): ComparedFile {
  const [file] = comparePlanned(project, [planRules(project, rules)]) as [ComparedFile];
  return file.byHand || rules.length === 1 ? file : { ...file, rule: `${rules.length} rules` };
}

/** The rule of names, as for a new controller. */
function refuseName(name: string): string | undefined {
  try {
    parseName(name);
    return undefined;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return `${error.message} ${error.fix}`;
  }
}

/** Actions share hooks, and classes their base: each line once, in the order of the files. */
function distinct(left: readonly Leftover[]): Leftover[] {
  const byText = new Map(left.map((one) => [`${one.file}:${one.line}:${one.message}`, one] as const));
  return [...byText.values()].sort((one, other) =>
    one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line,
  );
}

function reportText(left: readonly Leftover[], counts: Counts, paint: Paint): string {
  const lines = left.map(
    ({ file, line, message }) => `${paint('yellow', oneLine(`${file}:${line}`))}  ${oneLine(message)}\n`,
  );
  const { logics, converted, fields, rules } = counts;
  const summary = `${converted} of ${plural(logics, 'logic file')} converted with ${plural(fields, 'field')}, and ${plural(rules, 'rule')} of config/router`;
  const rest = left.length === 0 ? '' : `; ${plural(left.length, 'line')} to check`;
  const head = left.length === 0 ? '' : 'Not converted, or different here:\n';
  return `${head}${lines.join('')}${summary}${rest}.\n`;
}

function plural(many: number, word: string): string {
  return `${many} ${word}${many === 1 ? '' : 's'}`;
}
