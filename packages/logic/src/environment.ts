/**
 * Members that functions of a logic and asynchronous rules receive besides the input; `@rest-gen/router` adds some by
 * declaration merging.
 *
 * @see docs/logic-schemas.md
 */
export interface Environment {
  /** Aborts when the client disconnects or the deadline has passed. */
  readonly signal?: AbortSignal | undefined;
}
