import type { CheckedExpression, Finding } from '@rest-gen/router/inspect';
import { probeExpression } from './probe-expression.ts';

/** The part of `recheck` (npm) that is used, if the project has it. */
interface Recheck {
  check(source: string, flags: string, options: { timeout: number }): Promise<Verdict>;
}

interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
  /** `pattern` is a short form of the text. */
  readonly attack?: { readonly string: string; readonly pattern: string };
}

/**
 * Ask `recheck` about expressions that the router accepts, and measure its findings on a path of the maximum length.
 *
 * @param host - loads packages of the project; without `recheck` there are no findings
 */
export async function judgeExpressions(
  expressions: readonly CheckedExpression[],
  file: string | undefined,
  host: { load<T>(name: string): Promise<T> },
): Promise<Finding[]> {
  if (expressions.length === 0) return [];
  const recheck = await host.load<Recheck>('recheck').catch(() => undefined);
  const verdicts = new Map<string, Finding | undefined>();
  const findings: Finding[] = [];
  for (const { source, flags, rule } of recheck === undefined ? [] : expressions) {
    const key = `/${source}/${flags}`;
    if (!verdicts.has(key)) verdicts.set(key, await judge(source, flags, recheck as Recheck));
    const finding = verdicts.get(key);
    if (finding) findings.push({ ...finding, file, rule });
  }
  return findings;
}

// --- internal ---

/** Default of `limits.path`, in characters. */
const LONGEST_PATH = 2048;
/** Milliseconds. */
const TIME_TO_JUDGE = 2_000;
const TIME_TO_MATCH = 1_000;
const SLOW = 100;

async function judge(source: string, flags: string, recheck: Recheck): Promise<Finding | undefined> {
  const { status, attack, complexity } = await recheck.check(source, flags, { timeout: TIME_TO_JUDGE });
  if (status !== 'vulnerable' || attack === undefined) return undefined;
  const time = await probeExpression(source, flags, attack.string.slice(0, LONGEST_PATH), TIME_TO_MATCH);
  const took = time === undefined ? `more than ${TIME_TO_MATCH}` : `${Math.round(time)}`;
  return {
    code: 'C_RULE_SLOW',
    level: time === undefined || time >= SLOW ? 'warning' : 'note',
    message: `recheck finds the expression ${complexity?.summary ?? 'slow'}, for example on ${attack.pattern}; a path of ${LONGEST_PATH} characters took ${took} ms`,
    file: undefined,
    hint: 'Rewrite it so that a text can match in one way only; repeated groups must not overlap.',
  };
}
