import type * as Inspect from '@rest-gen/router/inspect';
import type { CheckReport, Finding } from '@rest-gen/router/inspect';
import { judgeExpressions } from '../../check/judge-expressions.ts';
import type { Host } from './host.ts';

/** Find mistakes in the project. */
export interface CheckTask {
  readonly kind: 'check';
}

export interface CheckReply {
  readonly findings: readonly Finding[];
  readonly counts: CheckReport['counts'];
  /** Relative to the project, with forward slashes. */
  readonly rulesFile: string | undefined;
}

export async function check(_task: CheckTask, host: Host): Promise<CheckReply> {
  // Imported before the project requires it: `require` cannot load the TypeScript sources in the tests of this repository.
  await host.load('@rest-gen/router');
  const { checkProject } = await host.load<typeof Inspect>('@rest-gen/router/inspect');
  const { findings, counts, rulesFile, expressions } = await checkProject({ root: host.directory });
  const slow = await judgeExpressions(expressions, rulesFile, host);
  return { findings: [...findings, ...slow], counts, rulesFile };
}
