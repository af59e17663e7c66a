import type { Tasks } from './tasks.ts';

/** The request to the child. */
export interface ChildRequest {
  readonly task: keyof Tasks;
  readonly input: object;
  /** The directory with `config/router`, relative to the project: `src`. */
  readonly directory: string;
  /** Node strips the types, so imports of compiled files are resolved to sources. */
  readonly findsSources: boolean;
  /** Load packages with `require`, as the modules of the project do. */
  readonly requires: boolean;
}

/** The reply of the child: a line of JSON. */
export type ChildReply = (
  | { readonly value: unknown }
  | { readonly fault: Fault }
  /** The code of the project ended the process. */
  | { readonly ended: { readonly code: number; readonly frames: readonly string[] } }
) & {
  /** Errors in timers and promises of the project. */
  readonly thrown: readonly Fault[];
};

/** An error of the project, as the router names it. */
export interface Fault {
  /** A code of the router or of a store: `E_RULE_PATTERN`. */
  readonly code: string | undefined;
  readonly file: string | undefined;
  readonly rule: { readonly number: string; readonly text: string } | undefined;
  readonly reason: string;
  readonly hint: string | undefined;
  /** Frames of its stack in files of the project: `at src/logic/post.js:3:7`. */
  readonly frames: readonly string[];
  /** Code of its cause: `ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX`. */
  readonly cause: string | undefined;
}
