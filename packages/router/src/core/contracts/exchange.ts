import type { ActionInput, Checked, CompiledAction, RunOptions, Sources } from '@rest-gen/logic';
import type { Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import type { ActionFacts } from './action-facts.ts';
import type { Answer, ReadyAnswer } from './answer.ts';
import type { ControllerInstance } from './controller.ts';
import type { ResolvedOptions } from './options.ts';

declare module '@rest-gen/logic' {
  // It stands in a file that the types of every user reach.
  interface Environment {
    /** The request, unchecked. */
    readonly req: Request;
  }
}

/** Query parameters as they came, decoded, flat: names are literal, such as `views[gte]`; a repeated name is a list. */
export type RawQuery = Readonly<Record<string, string | readonly string[]>>;

/** A request at its action, and its answer: what the core knows of both. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly plan: ActionPlan;
  /** The name of the controller, as in `v1/post`. */
  readonly controller: string;
  /** The name of the method of the class, `postAction`. */
  readonly action: string;
  /** The instance of the class that serves the request. */
  readonly instance: ControllerInstance;
  /** The names that the rule maps; only the path can give them. */
  readonly paramNames: ReadonlySet<string>;
  readonly params: Params;
  /** The parameter `id` as received, where it has a comma. */
  readonly rawId: string | undefined;
  /** Names that errors do not reveal: `static hidden`, and what the logic keeps secret. */
  readonly unreadable: ReadonlySet<string>;
  query: RawQuery;
  /** The body as parsed, from step 4 on. */
  readonly body: unknown;
  /** The checks of the action; from step 5 on, those that functions of the logic declare for this request. */
  logic: CompiledAction | undefined;
  /** The body that the logic has checked, as the client sent it. */
  sentBody: unknown;
  /** The validated input, from step 5 on. */
  readonly input: ActionInput | undefined;
  /** The argument of `success`. */
  answer: Answer | undefined;
  /** The page that the answer shows; `undefined` for none. */
  page: ShownPage | undefined;
  /** The `ETag` of the answered record without what is included with it; `undefined` where nothing is. */
  recordTag: string | undefined;
  /** The media type in which a part answers, of those that the client accepts; `undefined` where none has chosen. */
  mediaType: string | undefined;
  readonly envelope: ResolvedOptions['envelope'];
  /** Errors of `fail()` keep their stack: in development, or with `onError`. */
  readonly traced: boolean;
  /** Items of one list in the body. */
  readonly maxItems: number;
  /** Bytes that a body may have. */
  readonly bodyLimit: number;
  /** Bytes that an answer may have, unless it is a stream. */
  readonly answerLimit: number;
  /** Milliseconds until the answer has to begin, and in which a part of the body has to arrive; 0 for no limit. */
  readonly timeout: number;
  /** Aborts when the client leaves or the time is up. */
  readonly signal: AbortSignal;
  /** The same, without creating the signal. */
  readonly aborted: boolean;
  /** The requester, as the option `user` says; `undefined` for nobody. */
  readonly user: unknown;
  /** The answer depends on the user. */
  readonly isPersonal: boolean;
  becomePersonal(): void;
  /** The response for the code of an action, which may write to it. */
  exposeResponse(): Response;
  /** Throws why the signal has aborted, if it has. */
  throwIfAborted(): void;
  /** Wait for a body; the deadline moves as data arrives. */
  readBody<T>(body: T | Promise<T>): T | Promise<T>;
  /**
   * Wait until there is memory for an answer of so many bytes. Only the first call of a request waits.
   *
   * @throws {HttpError} 503 `E_BUSY`
   */
  reserve(bytes: number): Promise<void>;
  /** Report the date since which a field of the request is deprecated (RFC 9745); the earliest date is sent. */
  announceDeprecation(since: Date | undefined): void;
  /** Release the value that the action returned: it will not be sent. */
  discard(): void;
}

/** A page of records. */
export interface ShownPage {
  readonly records: number;
  /** Called with the length of the page as it is sent. */
  measured(length: number): void;
}

