import type { ControllerDescription, PathDescription, RuleDescription, ServiceDescription } from '@rest-gen/router';
import { OpenApiError } from '../errors.ts';
import type { Pause } from '../pause.ts';

/** A path of the document: the first rule that matches it, and notes about it. */
export interface SelectedPath {
  readonly path: PathDescription;
  readonly controller: ControllerDescription;
  /** Rules with an equivalent path, which are left out. */
  readonly notes: readonly string[];
}

/**
 * Select the paths of a document, in the order of the rules. The first rule with a path wins.
 *
 * OpenAPI treats `/post/{id}` and `/post/{slug}` as the same path (3.1, Path Templating): the later one is left out and
 * noted at the first.
 *
 * @param version - `v1`: paths that begin with `/v1`, and those whose controller is in `v1/`; all when `undefined`
 * @throws {OpenApiError} `E_OPENAPI_VERSION` when no path belongs to the version
 */
export async function selectPaths(
  { rules, controllers }: ServiceDescription,
  version: string | undefined,
  pause: Pause,
): Promise<SelectedPath[]> {
  const chosen = new Map<string, ChosenPath>();
  for (const rule of rules) {
    for (const path of rule.paths) {
      const controller = controllers.get(path.controller);
      if (controller === undefined || !isOf(path, version)) continue;
      const form = formOf(path);
      const first = chosen.get(form);
      if (first === undefined) chosen.set(form, { path, controller, rule, notes: [] });
      else if (!isSame(first.path, path)) first.notes.push(noteOf(rule, path));
    }
    await pause();
  }
  if (version !== undefined && chosen.size === 0) throw noVersion(version);
  const ordered = [...chosen.values()].sort(byRule(rules, [...chosen.values()]));
  return ordered.map(({ path, controller, notes }) => ({ path, controller, notes: [...new Set(notes)] }));
}

/** Rules whose paths cannot be written as templates, and why. */
export function listOpaque({ rules }: ServiceDescription): string[] {
  return rules
    .filter(({ opaque }) => opaque !== undefined)
    .map(({ number, text, opaque }) => `rule ${number}, ${text}: ${opaque}`);
}

// --- internal ---

interface ChosenPath extends SelectedPath {
  readonly rule: RuleDescription;
  readonly notes: string[];
}

/** Compare paths by their rules; within a rule by controller, the collection before its records. */
function byRule(
  rules: readonly RuleDescription[],
  all: readonly ChosenPath[],
): (a: ChosenPath, b: ChosenPath) => number {
  const controllers = [...new Set(all.map(({ path }) => path.controller))];
  return (a, b) =>
    rules.indexOf(a.rule) - rules.indexOf(b.rule) ||
    controllers.indexOf(a.path.controller) - controllers.indexOf(b.path.controller) ||
    Number(a.path.isItem) - Number(b.path.isItem);
}

function isOf({ template, controller }: PathDescription, version: string | undefined): boolean {
  if (version === undefined) return true;
  return controller.startsWith(`${version}/`) || `${template}/`.startsWith(`/${version}/`);
}

/** A key that is equal for templates that differ only in parameter names. */
function formOf({ template }: PathDescription): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}

/** A later rule with the same patterns and controller needs no note. */
function isSame(first: PathDescription, later: PathDescription): boolean {
  return shapeOf(first) === shapeOf(later);
}

function shapeOf({ controller, template, parameters }: PathDescription): string {
  return JSON.stringify([controller, template, parameters]);
}

function noteOf({ number, text }: RuleDescription, { template, controller }: PathDescription): string {
  return `${template} of rule ${number}, ${text}, for "${controller}": OpenAPI cannot tell it from this path, which comes first.`;
}

function noVersion(version: string): OpenApiError {
  return new OpenApiError(
    'E_OPENAPI_VERSION',
    `no path belongs to the version "${version}".`,
    `Write a rule whose path begins with /${version}, or whose controller is in ${version}/.`,
  );
}
