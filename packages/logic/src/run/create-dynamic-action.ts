import { isPlainObject } from '../is-object.ts';
import type { CompiledAction, RunOptions, Sources } from '../types.ts';

/**
 * Make the checks of an action whose declaration depends on the request: it is evaluated for each, and compiled once
 * for each shape.
 *
 * @param evaluate - gives the sections for a request
 * @param compile - checks sections and makes their action
 */
export function createDynamicAction(
  evaluate: (sources: Sources, options: RunOptions) => unknown,
  compile: (sections: unknown) => CompiledAction,
): CompiledAction {
  const compiled = new Map<string, CompiledAction>();
  const remember = (sections: unknown): CompiledAction => {
    const shape = shapeOf(sections);
    const action = compiled.get(shape) ?? compile(sections);
    // The last to be used is the last in the map; requests could make new shapes without end.
    compiled.delete(shape);
    compiled.set(shape, action);
    if (compiled.size > MOST_SHAPES) compiled.delete(compiled.keys().next().value as string);
    return action;
  };
  const resolve = (sources: Sources, options: RunOptions = {}) => {
    const sections = evaluate(sources, options);
    return sections instanceof Promise ? sections.then(remember) : remember(sections);
  };
  return {
    fields: () => undefined,
    names: () => undefined,
    unreadable: () => [],
    unwritable: () => new Map(),
    deprecated: () => [],
    deprecatedSince: () => undefined,
    form: () => undefined,
    ofBody: () => createDynamicAction(evaluate, (sections) => compile(sections).ofBody()),
    paths: () => undefined,
    toJSONSchema: () => undefined,
    resolve,
    run(sources, options) {
      const action = resolve(sources, options);
      return action instanceof Promise
        ? action.then((made) => made.run(sources, options))
        : action.run(sources, options);
    },
    check(sources, options) {
      const action = resolve(sources, options);
      return action instanceof Promise
        ? action.then((made) => made.check(sources, options))
        : action.check(sources, options);
    },
  };
}

/**
 * A text that is the same for declarations that mean the same: plain objects and lists by what is in them, everything
 * else that is an object (functions, classes, schemas of other libraries) by which one it is.
 */
export function shapeOf(value: unknown): string {
  return describe(value, 0);
}

// --- internal ---

/** Compiled declarations that an action keeps. */
const MOST_SHAPES = 100;

/** Deeper than any declaration that is taken; what contains itself ends there. */
const DEEPEST = 100;

function describe(value: unknown, depth: number): string {
  if (typeof value === 'function') return `#${identify(value)}`;
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? `${value}n` : scalar(value);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return `@${value.getTime()}`;
  const list = Array.isArray(value);
  if (depth > DEEPEST || (!list && !isPlainObject(value))) return `#${identify(value)}`;
  if (list) return `[${Array.from(value, (item) => describe(item, depth + 1)).join()}]`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${describe(item, depth + 1)}`)
    .join()}}`;
}

const numbers = new WeakMap<object, number>();
let last = 0;

function identify(value: object): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(value, last);
  return last;
}

function scalar(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : Object.is(value, -0) ? '-0' : String(value);
}
