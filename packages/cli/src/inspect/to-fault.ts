import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fault } from './types.ts';

/** Convert an error for the parent. Errors of the router name file, rule and hint. */
export function toFault(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return { ...NOTHING, reason: String(thrown), frames: [] };
  const { name, message, code, file, rule, hint, cause }: Thrown = thrown;
  const origin: Thrown | undefined = cause instanceof Error ? cause : undefined;
  return {
    code: textOf(code),
    file: textOf(file),
    // The `rule` of a LogicError is a string: the rule of a field.
    rule: typeof rule === 'object' ? (rule as Fault['rule']) : undefined,
    reason: textOf(hint) === undefined ? `${name}: ${message}` : reasonOf(message, String(code), String(hint)),
    hint: textOf(hint),
    frames: framesOf(origin ?? thrown),
    cause: textOf(origin?.code),
  };
}

/**
 * The frames of a stack in files of the project, at most three, the innermost first.
 *
 * @returns `at src/logic/post.js:3:7`
 */
export function framesOf({ stack = '' }: Error): string[] {
  const places = stack.split('\n').flatMap((line) => /^\s+at (?:.* \(|async )?(.+?:\d+:\d+)\)?$/.exec(line)?.[1] ?? []);
  const own = places.flatMap((place) => ownPlace(place) ?? []);
  return [...new Set(own)].slice(0, 3).map((place) => `at ${place}`);
}

// --- internal ---

/** An error of ours by its shape: the project has its own copies of our classes. */
interface Thrown extends Error {
  readonly code?: unknown;
  readonly file?: unknown;
  readonly rule?: unknown;
  readonly hint?: unknown;
}

const NOTHING = { code: undefined, file: undefined, rule: undefined, hint: undefined, cause: undefined } as const;

/** Our messages are code and place, reason, and hint, which are printed separately. */
function reasonOf(message: string, code: string, hint: string): string {
  const head = message.startsWith(`${code}: `) ? `${code}: `.length : message.indexOf('\n') + 1;
  const body = message.slice(message.startsWith(code) ? head : 0).trim();
  return (body.endsWith(hint) ? body.slice(0, body.length - hint.length) : body).trim();
}

function ownPlace(place: string): string | undefined {
  const [, file = '', position = ''] = /^(.*?)(:\d+:\d+)$/.exec(place) ?? [];
  if (file.startsWith('node:') || file.split(/[\\/]/).includes('node_modules')) return undefined;
  const path = relative(process.cwd(), file.startsWith('file:') ? fileURLToPath(file) : file);
  return path.startsWith('..') ? undefined : path.split(sep).join('/') + position;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