/** One action of a controller, with everything about it that is known at start. */
export interface ActionPlan {
  /** The method as the action sees it; `GET` for HEAD. */
  readonly method: string;
  /** The name of the method of the class, such as `postAction`. */
  readonly action: string;
  /** The method is that of a base class, which says `static abstract`. */
  readonly isInherited: boolean;
  readonly takesBody: boolean;
  /** Bodies of forms are read: `static forms`, or a QUERY, which no form sends. */
  readonly forms: boolean;
  readonly logic: CompiledAction | undefined;
  /** Items of one list in the body: `static maxItems`; `undefined` for the option. */
  readonly maxItems: number | undefined;
  /** What the parts do for its requests. */
  readonly hooks: ActionHooks;
  /** A part checks the query parameters that the logic does not declare. */
  readonly openQuery: boolean;
  /** Sent with each of its answers, in addition to those of the controller. */
  readonly headers: HeaderFields | undefined;
  /** What the parts say of it, for documents and other tools. */
  readonly described: readonly ActionFacts[];
}

/** `[['Sunset', 'Fri, 01 Jan 2027 00:00:00 GMT']]` */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** What a part does during the requests of an action, in this order. */
export interface Hooks {
  /** The action is selected; the controller is not constructed yet. */
  begin?(exchange: Exchange): void | Promise<void>;
  /** After `__before`, before the body is read; throws to refuse the request unread. */
  admit?(exchange: Exchange): void | Promise<void>;
  /** Reads the body instead of the core, which neither knows its media type nor checks what it holds. */
  readBody?(exchange: Exchange): Promise<unknown>;
  /** Runs the logic, by `validation.check`: changes what it checks, or its result. */
  validate?(exchange: Exchange, sources: Sources, validation: Validation): Checked | Promise<Checked>;
  /** The logic has refused the request. @returns the answer instead of the errors */
  refused?(exchange: Exchange): Promise<ReadyAnswer | undefined>;
  /** Runs the action: `act` is the action, `__after` and the making of their answer, and may be called again. */
  around?(exchange: Exchange, act: Act): Promise<ReadyAnswer | undefined>;
  /** A step has thrown; not called at the deadline. @returns the error that is answered; `undefined` for this one */
  failed?(exchange: Exchange, error: unknown): unknown;
  /**
   * The request is about to be answered, or over, or its time is up while the action still runs. Called once or more, the last time when all is over.
   *
   * @param isSuccess - the action has completed, and the status is below 400
   */
  end?(exchange: Exchange, isSuccess: boolean): void | Promise<void> | undefined;
  /** The query parameters that the logic does not declare are left to `validate`. */
  readonly openQuery?: boolean;
  /** Header fields of each answer of the action, in addition to those of the class. */
  readonly headers?: HeaderFields;
  /** For documents and other tools. */
  readonly described?: ActionFacts;
}

/** The hooks of an action, each in the order of the parts. */
export interface ActionHooks {
  readonly begin: readonly NonNullable<Hooks['begin']>[];
  readonly admit: readonly NonNullable<Hooks['admit']>[];
  readonly readBody: NonNullable<Hooks['readBody']> | undefined;
  readonly validate: readonly NonNullable<Hooks['validate']>[];
  readonly refused: readonly NonNullable<Hooks['refused']>[];
  readonly around: readonly NonNullable<Hooks['around']>[];
  readonly failed: readonly NonNullable<Hooks['failed']>[];
  readonly end: readonly NonNullable<Hooks['end']>[];
}

/** Step 5 as the core runs it. */
export interface Validation {
  /** How the logic of this request runs. */
  readonly options: RunOptions;
  /**
   * Check what was sent by the logic of the action, where it has one.
   *
   * @param run - runs the checks of one input; default: those of the logic
   */
  check(sources: Sources, options?: RunOptions, run?: RunChecks): Checked | Promise<Checked>;
}

/** Runs the checks that the logic declares for a request. */
export type RunChecks = (logic: CompiledAction, sources: Sources, options: RunOptions) => Checked | Promise<Checked>;

/** @returns `undefined` when the action wrote its answer to `res` */
export type Act = () => Promise<ReadyAnswer | undefined>;
