import { createRequire } from 'node:module';
import { type LogicCompiler, loadedCompiler } from '@rest-gen/logic/common';

/**
 * The compiler of logics, which is a third of the start of an application: a project without logics does not load it, and where a logic calls
 * `defineLogic` it is loaded already.
 */
export function getCompiler(): LogicCompiler {
  return loadedCompiler() ?? createRequire(import.meta.url)('@rest-gen/logic');
}
