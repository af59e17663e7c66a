import type { Description } from '@rest-gen/model/core';
import type { ControllerConstructor } from '../core/contracts/controller.ts';
import type { Service } from '../core/contracts/service.ts';
import { isAbstract } from '../core/dispatch/plan-controller.ts';
import { StartError } from '../core/errors.ts';
import type { PlannedResource, RuleName } from './contracts/resource-class.ts';

/** Find the parameters of rules that are conditions on the records of a class: all but `id` and `static unscoped`, if a base class makes them conditions. */
export function findScopes({ index }: Pick<Service, 'index'>, classes: readonly PlannedResource[]): void {
  const byName = new Map(classes.map((one) => [one.name, one]));
  for (const { controller = '', rule, paramNames } of index.rules) {
    const of = byName.get(controller);
    if (of === undefined || rule.target.action !== undefined || ownsRecords(of)) continue;
    const names = [...paramNames].filter((name) => name !== 'id' && !of.statics.unscoped.includes(name));
    of.scope = new Map([...of.scope, ...names.map((name) => [name, rule] as const)]);
  }
}

/** Hold these parameters against the columns of the table. @throws {StartError} `E_RULE_PARAM` */
export function checkScope({ name, file, scope }: PlannedResource, { name: table, columns }: Description): void {
  const [wrong] = [...scope].filter(([parameter]) => !columns.has(parameter));
  if (wrong === undefined) return;
  const [parameter, { number, text }] = wrong as readonly [string, RuleName];
  throw new StartError('E_RULE_PARAM', `the rule maps "${parameter}", which is no column of the table "${table}"`, {
    rule: { number, text },
    hint: `If it is no condition on the records, write static unscoped = ['${parameter}'] in the controller "${name}"${file === undefined ? '' : `, ${file}`}.`,
  });
}

// --- internal ---

/** Whether the class says itself which records it serves, by `records` or `scope`, or has no base class that does. */
function ownsRecords({ Class }: PlannedResource): boolean {
  for (let one: ControllerConstructor | null = Class; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    if (isAbstract(one)) return false;
    if (Object.hasOwn(one.prototype, 'records') || Object.hasOwn(one.prototype, 'scope')) return true;
  }
  return true;
}
