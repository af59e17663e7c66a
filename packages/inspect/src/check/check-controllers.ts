import {
  ACTIONS,
  type CompiledRule,
  type ControllerPlan,
  describeMember,
  findControllers,
  methodOf,
  misspelledMembers,
  resourceClassOf,
} from '@rest-gen/router/internal';
import { actionFields } from './action-fields.ts';
import type { Finding } from './finding.ts';
import { type CheckedProject, includedTables, isBroken } from './load-project.ts';

/** Check controllers and logics against the rules and each other, for code that never runs. */
export function checkControllers(checked: CheckedProject): Finding[] {
  const { controllers } = checked;
  const rules = new Map([...controllers.keys()].map((name): [string, CompiledRule[]] => [name, []]));
  for (const rule of checked.index.rules) {
    for (const name of findControllers(rule, controllers)) rules.get(name)?.push(rule);
  }
  const included = includedTables(controllers.values());
  // A refused rule may reach any controller.
  const isComplete = checked.hasAllRules;
  return [
    ...members(checked),
    ...[...controllers.values()].flatMap((plan) => [
      ...empty(plan),
      ...unchecked(plan, checked, rules.get(plan.name) ?? []),
      ...fields(plan),
      ...(isComplete ? unnamed(plan, checked, rules.get(plan.name) ?? []) : []),
      ...(isComplete && !included.has(resourceClassOf(plan).statics.name)
        ? unreached(plan, rules.get(plan.name) ?? [])
        : []),
      ...ids(plan, rules.get(plan.name) ?? [], checked.project.rulesFile, isComplete),
    ]),
    ...logics(checked, rules),
  ];
}

// --- internal ---

function fields({ Class, name, file }: ControllerPlan): Finding[] {
  return actionFields(Class).map((action) => ({
    code: 'C_ACTION_FIELD',
    level: 'warning',
    message: `${action} of the controller "${name}" is a field of the class: it is not served`,
    file,
    name: action,
    hint: `Write a method: async ${action}() { … }.`,
  }));
}

/** The actions of one's own that rules name, by the names of their methods. */
function namedActions(rules: readonly CompiledRule[]): string[] {
  return rules.flatMap(({ rule: { target } }) => (target.action === undefined ? [] : [methodOf(target.action)]));
}

/** Actions of the class itself that no rule names; those of a base class are there for the classes that want them. */
function unnamed(
  { Class, name, file, actions }: ControllerPlan,
  { project, members }: CheckedProject,
  rules: readonly CompiledRule[],
): Finding[] {
  const reported = [
    ...misspelledMembers([{ name, Class, file }], members).map((member) => member.name),
    ...(project.logics.get(name)?.logic.actions ?? []),
  ];
  const known = new Set([...namedActions(rules), ...reported]);
  const own = [...actions.keys()].filter((action) => Object.hasOwn(Class.prototype, action) && !known.has(action));
  return own.map((action) => {
    const target = `${name}#${action.replace(/Action$/, '')}`;
    const message = `no rule names ${action} of the controller "${name}": nothing runs it`;
    const hint = `Add a rule such as ['/${name}/:id/${action.replace(/Action$/, '')}', '${target}', 'rest'], or give the method a name that does not end in Action.`;
    return { code: 'C_ACTION_UNREACHED', level: 'note', message, file, name: action, hint };
  });
}

function members({ project, members: known }: CheckedProject): Finding[] {
  return misspelledMembers(project.controllers.values(), known).flatMap((member) => {
    // The others stop the start.
    if (member.isCertain) return [];
    const { file, name, meant } = member;
    const hint = `Write ${meant}, or another name.`;
    return [
      { code: 'C_MEMBER_NAME', level: 'warning', message: describeMember(member).replace(/\?$/, ''), file, name, hint },
    ];
  });
}

function isEmpty({ Class, collection, item }: ControllerPlan): boolean {
  if (collection.actions.size > 0 || item.actions.size > 0 || collection.call) return false;
  return !memberNames(Class).some((name) => name.endsWith('Action'));
}

function memberNames({ prototype }: ControllerPlan['Class']): string[] {
  const names: string[] = [];
  for (let part: object | null = prototype; part !== null; part = Object.getPrototypeOf(part))
    names.push(...Object.getOwnPropertyNames(part));
  return names;
}

function empty(plan: ControllerPlan): Finding[] {
  const { name, file } = plan;
  if (!isEmpty(plan) || actionFields(plan.Class).length > 0) return [];
  const message = `the controller "${name}" has no action: every request to it is 405`;
  const hint = `Extend the base class, as in class extends Rest { … }, or write one of ${ACTIONS.join(', ')}.`;
  return [{ code: 'C_CONTROLLER_EMPTY', level: 'warning', message, file, hint }];
}

