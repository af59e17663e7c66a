import type { Debugger } from 'debug';
import { createDebug } from './commonjs.ts';
import { toLogLine, toShortLog } from './log-text.ts';

/** What prints the lines; they come to it through {@link debug} only. */
export const printer: Debugger = createDebug('@rest-gen/router');

/** Whether lines are printed, with `DEBUG=@rest-gen/router`: what each address resolves to (seed, "Checking that a rule is in effect"). */
export function isDebugging(): boolean {
  return printer.enabled;
}

/**
 * Print a line when lines are printed; what comes from a request cannot end it.
 *
 * @param text - each `%s` in it stands for a value: of a list each item is a line of its own
 */
export function debug(text: string, ...values: readonly unknown[]): void {
  if (!printer.enabled) return;
  let index = 0;
  const line = text.replaceAll('%s', () => {
    const value = values[index++];
    return Array.isArray(value) ? value.map((item) => `\n${toLogLine(String(item))}`).join('') : toShortLog(value);
  });
  printer('%s', line);
}
