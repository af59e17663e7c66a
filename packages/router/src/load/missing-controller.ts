import { nearest } from '@rest-gen/logic/common';
import type { CompiledRule } from '../core/compile/types.ts';
import { StartError } from '../core/errors.ts';

/**
 * The error of a rule that names in fixed text a controller that does not exist; a capture may name anything.
 *
 * @param known - names of all controllers
 * @returns `undefined` when the controller exists, or is named by a capture; else `E_RULE_CONTROLLER`
 */
export function missingController(
  { controller, rule }: CompiledRule,
  known: ReadonlyMap<string, unknown>,
  file: string | undefined,
): StartError | undefined {
  if (controller === undefined || known.has(controller)) return undefined;
  const names = [...known.keys()];
  return new StartError(
    'E_RULE_CONTROLLER',
    `there is no controller "${controller}"${names.length > 0 ? `; there are ${names.join(', ')}` : ''}`,
    { file, rule: { number: rule.number, text: rule.text }, hint: hintFor(controller, names) },
  );
}

// --- internal ---

function hintFor(controller: string, names: readonly string[]): string {
  if (/(?:^|\/)rest$/.test(controller)) return 'The base class "rest" is not a controller: name one that extends it.';
  const write = `rite src/controller/${controller}: npx rest-gen controller ${controller} -r`;
  const meant = nearest(controller, names);
  if (meant !== undefined) return `Did you mean "${meant}"? Or w${write}`;
  // A version has a directory of its own (seed, "Versioning").
  const [same] = names.filter((name) => lastOf(name) === lastOf(controller));
  if (same === undefined) return `W${write}`;
  return `"${same}" is in another directory of controllers: name that one, or w${write}`;
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
