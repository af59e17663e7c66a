import type { MatchedRule } from '../compile/types.ts';
import type { ControllerConstructor } from './controller.ts';
import type { ActionPlan, HeaderFields } from './exchange.ts';

/** What a path with or without an id has: the actions by method, HEAD among them, and the `Allow` that follows. */
export interface PathPlan {
  readonly actions: ReadonlyMap<string, ActionPlan>;
  /** `GET, HEAD, POST, OPTIONS` */
  readonly allow: string;
  /** Value of `Accept-Patch` (RFC 5789), when there is a `patchAction`. */
  readonly acceptPatch: string | undefined;
  /** Value of `Accept-Query` (RFC 10008), when there is a `queryAction`. */
  readonly acceptQuery: string | undefined;
  /** `__call` of the class, for methods without an action. */
  readonly call: ActionPlan | undefined;
  /** Why methods are missing that the class has an action for. */
  readonly reason?: string;
}

/** A controller ready to be dispatched to. */
export interface ControllerPlan {
  /** As in a target: `v1/post`. */
  readonly name: string;
  readonly Class: ControllerConstructor;
  readonly file: string | undefined;
  readonly logicFile: string | undefined;
  /** `static timeout` and `static maxItems`; `undefined` for the options. */
  readonly timeout: number | undefined;
  readonly maxItems: number | undefined;
  /** `static hidden`, and what the logic keeps secret. */
  readonly unreadable: ReadonlySet<string>;
  /** Paths without an id. A part may replace it with one that has fewer actions: {@link withoutActions}. */
  collection: PathPlan;
  /** Paths with the mapped parameter `id`; a part may replace it, too. */
  item: PathPlan;
  /** Actions that only a rule that names one runs, `issue#archive`: by the name of the method, `archiveAction`. */
  readonly actions: ReadonlyMap<string, PathPlan>;
  /** Sent with each of its answers, also 405 and OPTIONS. */
  readonly headers: HeaderFields | undefined;
}

/** A request with its rule and controller: steps 1 and 2. */
export interface Route {
  readonly matched: MatchedRule;
  readonly controller: ControllerPlan;
  readonly resource: PathPlan;
}
