import type { Field, FieldRule } from '../declaration/field.ts';
import type { Environment } from '../environment.ts';
import type { Failure } from '../failure.ts';
import type { ActionInput } from '../types.ts';
import { findValues, type LocatedField, valueAt } from './list-fields.ts';

/**
 * Run the asynchronous rules of an action on its validated input: all at the same time, up to 100 values of long lists.
 *
 * @returns what failed, in the order of the declaration
 */
export async function checkLater(
  places: readonly LocatedField[],
  input: ActionInput,
  environment: Environment,
): Promise<Failure[]> {
  const signal = environment.signal ?? new AbortController().signal;
  const checks = places.flatMap(({ section, path, field }) => {
    const name = path.findLast((part) => part !== null) as string;
    const rules = laterRules(field);
    return findValues(input as unknown as Record<string, unknown>, path).map(
      (found) => async (): Promise<Failure[]> => {
        const { holder, pointer } = found;
        const value = valueAt(found);
        if (value === undefined || value === null) return [];
        const context = { siblings: holder, name, pointer, input, environment, signal };
        const answers = await Promise.all(rules.map((rule) => check(rule, value, context)));
        const failed = rules[answers.indexOf(false)];
        if (failed === undefined) return [];
        const { name: rule, argument } = failed;
        return [{ in: section, pointer, rule, argument, field }];
      },
    );
  });
  return (await runAll(checks, MOST_AT_ONCE)).flat();
}

/** The rules of a field that run later. */
export function laterRules({ rules }: Field): readonly FieldRule[] {
  return rules.filter(({ rule }) => rule.later !== undefined);
}

// --- internal ---

/** Limits the queries that a long list sends to a store at the same time. */
const MOST_AT_ONCE = 100;

/** Run tasks with limited concurrency; after the first error, no more are started. */
async function runAll<T>(tasks: readonly (() => Promise<T>)[], most: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < tasks.length) {
      const at = next;
      next += 1;
      try {
        results[at] = await (tasks[at] as () => Promise<T>)();
      } catch (error) {
        next = tasks.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, tasks.length) }, work));
  return results;
}

async function check(
  { name, argument, rule }: FieldRule,
  value: unknown,
  context: { siblings: Record<string, unknown>; name: string; pointer: string; input: ActionInput } & {
    environment: Environment;
    signal: AbortSignal;
  },
): Promise<boolean> {
  const later = rule.later as (value: unknown, context: unknown) => Promise<unknown>;
  const answer = await later(value, { ...context, argument });
  if (typeof answer === 'boolean') return answer;
  throw new TypeError(`The rule "${name}" returned ${typeof answer} instead of true or false.`);
}
