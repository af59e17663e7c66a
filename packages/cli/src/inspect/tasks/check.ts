import type * as Router from '@rest-gen/router';
import type * as Inspect from '@rest-gen/router/inspect';
import type { CheckReport, Finding } from '@rest-gen/router/inspect';
import { judgeExpressions } from '../../check/judge-expressions.ts';
import type { Host } from '../host.ts';

/** Look for mistakes in the project. */
export interface CheckTask {
  readonly kind: 'check';
}

export interface CheckReply {
  readonly findings: readonly Finding[];
  readonly counts: CheckReport['counts'];
  /** Relative to the project, with forward slashes. */
  readonly rulesFile: string | undefined;
  /** What each code means, as the router of the project says. */
  readonly meanings: Readonly<Record<string, string>>;
}

export async function check(_task: CheckTask, host: Host): Promise<CheckReply> {
  const { checkProject, CHECK_CODES } = await host.load<typeof Inspect>('@rest-gen/router/inspect');
  const { START_CODES } = await host.load<typeof Router>('@rest-gen/router');
  const { findings, counts, rulesFile, expressions } = checkProject({ root: host.directory });
  const slow = await judgeExpressions(expressions, rulesFile, host);
  return { findings: [...findings, ...slow], counts, rulesFile, meanings: { ...START_CODES, ...CHECK_CODES } };
}
