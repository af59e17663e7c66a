import { nearest } from '@rest-gen/logic/common';
import type { CompiledRule } from '../core/compile/types.ts';
import type { ControllerPlan } from '../core/contracts/plan.ts';
import { StartError } from '../core/errors.ts';

/** The actions of a controller: those of HTTP methods, and those that a rule can name, by the names of their methods: `archiveAction`. */
export type OwnActions = Pick<ControllerPlan, 'actions' | 'collection' | 'item'>;

/**
 * The error of a rule that names an action which its controller does not have, `issue#archive` needs `archiveAction`, and of one whose controller has none.
 *
 * @returns `undefined` where there is an action, and for a rule whose controller a capture names; else `E_RULE_ACTION`
 */
export function missingAction(
  { controller, rule }: CompiledRule,
  controllers: ReadonlyMap<string, OwnActions>,
  file: string | undefined,
): StartError | undefined {
  const { action } = rule.target;
  const plan = controller === undefined ? undefined : controllers.get(controller);
  if (plan === undefined || (action === undefined ? !isEmpty(plan) : plan.actions.has(`${action}Action`)))
    return undefined;
  return new StartError(
    'E_RULE_ACTION',
    `the controller "${controller}" has no action${action === undefined ? '' : ` "${action}"`}`,
    {
      file,
      rule: { number: rule.number, text: rule.text },
      hint: action === undefined ? EMPTY : hintFor(action, controller as string, plan.actions),
    },
  );
}

// --- internal ---

/** Actions that have an HTTP method. */
const METHODS: ReadonlySet<string> = new Set(['get', 'query', 'post', 'put', 'patch', 'delete']);

const EMPTY = 'Extend the base class, class extends Rest { … }, or write an action such as getAction, as a method.';

function isEmpty({ actions, collection, item }: OwnActions): boolean {
  return actions.size + collection.actions.size + item.actions.size === 0 && collection.call === undefined;
}

function hintFor(action: string, controller: string, own: OwnActions['actions']): string {
  if (METHODS.has(action)) return `${action}Action answers an HTTP method: leave "#${action}" out of the target.`;
  const names = Array.from(own.keys(), (name) => name.replace(/Action$/, ''));
  const meant = nearest(action, names);
  const write = `rite ${action}Action() in src/controller/${controller}: npx rest-gen action ${controller} ${action}`;
  return meant === undefined ? `W${write}` : `Did you mean "${controller}#${meant}"? Or w${write}`;
}
