import { createHook } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The watch over the files of this process. */
export interface FileWatch {
  /** What was called with what, and operations of Node itself. */
  readonly seen: readonly string[];
  stop(): void;
}

/**
 * Watch every function of `node:fs` and `node:fs/promises`, and with them Node's own operations on files that are not synchronous.
 */
export function watchFiles(): FileWatch {
  const seen: string[] = [];
  const restore = [...wrap(fs, 'fs', seen), ...wrap(fs.promises, 'fs.promises', seen)];
  syncBuiltinESMExports();
  const hook = createHook({
    init(_id, type) {
      if (/^FS|^FILEHANDLE/.test(type)) seen.push(type);
    },
  }).enable();
  return {
    seen,
    stop() {
      hook.disable();
      for (const undo of restore) undo();
      syncBuiltinESMExports();
    },
  };
}

// --- internal ---

type Functions = Record<string, unknown>;

function wrap(module: object, name: string, seen: string[]): (() => void)[] {
  const functions = module as Functions;
  return Object.keys(functions).flatMap((key) => {
    const original = functions[key];
    // What begins with a capital is a class.
    if (typeof original !== 'function' || /^[A-Z_]/.test(key)) return [];
    const watched = function (this: unknown, ...given: unknown[]): unknown {
      seen.push(`${name}.${key}(${given.map(String).join(', ').slice(0, 200)})`);
      return original.apply(this, given);
    };
    functions[key] = Object.assign(watched, original);
    return [() => Object.assign(functions, { [key]: original })];
  });
}
