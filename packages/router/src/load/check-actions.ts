import { nearest } from '@rest-gen/logic/common';
import { ACTIONS, actionMethodsOf, hasMethod } from '../core/actions.ts';
import type { LoadedController, LoadedLogic } from '../core/contracts/project.ts';
import { StartError } from '../core/errors.ts';

/**
 * Check that a controller has the actions that its logic declares: rules for an action that is misspelt would never be applied.
 *
 * A controller with `__call` may use what it likes of its logic; there, only names close to one of its actions are refused.
 *
 * @returns for each such action a {@link StartError} `E_LOGIC_ACTION` naming the logic, the action and the nearest one
 */
export function checkActions(
  controllers: ReadonlyMap<string, LoadedController>,
  logics: ReadonlyMap<string, LoadedLogic>,
): StartError[] {
  const errors: StartError[] = [];
  for (const [name, { logic, file }] of logics) {
    const controller = controllers.get(name);
    if (controller === undefined) continue;
    const { prototype } = controller.Class;
    for (const action of logic.actions) {
      if (hasMethod(prototype, action)) continue;
      const actions = actionsOf(prototype);
      const meant = nearest(action, actions);
      if (actions.has('__call') && (meant === undefined || ACTIONS.includes(action))) continue;
      errors.push(missing(action, meant, controller, file ?? `the logic "${name}"`));
    }
  }
  return errors;
}

// --- internal ---

/** Names of the methods `…Action`, those of base classes among them, and `__call`. */
function actionsOf(prototype: object): Set<string> {
  return new Set([...actionMethodsOf(prototype), ...(hasMethod(prototype, '__call') ? ['__call'] : [])]);
}

function missing(
  action: string,
  meant: string | undefined,
  { name, file }: LoadedController,
  place: string,
): StartError {
  const where = `the controller "${name}"${file === undefined ? '' : ` (${file})`}`;
  return new StartError('E_LOGIC_ACTION', `it declares "${action}", and ${where} has no such method`, {
    file: place,
    hint:
      meant === undefined || ACTIONS.includes(action)
        ? `Write ${action}() in the controller, or take it out of the logic. A class field (${action} = …) is not served: write a method.`
        : `Did you mean "${meant}"? A class field (${action} = …) is not served: write a method.`,
  });
}
