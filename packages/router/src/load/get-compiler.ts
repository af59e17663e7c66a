import { createRequire } from 'node:module';
import { type LogicCompiler, loadedCompiler } from '@rest-gen/logic/common';
import type { RestRouterOptions } from '../options.ts';
import type { Modules } from './load-modules.ts';

/**
 * Whether a project needs the compiler of logics and it is not loaded yet. It is a third of the start of an application, so a project without logics does not
 * load it; where a logic calls `defineLogic` it is loaded already.
 */
export function needsCompiler({ logics }: Modules, { messages }: RestRouterOptions): boolean {
  return (logics.size > 0 || messages !== undefined) && findCompiler() === undefined;
}

/** Load the compiler at once. @returns whether that is possible: not in a bundle, and not where every module is loaded with `import()` */
export function requireCompiler(): boolean {
  try {
    required = createRequire(import.meta.url)('@rest-gen/logic') as LogicCompiler;
    return true;
  } catch {
    return false;
  }
}

/** Load the compiler with `import()`, which bundlers follow; with `require` in loaders without it, such as that of Jest. */
export async function importCompiler(): Promise<void> {
  try {
    required = await import('@rest-gen/logic');
  } catch (error) {
    if (!requireCompiler()) throw error;
  }
}

/** The compiler, once it is loaded. */
export function getCompiler(): LogicCompiler {
  return findCompiler() as LogicCompiler;
}

// --- internal ---

let required: LogicCompiler | undefined;

function findCompiler(): LogicCompiler | undefined {
  return loadedCompiler() ?? required;
}
