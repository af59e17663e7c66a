import type { CompiledAction, RunOptions, Sources } from '../types.ts';
import { shapeOf } from './shape-of.ts';

/**
 * Make the checks of an action whose declaration depends on the request: it is evaluated for each, and compiled once for each shape.
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

// --- internal ---

/** Compiled declarations that an action keeps. */
const MOST_SHAPES = 100;
