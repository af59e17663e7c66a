import type { Finding } from '@rest-gen/router/inspect';
import { locateFindings } from '../check/locate-findings.ts';
import { count, reportText } from '../check/report-text.ts';
import { EXIT } from '../errors.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { openProject } from '../open-project.ts';
import { ROOT } from '../options.ts';
import type { Arguments } from '../read-arguments.ts';
import { type Outcome, widthOf } from '../report.ts';
import type { Command, Context } from './command.ts';

/** `rest-gen check`: what keeps a project from starting, and what is written and does not work. */
export const checkCommand: Command = {
  usage: 'check',
  summary: 'Find what is wrong in rules, controllers and logics',
  positionals: {},
  options: {
    strict: { type: 'boolean', describe: 'End with 1 on warnings too' },
    ...ROOT,
  },
  examples: [
    ['check', 'All errors of a start at once, and what never runs'],
    ['check --strict', 'For continuous integration: no warnings either'],
  ],
  run,
};

// --- internal ---

async function run(args: Arguments, { io, paint }: Context): Promise<Outcome> {
  const project = openProject(args, io);
  const root = args.root as string | undefined;
  const { value, notes } = await inspectProject(project, { kind: 'check' }, { io, root });
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

/** The keys in the order of the documentation. */
function toObject({ code, level, message, file, line, column, rule, name, example, hint }: Finding): Finding {
  return { code, level, message, file, line, column, rule, name, example, hint } as Finding;
}
