import type { CompiledLogic } from './types.ts';

/** The functions of this package that the router calls when it is loaded. */
export interface LogicCompiler {
  compileLogic(logic: unknown, file?: string): CompiledLogic;
  /** Load Ajv and compile a small logic, so that the first validated request takes less time. */
  warmUp(): void;
  checkProgramMessages(messages: unknown, logics: Iterable<unknown>, where?: string): void;
}

/** Called by the package itself when it is loaded. */
export function registerCompiler(loaded: LogicCompiler): void {
  compiler = loaded;
}

/**
 * The compiler, or `undefined` until `@rest-gen/logic` is loaded: a project without logics does not need it, nor Ajv
 * and validator.
 */
export function loadedCompiler(): LogicCompiler | undefined {
  return compiler;
}

// --- internal ---

let compiler: LogicCompiler | undefined;
