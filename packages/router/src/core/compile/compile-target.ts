import type { ParsedRule, TargetPart } from '../parse/types.ts';
import type { CompiledParam, CompiledPart, Filling } from './types.ts';

/** The controller's name and the parameters that the captures of a rule fill. */
export interface CompiledTarget {
  /** The controller's name when no capture is in it, else `undefined`. */
  readonly controller: string | undefined;
  readonly controllerParts: readonly CompiledPart[];
  readonly params: readonly { readonly name: string; readonly parts: readonly CompiledPart[] }[];
}

/** Find the captures that a target takes, by number or name. */
export function compileTarget({ pattern, target }: ParsedRule): CompiledTarget {
  const slots = [target.controller, ...target.params.map(({ value }) => value)].flat();
  const taken = new Set(slots.flatMap((part) => (part.kind === 'slot' ? findGroups(part.slot, pattern.groups) : [])));
  const params = target.params.map(({ name, value }) => ({ name, parts: compileParts(value, pattern.groups) }));
  // A named capture that the target places somewhere else (in the controller's name, in another parameter) is used up there.
  for (const name of new Set(pattern.groups)) {
    if (name === undefined || params.some((param) => param.name === name)) continue;
    const groups = findGroups(name, pattern.groups);
    if (!groups.some((index) => taken.has(index))) params.push({ name, parts: [groups] });
  }
  const controllerParts = compileParts(target.controller, pattern.groups);
  const fixed = controllerParts.every((part) => typeof part === 'string');
  return { controller: fixed ? controllerParts.join('') : undefined, controllerParts, params };
}

/**
 * The parameters and the controller's name that one variant fills.
 *
 * @param groups - the captures that take part in this variant; `undefined` when only the match decides
 */
export function fillingOf(
  { controller, controllerParts, params }: CompiledTarget,
  groups?: ReadonlySet<number>,
): Filling {
  const filled = params.flatMap(({ name, parts }): CompiledParam[] => {
    const present = groups ? choose(parts, groups) : parts;
    if (present === undefined) return [];
    const [only] = present;
    const whole = groups && present.length === 1 && typeof only === 'object';
    return [{ name, parts: present, group: whole ? (only[0] as number) : 0 }];
  });
  if (controller !== undefined) return { params: filled, controller: undefined };
  return { params: filled, controller: groups ? (choose(controllerParts, groups) ?? []) : controllerParts };
}

// --- internal ---

/** The capture that fills each part; `undefined` when one has none. */
function choose(parts: readonly CompiledPart[], groups: ReadonlySet<number>): CompiledPart[] | undefined {
  const chosen: CompiledPart[] = [];
  for (const part of parts) {
    const group = typeof part === 'string' ? undefined : part.find((index) => groups.has(index));
    if (typeof part !== 'string' && group === undefined) return undefined;
    chosen.push(typeof part === 'string' ? part : [group as number]);
  }
  return chosen;
}

function compileParts(parts: readonly TargetPart[], groups: readonly (string | undefined)[]): CompiledPart[] {
  return parts.map((part) => (part.kind === 'text' ? part.text : findGroups(part.slot, groups)));
}

function findGroups(slot: number | string, groups: readonly (string | undefined)[]): number[] {
  return typeof slot === 'number' ? [slot] : groups.flatMap((name, index) => (name === slot ? [index + 1] : []));
}
