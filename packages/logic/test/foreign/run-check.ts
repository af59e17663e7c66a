import type { Failure } from '../../src/failure.ts';
import type { ForeignCheck, ForeignPlace } from '../../src/foreign/foreign-check.ts';

export const BODY: ForeignPlace = { in: 'body', pointer: '', field: undefined };

/** The result of a check: the value or the failures. */
export async function runCheck(
  check: ForeignCheck,
  value: unknown,
  { text = false, at = BODY }: { text?: boolean; at?: ForeignPlace } = {},
): Promise<{ value: unknown } | { failures: Failure[] }> {
  const failures: Failure[] = [];
  const result = await check.run(value, { text, namedOnly: false }, at, failures);
  return failures.length === 0 ? { value: result } : { failures };
}

/** Failures in short form: `/a required`. */
export async function failuresOf(check: ForeignCheck, value: unknown, text = false): Promise<string[]> {
  const result = await runCheck(check, value, { text });
  return 'failures' in result ? result.failures.map(({ pointer, rule }) => `${pointer} ${rule}`) : [];
}

/** A value nested this many levels deep. */
export function nested(
  levels: number,
  wrap: (inner: unknown) => unknown = (inner) => [inner],
  core: unknown = 0,
): unknown {
  let value = core;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}
