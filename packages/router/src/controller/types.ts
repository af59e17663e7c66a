import type { ActionInput, CompiledAction } from '@rest-gen/logic';
import type { Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import type { Model } from '../model/model.ts';
import type { ModelProvider } from '../model/types.ts';

declare module '@rest-gen/logic' {
  // It stands in a file that the types of every user reach.
  interface Environment {
    /** The request, unchecked. */
    readonly req: Request;
    /** The model of a table, as `this.model(name)` of a controller gives it. */
    readonly model: (name: string) => Model;
  }
}

/** Query parameters as they came, decoded, flat: names are literal text such as `views[gte]`; a doubled name is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[]>>;

/** What a class may say of itself, as static members; none is inherited from `Controller`. */
export interface ControllerStatics {
  /** The class is the base of others, not a controller. Holds for the class that says it, not for those that extend it. */
  abstract?: boolean;
  /** One record without an id (`/profile`): PUT, PATCH and DELETE are for the path without id too. Default `false`. */
  singleton?: boolean;
  /** `getAction` answers lists through `this.list()`, which checks the query parameters that the logic does not declare. Default `false`. */
  declaresListQuery?: boolean;
  /** Records of a page when `pageSize` is not in the query. Default 20. */
  pageSize?: number;
  /** Largest `pageSize` that a client may ask for. Default 100. */
  maxPageSize?: number;
}

/** What an action wants to be answered; `status` by default follows the method. */
export interface Answer {
  readonly data: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Everything of one request that a controller reads and sets. */
export interface RequestContext {
  readonly req: Request;
  readonly res: Response;
  /** The controller's name, as in `v1/post`. */
  readonly controller: string;
  /** Name of the class's method, `postAction`. */
  readonly action: string;
  /** Names that the rule maps; only the path can give them. */
  readonly paramNames: ReadonlySet<string>;
  readonly params: Params;
  readonly query: RawQuery;
  readonly model: ModelProvider | undefined;
  /** Aborts when the client leaves or the time is up. */
  readonly signal: AbortSignal;
  /** The checks of the action; from step 5 on, those that functions of the logic declare for this request. */
  logic: CompiledAction | undefined;
  /** The validated input, from step 5 on. */
  input: ActionInput | undefined;
  /** What `success` was given. */
  answer: Answer | undefined;
}
