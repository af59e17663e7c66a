import type { CompiledRule } from '../core/compile/types.ts';
import { describePaths } from '../templates/describe-paths.ts';

/**
 * Find the controllers of a rule: the one that it names, or all that its captures can name.
 *
 * @returns their names; when the paths of the rule are not known, all names that fit its target
 */
export function findControllers(compiled: CompiledRule, controllers: ReadonlyMap<string, unknown>): string[] {
  const { controller } = compiled;
  if (controller !== undefined) return controllers.has(controller) ? [controller] : [];
  const spelled = spelledBy(compiled, [...controllers.keys()]);
  const { paths, opaque } = describePaths(compiled, spelled);
  if (opaque !== undefined) return spelled;
  const named = new Set(paths.map((path) => path.controller));
  return spelled.filter((name) => named.has(name));
}

// --- internal ---

/** The names that have the texts of the target in them, which are words, hyphens and slashes, and anything in the place of its captures. */
function spelledBy({ controllerParts }: CompiledRule, names: readonly string[]): string[] {
  const texts = controllerParts.map((part) => (typeof part === 'string' ? part : '.+'));
  const pattern = new RegExp(`^${texts.join('')}$`);
  return names.filter((name) => pattern.test(name));
}
