import { createRequire } from 'node:module';
import { type LogicCompiler, loadedCompiler } from '@rest-gen/logic/common';
import type { ProjectOptions } from '../contracts/options.ts';
import { debug } from '../debug.ts';
import type { Modules } from './load-modules.ts';

/**
 * Load the compiler of logics at once, if the project needs it. It is a third of the start of an application, so a project without logics does not load it; where
 * a logic calls `defineLogic` it is loaded already.
 *
 * @returns whether the project can be compiled now: not in a bundle, nor where `require` gives another copy than `import()`
 */
export function requireCompiler(modules: Modules, options: ProjectOptions): boolean {
  if (!needsCompiler(modules, options)) return true;
  try {
    createRequire(import.meta.url)('@rest-gen/logic');
  } catch {
    return false;
  }
  return loadedCompiler() !== undefined;
}

/** Load the compiler of logics, if the project needs it, with `import()`, which bundlers follow; with `require` in loaders without it, such as that of Jest. */
export async function importCompiler(modules: Modules, options: ProjectOptions): Promise<void> {
  if (!needsCompiler(modules, options)) return;
  try {
    await import('@rest-gen/logic');
  } catch (error) {
    if (!requireCompiler(modules, options)) throw error;
  }
}

/** The compiler, once it is loaded. */
export function getCompiler(): LogicCompiler {
  return loadedCompiler() as LogicCompiler;
}

/**
 * Load what validates requests while nobody waits for it. Not outside of production: the first request does it there, and a test may be over before
 * the timer ends.
 */
export function warmUpLater(): void {
  if (process.env.NODE_ENV !== 'production' || isWarmingUp || loadedCompiler() === undefined) return;
  isWarmingUp = true;
  setTimeout(warmUp, WARM_UP_DELAY).unref();
}

// --- internal ---

/** Milliseconds after a start, in which requests may have waited for it. */
const WARM_UP_DELAY = 500;

/** Once for a process. */
let isWarmingUp = false;

function warmUp(): void {
  try {
    getCompiler().warmUp();
  } catch (error) {
    // A request that needs it reports the error.
    debug('what validates requests cannot be loaded: %s', error);
  }
}

function needsCompiler({ logics }: Modules, { messages }: ProjectOptions): boolean {
  return (logics.size > 0 || messages !== undefined) && loadedCompiler() === undefined;
}
