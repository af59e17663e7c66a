import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isPlainObject } from '@rest-gen/logic/common';
import {
  OPERATIONS,
  type Operation,
  type Policies,
  type PolicyRule,
  rulesOf,
  type TablePolicy,
} from '@rest-gen/model/core';
import {
  type ActionPlan,
  type CompiledRule,
  type ControllerPlan,
  findControllers,
  listModules,
  operationOf,
  type Project,
  resourceClassOf,
  showPath,
  tableOf,
} from '@rest-gen/router/internal';
import type { Finding } from './finding.ts';
import { type CheckedProject, isInherited } from './load-project.ts';
import { isNobody } from './policy-findings.ts';

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
  // A refused policy counts as a policy.
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

function isWriting({ method, action }: ActionPlan): boolean {
  return (operationOf(method, action) ?? 'read') !== 'read';
}

function actionsOf({ collection, item }: ControllerPlan): ActionPlan[] {
  return [...collection.actions.values(), ...item.actions.values()];
}

function rulesOfController({ index, controllers }: CheckedProject, { name }: ControllerPlan): CompiledRule[] {
  return index.rules.filter((rule) => findControllers(rule, controllers).includes(name));
}

/**
 * Why two rules of a policy cannot both hold: the values that they allow for a column have none in common.
 *
 * Only values at the top level of a filter are compared. The result of a function is unknown.
 *
 * @returns `undefined` where they can, or nothing is certain
 */
function findClash(one: PolicyRule, other: PolicyRule): string | undefined {
  const allowed = new Map<string, readonly unknown[]>();
  for (const rule of [one, other]) {
    for (const [column, condition] of isPlainObject(rule) ? Object.entries(rule) : []) {
      const values = column === 'or' || column === 'and' ? undefined : valuesOf(condition);
      if (values?.length === 0) return `no value of "${column}" is in an empty list`;
      const before = allowed.get(column);
      if (values === undefined) continue;
      if (before !== undefined && !values.some((value) => before.some((known) => isSame(known, value)))) {
        return `"${column}" cannot be both ${show(before)} and ${show(values)}`;
      }
      allowed.set(column, values);
    }
  }
  return undefined;
}

/** The values that a condition allows; `undefined` where it names none. */
function valuesOf(condition: unknown): readonly unknown[] | undefined {
  if (Array.isArray(condition)) return condition;
  if (isPlainObject(condition)) {
    const { eq, in: list } = condition as { eq?: unknown; in?: unknown };
    if (Array.isArray(list)) return list;
    return eq === undefined || Array.isArray(eq) ? undefined : [eq];
  }
  return isComparable(condition) ? [condition] : undefined;
}

/** Columns treat `1` and `'1'` as the same value, and some databases `a` and `A`. Other values may be equal. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isComparable(one) || !isComparable(other)) return true;
  return String(one).toLowerCase() === String(other).toLowerCase();
}

function isComparable(value: unknown): boolean {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

function show(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))).join(' or ');
}

/**
 * Find controllers and logics that import `config/model`: policies restrict `this.model()`, not `models`.
 *
 * The sources are searched as text, base classes too.
 */
function modelImports({ rulesFile }: Project): Finding[] {
  // A project without files has no imports to search.
  if (rulesFile === undefined) return [];
  const root = resolve(dirname(rulesFile), '..');
  const files = ['controller', 'logic'].flatMap((folder) => [...listModules(join(root, folder), EXTENSIONS).values()]);
  return files.flatMap((file): Finding[] => {
    const name = findImport(readFileSync(file, 'utf8'), dirname(file), join(root, 'config/model'));
    if (name === undefined) return [];
    const message = `it imports ${name}, whose records no policy restricts`;
    const hint = 'Use this.model(…), or models.as(user).model(…). If all records are meant, this needs no change.';
    return [{ code: 'C_MODEL_IMPORT', level: 'note', message, file: showPath(file), name, hint }];
  });
}

const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** Static imports and re-exports, `import()` and `require()` of a relative path. */
const IMPORTED = /\b(?:from|import|require)\b[\s(]*(['"])(\.[^'"\n]*)\1/g;

/** @returns the path as it is written */
function findImport(source: string, directory: string, model: string): string | undefined {
  for (const { index, 2: path = '' } of source.matchAll(IMPORTED)) {
    if (join(directory, path).replace(/\.[cm]?[jt]s$/, '') !== model) continue;
    const line = source.slice(source.lastIndexOf('\n', index) + 1, index + 1);
    // A comment, or an import of types, has no effect.
    if (!/^\s*(?:\/\/|\*|\/\*|import type\b)/.test(line)) return path;
  }
  return undefined;
}
