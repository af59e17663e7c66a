import { nearest } from '@rest-gen/logic/common';
import type { CompiledRule } from '../core/compile/types.ts';
import { StartError } from '../core/errors.ts';

/** The actions of a controller that a rule can name, by the names of their methods: `archiveAction`. */
export interface OwnActions {
  readonly actions: ReadonlyMap<string, unknown>;
}

/**
 * The error of a rule that names an action which its controller does not have: `issue#archive` needs `archiveAction`.
 *
 * @returns `undefined` for a rule without an action, and for one whose controller a capture names; else `E_RULE_ACTION`
 */
export function missingAction(
  { controller, rule }: CompiledRule,
  controllers: ReadonlyMap<string, OwnActions>,
  file: string | undefined,
): StartError | undefined {
  const { action } = rule.target;
  const own = controller === undefined ? undefined : controllers.get(controller)?.actions;
  if (action === undefined || own === undefined || own.has(`${action}Action`)) return undefined;
  return new StartError('E_RULE_ACTION', `the controller "${controller}" has no action "${action}"`, {
    file,
    rule: { number: rule.number, text: rule.text },
    hint: hintFor(action, controller as string, own),
  });
}

// --- internal ---

/** Actions that have an HTTP method. */
const METHODS: ReadonlySet<string> = new Set(['get', 'query', 'post', 'put', 'patch', 'delete']);

function hintFor(action: string, controller: string, own: OwnActions['actions']): string {
  if (METHODS.has(action)) return `${action}Action answers an HTTP method: leave "#${action}" out of the target.`;
  const names = Array.from(own.keys(), (name) => name.replace(/Action$/, ''));
  const meant = nearest(action, names);
  const write = `rite ${action}Action() in src/controller/${controller}: npx rest-gen action ${controller} ${action}`;
  return meant === undefined ? `W${write}` : `Did you mean "${controller}#${meant}"? Or w${write}`;
}