/** The logic declares the fields of a body (docs/logic.md). */
function unchecked(
  plan: ControllerPlan,
  { project, errors }: CheckedProject,
  rules: readonly CompiledRule[],
): Finding[] {
  const { name, file, collection, item } = plan;
  const bodies = [...new Set([...collection.actions.values(), ...item.actions.values()])].filter(
    ({ takesBody, method }) => takesBody && method !== 'QUERY',
  );
  if (bodies.length === 0 || rules.length === 0 || project.logics.has(name) || isBroken(name, errors, 'logic'))
    return [];
  const actions = [...new Set(bodies.map(({ action }) => action))].join(', ');
  const message = `the controller "${name}" has no logic: nothing checks the bodies of ${actions}`;
  const hint = `Write src/logic/${name}: npx rest-gen logic ${name}`;
  return [{ code: 'C_LOGIC_MISSING', level: 'warning', message, file, hint }];
}

function unreached({ name, file }: ControllerPlan, rules: readonly CompiledRule[]): Finding[] {
  if (rules.length > 0) return [];
  const hint = `Add a rule to config/router, such as ['/${name}/:id?', 'rest'], or mark a base class: static abstract = true.`;
  const message = `no rule reaches the controller "${name}"`;
  return [{ code: 'C_CONTROLLER_UNREACHED', level: 'warning', message, file, hint }];
}

function ids(
  plan: ControllerPlan,
  rules: readonly CompiledRule[],
  rulesFile: string | undefined,
  isComplete: boolean,
): Finding[] {
  const { name, file, item, collection } = plan;
  if (isEmpty(plan)) return [];
  if (item.actions.size === 0 && !item.call) {
    const [rule] = rules.filter(({ paramNames, controller }) => paramNames.has('id') && controller !== undefined);
    if (rule === undefined) return [];
    const { number, text } = rule.rule;
    const message = `it maps an id, and the controller "${name}" has no action for one record: every such path is 405`;
    const hint = 'Write getAction, putAction, patchAction or deleteAction, or take the id out of the rule.';
    return [{ code: 'C_ID_UNUSED', level: 'warning', message, file: rulesFile, rule: { number, text }, hint }];
  }
  const lost = ['PUT', 'PATCH', 'DELETE'].flatMap((method) => {
    return collection.actions.has(method) ? [] : (item.actions.get(method)?.action ?? []);
  });
  const [first] = lost;
  if (!isComplete || first === undefined || rules.length === 0) return [];
  if (rules.some(({ paramNames }) => paramNames.has('id'))) return [];
  const numbers = rules.map(({ rule }) => rule.number).join(', ');
  const message = `${lost.join(', ')} of the controller "${name}" are for paths with an id, and no rule that reaches it maps one (${numbers})`;
  const hint = `Map it, as in ['/${name}/:id?', 'rest'], or declare static singleton = true for a record without an id.`;
  return [{ code: 'C_ID_MISSING', level: 'warning', message, file, name: first, hint }];
}

function logics(
  { project, controllers, errors, hasAllRules }: CheckedProject,
  rules: ReadonlyMap<string, readonly CompiledRule[]>,
): Finding[] {
  return [...project.logics].flatMap(([name, { logic, file }]): Finding[] => {
    const plan = controllers.get(name);
    if (plan === undefined) {
      // The controller may be one that was refused.
      if (project.controllers.has(name) || isBroken(name, errors)) return [];
      const message = `there is no controller "${name}": this logic is never applied`;
      const hint = `Write src/controller/${name}: npx rest-gen controller ${name} -r; or move what others import out of logic/.`;
      return [{ code: 'C_LOGIC_UNUSED', level: 'warning', message, file, hint }];
    }
    const { prototype } = plan.Class as unknown as { prototype: Record<string, unknown> };
    const served = new Set([
      ...[plan.collection, plan.item].flatMap(({ actions }) => [...actions.values()].map((one) => one.action)),
      // A rule that was refused may name any of them.
      ...(hasAllRules ? namedActions(rules.get(name) ?? []) : plan.actions.keys()),
    ]);
    const unused = logic.actions.filter((action) => {
      // An action that the controller does not have is `E_LOGIC_ACTION`, or handled by its __call.
      return !served.has(action) && typeof prototype[action] === 'function';
    });
    return unused.map((action) => ({
      code: 'C_LOGIC_ACTION_UNUSED',
      level: 'warning',
      message: `it declares ${action}, which no HTTP method and no rule runs`,
      file,
      name: action,
      hint: `The actions are ${[...served].join(', ')}.`,
    }));
  });
}
