import { assign } from './evaluate.ts';
import { memberOf, type Run } from './frame.ts';
import type { LogicClass } from './read-class.ts';
import { runMember } from './run-statements.ts';
import { dataOf, type Leftover, type ObjectValue, type Value } from './value.ts';

/** What an action of a logic says for one method of HTTP. */
export interface ActionRun {
  /** The rules by field. */
  readonly rules: ObjectValue;
  readonly messages: ObjectValue;
  /** Methods in capital letters; undefined for every method. */
  readonly allowed: readonly string[] | undefined;
  readonly left: readonly Leftover[];
}

/**
 * Go through the statements of an action and of the hooks before it, and collect its rules. Executes nothing: a
 * condition is decided only if it is about the method.
 *
 * @param method - of the request, in capital letters
 */
export function runAction(logic: LogicClass, name: string, method: string): ActionRun {
  const left: Leftover[] = [];
  const at = { file: '', line: 1 };
  const empty = (): ObjectValue => ({ kind: 'object', at, members: new Map(), unknown: [] });
  const run: Run = { logic, name, method, left, own: new Map(), calls: [], rules: empty(), messages: empty() };
  for (const before of ['constructor', 'init', '__before', name]) {
    const member = logic.members.get(before);
    if (member !== undefined) runMember({ ...run, name: before }, member);
  }
  const scope = memberOf(run, 'scope');
  const declared = memberOf(run, 'rules');
  const rules = empty();
  for (const value of [scope, declared, run.rules]) if (value !== undefined) assign(rules, value);
  const messages = empty();
  for (const value of [memberOf(run, 'messages'), run.messages]) if (value !== undefined) assign(messages, value);
  return { rules, messages, allowed: methodsOf(memberOf(run, 'allowMethods'), run), left };
}

// --- internal ---

function methodsOf(value: Value | undefined, run: Run): string[] | undefined {
  if (value === undefined) return undefined;
  const read = dataOf(value);
  if ('unknown' in read) {
    run.left.push({ ...value.at, message: `${run.name}: allowMethods is not a constant: ${read.unknown.text}` });
    return undefined;
  }
  const list = Array.isArray(read.data) ? read.data.map(String) : String(read.data ?? '').split(',');
  const methods = list.map((one) => one.trim().toUpperCase()).filter((one) => one !== '');
  return methods.length === 0 ? undefined : methods;
}
