import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckReport, Finding, Level } from '@rest-gen/inspect';
import type { Argv } from 'yargs';
import { EXIT } from '../errors.ts';
import { locateMember } from '../files/edit-source.ts';
import { ignoreFindings } from '../files/ignore-findings.ts';
import { locateRule } from '../files/router-file.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { openProject } from '../project/project.ts';
import { type Color, type Outcome, type Paint, widthOf } from '../report.ts';
import { oneLine, printable, wrap } from '../text.ts';
import { type Arguments, type Context, examples, ROOT } from './command.ts';

/** `rest-gen check`: what prevents a project from starting, and what is written but does not work. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      strict: { type: 'boolean', describe: 'Exit with 1 on warnings, too' },
      store: { type: 'boolean', describe: 'Exit with 1 when the tables cannot be read' },
      root: ROOT,
    })
    .epilogue(
      examples([
        ['$0 check', 'All errors of a start at once, and what never runs'],
        ['$0 check --store --strict', 'For continuous integration: with a database, and warnings fail, too'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, root, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const { value, notes } = await inspectProject(project, 'check', { store: args.store === true }, { io, root });
  const located = locateFindings(value.findings, project.root);
  const { rulesFile } = value;
  const about = { root: project.root, rulesFile, hasTables: args.store === true };
  const { findings, ignored } = ignoreFindings(located, about);
  const errors = count(findings, 'error');
  const warnings = count(findings, 'warning');
  const isWrong = errors > 0 || (args.strict === true && warnings > 0);
  const columns = widthOf(io.stdout);
  return {
    exitCode: isWrong ? EXIT.findings : EXIT.done,
    text: reportText(findings, { ...value.counts, ignored }, columns, paint),
    json: {
      command: 'check',
      root: project.root,
      counts: { ...value.counts, errors, warnings, notes: count(findings, 'note'), ignored },
      findings: findings.map(toObject),
    },
    notes,
  };
}

/**
 * Format findings for a terminal: a line with level, place and code, then the message and the hint; at the end a
 * summary.
 *
 * @param columns - width of the terminal, in characters
 */
export function reportText(
  findings: readonly Finding[],
  counts: CheckReport['counts'] & { readonly ignored: number },
  columns: number,
  paint: Paint,
): string {
  const blocks = findings.map((finding) => `${block(finding, columns, paint).join('\n')}\n`);
  const levels = (['error', 'warning', 'note'] as const).map((level) => [level, count(findings, level)] as const);
  const found = levels.flatMap(([level, many]) => (many > 0 ? [paint(COLORS[level], plural(many, level))] : []));
  const { rules, controllers, logics, ignored } = counts;
  const looked = [plural(rules, 'rule'), plural(controllers, 'controller'), plural(logics, 'logic')].join(', ');
  const summary = found.length === 0 ? paint('green', 'Nothing found') : found.join(', ');
  return `${[...blocks, `${summary} in ${looked}${ignored > 0 ? `; ${ignored} ignored` : ''}`].join('\n')}\n`;
}

/** The number of findings of a level. */
export function count(findings: readonly Finding[], level: Level): number {
  return findings.filter((finding) => finding.level === level).length;
}

/** The known place of a finding: `src/config/router.ts:7:3`. */
export function placeOf({ file, line, column }: Finding): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

// --- internal ---

/** Order the keys as in docs/cli-inspect.md. */
function toObject({ code, level, message, file, line, column, rule, name, example, hint }: Finding): Finding {
  return { code, level, message, file, line, column, rule, name, example, hint } as Finding;
}

/**
 * Add line and column to findings: of the rule in `config/router`, or of the action in a controller or logic.
 *
 * @param root - absolute; the files of the findings are relative to it
 */
function locateFindings(findings: readonly Finding[], root: string): Finding[] {
  const sources = new Map<string, string>();
  return findings.map((finding) => {
    const { file, rule, name } = finding;
    if (file === undefined) return finding;
    if (!sources.has(file)) sources.set(file, readSource(join(root, file)));
    const source = sources.get(file) as string;
    const place = rule ? locateRule(source, rule.number) : name === undefined ? undefined : locateMember(source, name);
    return { ...finding, ...place };
  });
}

/** Findings are correct without their place, too. */
function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const COLORS: Readonly<Record<Level, Color>> = { error: 'red', warning: 'yellow', note: 'gray' };
/** Longer than the longest level. */
const INDENT = 9;

function block(finding: Finding, columns: number, paint: Paint): string[] {
  const { level, code, rule, message, hint } = finding;
  const where = oneLine(placeOf(finding));
  const head = paint(COLORS[level], level.padEnd(INDENT)) + (where === '' ? code : `${where}  ${code}`);
  const text = rule === undefined ? message : `rule ${rule.number} ${rule.text}: ${message}`;
  const lines = [...wrap(printable(text), columns - INDENT), ...wrap(printable(hint), columns - INDENT)];
  return [head, ...lines.map((line) => ' '.repeat(INDENT) + line)];
}

function plural(many: number, word: string): string {
  return `${many} ${word}${many === 1 ? '' : 's'}`;
}
