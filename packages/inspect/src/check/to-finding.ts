import { showPath } from '@rest-gen/router/internal';
import type { Finding } from './types.ts';

/** Convert a start error to a finding. */
export function toFinding(error: unknown): Finding {
  const { code, file, rule, action, hint = '', message } = error as Partial<StartFailure>;
  const reason = typeof message === 'string' ? reasonOf(message, hint) : String(error);
  const name = action ?? /^it declares "(\w+)"/.exec(reason)?.[1];
  return {
    code: typeof code === 'string' ? code : 'E_LOAD',
    level: 'error',
    message: reason,
    file: file === undefined ? undefined : showPath(file),
    ...(typeof rule === 'object' && { rule }),
    ...(name !== undefined && { name }),
    hint: hint === '' ? 'Fix what the message names.' : hint,
  };
}

// --- internal ---

/** A `StartError`, or a `LogicError`, which has no hint: its message says what to do about it. */
interface StartFailure extends Error {
  readonly code: string;
  readonly file: string | undefined;
  /** For a `LogicError` the rule of a field, which is not a rule of config/router. */
  readonly rule: { number: string; text: string } | string | undefined;
  readonly action: string | undefined;
  readonly hint: string;
}

/** The lines of a `StartError` are its place, the reason, and the hint; a `LogicError` has one line. */
function reasonOf(message: string, hint: string): string {
  const lines = message.split('\n');
  const reason = lines.length > 1 ? lines.slice(1).join('\n').trim() : message;
  return (hint !== '' && reason.endsWith(hint) ? reason.slice(0, -hint.length) : reason).trim();
}
