import { OPERATIONS, type Operation, type Policies, rulesOf, type TablePolicy } from '@rest-gen/model/core';
import {
  type ActionPlan,
  type CompiledRule,
  type ControllerPlan,
  findControllers,
  operationOf,
  resourceClassOf,
  tableOf,
} from '@rest-gen/router/internal';
import { findClash } from './find-clash.ts';
import { isInherited } from './is-inherited.ts';
import { modelImports } from './model-imports.ts';
import type { CheckedProject } from './read-project.ts';
import type { Finding } from './types.ts';

/** Check policies against themselves and the routes; their columns are compared in `check-store.ts`. */
export function checkPolicies(checked: CheckedProject): Finding[] {
  const { policies } = checked.project;
  if (policies === undefined) return withoutPolicies(checked);
  return [
    ...[...policies].flatMap((one) => OPERATIONS.flatMap((operation) => never(one, operation))),
    ...closed(checked, policies),
    ...modelImports(checked.project),
  ];
}

// --- internal ---

/** A note, so that a project without policies passes as before, with `--strict` too. */
function withoutPolicies(checked: CheckedProject): Finding[] {
  const { model, rulesFile } = checked.project;
  // A policy that is refused is one, too.
  const isRefused = checked.errors.some((error) => /\bpolicy\//.test(String((error as { file?: unknown }).file)));
  if (model === undefined || isRefused) return [];
  const written = [...checked.controllers.values()].find((plan) => {
    return rulesOfController(checked, plan).length > 0 && actionsOf(plan).some(isWriting);
  });
  if (written === undefined) return [];
  const message = `there are no policies: only the code of the controllers says who may write, such as to "${written.name}"`;
  const hint = `Write one: npx rest-gen policy ${tableOf(written.name)}; from then on, every table that requests reach needs one.`;
  return [{ code: 'C_NO_POLICIES', level: 'note', message, file: rulesFile, hint }];
}

/** The first rule of an operation that contradicts itself, or `always`. */
function never({ table, policy, file }: TablePolicy, operation: Operation): Finding[] {
  const always = rulesOf(policy.always ?? 'everyone');
  for (const rule of rulesOf(policy[operation] ?? 'nobody')) {
    const clashes = always.map((one) => findClash(one, rule));
    const [clash] = clashes;
    if (clash === undefined || clashes.includes(undefined)) continue;
    const message = `a rule of "${operation}" in the policy of "${table}" can never hold: ${clash}`;
    const hint = 'Correct one of the two, or remove the rule.';
    return [{ code: 'C_POLICY_NEVER', level: 'warning', message, file, name: operation, hint }];
  }
  return [];
}

/** Operations that are for nobody, of tables whose controllers offer them with an action of the base class. */
function closed(checked: CheckedProject, policies: Policies): Finding[] {
  const found = new Map<string, Finding>();
  for (const plan of checked.controllers.values()) {
    const one = policies.get(resourceClassOf(plan).statics.name);
    if (one === undefined || rulesOfController(checked, plan).length === 0) continue;
    const { table, policy, file } = one;
    for (const { method, action } of actionsOf(plan)) {
      const operation = operationOf(method, action);
      if (operation === undefined || found.has(`${table} ${operation}`) || !isInherited(plan.Class, action)) continue;
      if (!isNobody(policy[operation] ?? 'nobody') && !isNobody(policy.always ?? 'everyone')) continue;
      const message = `${method} is served by the controller "${plan.name}", and the policy of "${table}" lets nobody ${operation}`;
      const hint = `Add "${operation}" to the policy. If it is meant so, this needs no change.`;
      found.set(`${table} ${operation}`, { code: 'C_POLICY_CLOSED', level: 'note', message, file, hint });
    }
  }
  return [...found.values()];
}

function isNobody(condition: NonNullable<TablePolicy['policy']['read']>): boolean {
  return rulesOf(condition).every((rule) => rule === 'nobody');
}

function isWriting({ method, action }: ActionPlan): boolean {
  return (operationOf(method, action) ?? 'read') !== 'read';
}

function actionsOf({ collection, item }: ControllerPlan): ActionPlan[] {
  return [...collection.actions.values(), ...item.actions.values()];
}

function rulesOfController({ index, controllers }: CheckedProject, { name }: ControllerPlan): CompiledRule[] {
  return index.rules.filter((rule) => findControllers(rule, controllers).includes(name));
}
