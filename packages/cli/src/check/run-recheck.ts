import { runInNewContext } from 'node:vm';
import type { CheckedExpression, Finding } from '@rest-gen/inspect';

/** The part of `recheck` (npm) that is used, if the project has it. */
interface Recheck {
  check(source: string, flags: string, options: { timeout: number }): Promise<Result>;
}

interface Result {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
  /** `pattern` is a short form of the text. */
  readonly attack?: { readonly string: string; readonly pattern: string };
}

/**
 * Check expressions with `recheck`, and measure the slow ones on a path of the maximum length.
 *
 * @param host - loads packages of the project; without `recheck` there are no findings
 */
export async function runRecheck(
  expressions: readonly CheckedExpression[],
  file: string | undefined,
  host: { load<T>(name: string): Promise<T> },
): Promise<Finding[]> {
  if (expressions.length === 0) return [];
  const recheck = await host.load<Recheck>('recheck').catch(() => undefined);
  const results = new Map<string, Finding | undefined>();
  const findings: Finding[] = [];
  for (const { source, flags, rule } of recheck === undefined ? [] : expressions) {
    const key = `/${source}/${flags}`;
    if (!results.has(key)) results.set(key, await checkOne(source, flags, recheck as Recheck));
    const finding = results.get(key);
    if (finding) findings.push({ ...finding, file, rule });
  }
  return findings;
}

// --- internal ---

/** Default of `limits.path`, in characters. */
const LONGEST_PATH = 2048;
/** Milliseconds. */
const TIME_TO_CHECK = 2_000;
const TIME_TO_MATCH = 1_000;
const SLOW = 100;

async function checkOne(source: string, flags: string, recheck: Recheck): Promise<Finding | undefined> {
  const { status, attack, complexity } = await recheck.check(source, flags, { timeout: TIME_TO_CHECK });
  if (status !== 'vulnerable' || attack === undefined) return undefined;
  const time = measureMatch(source, flags, attack.string.slice(0, LONGEST_PATH));
  const took = time === undefined ? `more than ${TIME_TO_MATCH}` : `${Math.round(time)}`;
  return {
    code: 'C_RULE_SLOW',
    level: time === undefined || time >= SLOW ? 'warning' : 'note',
    message: `recheck finds the expression ${complexity?.summary ?? 'slow'}, for example on ${attack.pattern}; a path of ${LONGEST_PATH} characters took ${took} ms`,
    file: undefined,
    hint: 'Rewrite it so that a text can match in one way only; repeated groups must not overlap.',
  };
}

/** Milliseconds that an expression takes on a text; undefined when it is stopped at the limit. */
function measureMatch(source: string, flags: string, text: string): number | undefined {
  const begin = performance.now();
  try {
    runInNewContext('new RegExp(source, flags).test(text)', { source, flags, text }, { timeout: TIME_TO_MATCH });
  } catch {
    return undefined;
  }
  return performance.now() - begin;
}
