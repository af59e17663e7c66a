import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@rest-gen/inspect';
import type { Argv } from 'yargs';
import { count, reportText } from '../check/report-text.ts';
import { EXIT } from '../errors.ts';
import { locateMember } from '../files/edit-source.ts';
import { locateRule } from '../files/router-file.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { openProject } from '../project/project.ts';
import { type Outcome, widthOf } from '../report.ts';
import { type Arguments, type Context, ROOT } from './command.ts';

/** `rest-gen check`: what prevents a project from starting, and what is written but does not work. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      strict: { type: 'boolean', describe: 'Exit with 1 on warnings, too' },
      store: { type: 'boolean', describe: 'Exit with 1 when the tables cannot be read' },
      root: ROOT,
    })
    .example([
      ['$0 check', 'All errors of a start at once, and what never runs'],
      ['$0 check --store --strict', 'For continuous integration: with a database, and warnings fail, too'],
    ]);
}

export async function run(args: Arguments, { io, cwd, root, paint }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const { value, notes } = await inspectProject(project, 'check', { store: args.store === true }, { io, root });
  const findings = locateFindings(value.findings, project.root);
  const errors = count(findings, 'error');
  const warnings = count(findings, 'warning');
  const isWrong = errors > 0 || (args.strict === true && warnings > 0);
  const columns = widthOf(io.stdout);
  return {
    exitCode: isWrong ? EXIT.findings : EXIT.done,
    text: reportText(findings, value.counts, columns, paint),
    json: {
      command: 'check',
      root: project.root,
      counts: { ...value.counts, errors, warnings, notes: count(findings, 'note') },
      findings: findings.map(toObject),
    },
    notes,
  };
}

// --- internal ---

/** Order the keys as in docs/cli.md. */
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
