import {
  type ControllerPlan,
  type Explanation,
  isHttpError,
  type Route,
  selectAction,
} from '@rest-gen/router/internal';
import { suggestController, suggestMethod } from './suggest-fix.ts';

/** The outcome of a request, with a hint if it is an error. */
export type ExplainedAnswer = Pick<Explanation, 'action' | 'error' | 'status' | 'outcome' | 'hint' | 'command'>;

/** Describe the response to a method of a route, assuming that its action sets no status. */
export function explainAction(route: Route, method: string): ExplainedAnswer {
  const { controller, matched, resource } = route;
  try {
    const action = selectAction(route, method)?.action;
    const place = `the controller "${controller.name}"${controller.file === undefined ? '' : ` (${controller.file})`}`;
    const status = action === undefined ? 204 : (STATUSES.get(action) ?? 200);
    const outcome =
      action === undefined
        ? `The router answers with 204 and Allow: ${resource.allow}.`
        : `${action} of ${place} answers; the default status is ${status}.`;
    return { ...NOTHING, action, status, outcome };
  } catch (error) {
    const hint = suggestMethod(method, controller, resource, matched.rule.paramNames.has('id'));
    return { ...explainError(error), hint };
  }
}

/** Describe the response to an error. */
export function explainError(error: unknown): ExplainedAnswer {
  if (!isHttpError(error)) throw error;
  const { status, code, detail, headers, hint } = error;
  const allow = headers.Allow === undefined ? '' : ` Allow: ${headers.Allow}.`;
  return {
    ...NOTHING,
    error: { status, code, detail },
    status,
    outcome: `${code}: ${detail}${allow}`,
    hint,
  };
}

/** Describe the response when a capture names a controller that does not exist. */
export function explainNoController(
  error: unknown,
  name: string,
  controllers: ReadonlyMap<string, ControllerPlan>,
): ExplainedAnswer {
  const explained = explainError(error);
  const { hint, command } = suggestController(name, controllers.keys());
  return { ...explained, hint: [explained.hint, hint].filter(Boolean).join(' '), command };
}

// --- internal ---

const NOTHING = { action: undefined, error: undefined, hint: undefined, command: undefined } as const;

/** Default statuses other than 200 (docs/controllers.md). */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['postAction', 201],
  ['deleteAction', 204],
]);
