import { inspect } from 'node:util';
import { isPlainObject, nearest } from '@rest-gen/logic/common';
import { StartError } from '../../core/errors.ts';
import { wrongExport } from '../../core/load/wrong-export.ts';
import { checkInclude } from '../relations/check-include.ts';

/**
 * Check the form of a policy: its members, and the type of each condition.
 *
 * @param what - the policy, as errors name it: `the policy "post"`
 * @throws {StartError} `E_POLICY_EXPORT`
 */
export function checkPolicy(policy: unknown, what: string, file: string | undefined): void {
  if (!isPlainObject(policy)) {
    throw refused(wrongExport(what, policy, 'what definePolicy returns', file), file, EXAMPLE);
  }
  checkNames(policy, MEMBERS, what, file);
  for (const [name, value] of Object.entries(policy)) {
    if (value === undefined) continue;
    if (name === 'relations') checkInclude(value, { code: 'E_POLICY_EXPORT', prefix: `${what}: `, file }, 'relations');
    else if (name === 'fields') checkFields(value, what, file);
    else checkCondition(value, `${what}: ${name}`, file);
  }
}

// --- internal ---

const EXAMPLE = "Write export default definePolicy({ read: 'everyone' }).";
const MEMBERS = ['relations', 'always', 'read', 'create', 'update', 'delete', 'fields'];
const FIELD_MEMBERS = ['read', 'write'];
const WORDS = ['everyone', 'user', 'nobody'];

function checkFields(fields: unknown, what: string, file: string | undefined): void {
  const example = "It has to be an object, such as { email: { read: 'user' } }.";
  if (!isPlainObject(fields)) throw refused(`${what}: fields is ${show(fields)}`, file, example);
  for (const [name, field] of Object.entries(fields)) {
    if (field === undefined) continue;
    const place = `${what}: fields.${name}`;
    if (!isPlainObject(field)) throw refused(`${place} is ${show(field)}`, file, "Write { read: 'user' }.");
    checkNames(field, FIELD_MEMBERS, place, file);
    for (const [member, value] of Object.entries(field)) {
      if (value !== undefined) checkCondition(value, `${place}.${member}`, file);
    }
  }
}

function checkNames(value: object, known: readonly string[], place: string, file: string | undefined): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    const hint = meant === undefined ? `The members are ${known.join(', ')}.` : `Did you mean "${meant}"?`;
    throw refused(`${place} has the unknown member "${name}"`, file, hint);
  }
}

function checkCondition(condition: unknown, place: string, file: string | undefined): void {
  const rules: readonly unknown[] = Array.isArray(condition) ? condition : [condition];
  for (const rule of rules) {
    if (Object.prototype.toString.call(rule) === '[object AsyncFunction]') {
      throw refused(`${place} is an async function`, file, 'A condition cannot wait: put what it needs into the user.');
    }
    if (typeof rule === 'function' || isPlainObject(rule) || WORDS.includes(rule as string)) continue;
    const meant = typeof rule === 'string' ? nearest(rule, WORDS) : undefined;
    const hint =
      meant === undefined
        ? "It has to be 'everyone', 'user', 'nobody', a filter, a function of the user, or a list of these."
        : `Did you mean '${meant}'?`;
    throw refused(`${place} is ${show(rule)}`, file, hint);
  }
}

function show(value: unknown): string {
  return inspect(value, { depth: 0 });
}

function refused(reason: string, file: string | undefined, hint: string): StartError {
  return new StartError('E_POLICY_EXPORT', reason, { file, hint });
}
