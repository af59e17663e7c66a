import type { BundleReply, BundleTask } from './tasks/bundle.ts';
import type { CheckReply, CheckTask } from './tasks/check.ts';
import type { ExplainReply, ExplainTask } from './tasks/explain.ts';
import type { OpenApiReply, OpenApiTask } from './tasks/openapi.ts';
import type { RoutesReply, RoutesTask } from './tasks/routes.ts';

/** What a project can be asked, as JSON; one file each in `tasks/`, which runs in the child. */
export type InspectTask = RoutesTask | ExplainTask | CheckTask | OpenApiTask | BundleTask;

/** The reply to each kind of task, as JSON. */
export interface Replies {
  readonly routes: RoutesReply;
  readonly explain: ExplainReply;
  readonly check: CheckReply;
  readonly openapi: OpenApiReply;
  readonly bundle: BundleReply;
}

/** The request to the child. */
export interface Order {
  readonly task: InspectTask;
  /** The directory with `config/router`, relative to the project: `src`. */
  readonly directory: string;
  /** Node strips the types, so imports of compiled files are resolved to sources. */
  readonly findsSources: boolean;
  /** Load packages with `require`, as the modules of the project do. */
  readonly requires: boolean;
}

/** The reply of the child: a line of JSON. */
export type Answer = (
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
  /** Of the router or of a store: `E_RULE_PATTERN`. */
  readonly code: string | undefined;
  readonly file: string | undefined;
  readonly rule: { readonly number: string; readonly text: string } | undefined;
  readonly reason: string;
  readonly hint: string | undefined;
  /** Where it was thrown, in files of the project: `at src/logic/post.js:3:7`. */
  readonly frames: readonly string[];
  /** Code of its cause: `ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX`. */
  readonly cause: string | undefined;
}
