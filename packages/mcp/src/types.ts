import type { PlanHandler } from '@rest-gen/plans';

/** What the tools `plan` and `commit` call. */
export type WritePlans = Pick<PlanHandler, 'plan' | 'commit'>;

/**
 * Options of `createMcp`; all are optional.
 *
 * @see docs/agents.md
 */
export interface McpOptions {
  /** The plans of the application. Default: `createPlans(router)`. */
  readonly plans?: WritePlans | undefined;
  /**
   * Address of the metadata of the protected resource (RFC 9728), for those who have an OAuth provider: clients find it in the answer 401. Default: none.
   */
  readonly resourceMetadata?: string | undefined;
  /** Origins of web pages that may connect, `https://inspector.example.com`; they also need CORS. Agents that are no web page send none. Default: `[]`. */
  readonly origins?: readonly string[] | undefined;
}

/** Who an agent acts for. */
export type McpUser = object;
