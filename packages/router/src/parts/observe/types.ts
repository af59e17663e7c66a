import type { IncomingMessage, ServerResponse } from 'node:http';

/** Members of every message. No message has a body, a query, a parameter or a return value. */
export interface RequestMessage {
  /** One object in all messages of a request, for use as a key. */
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Number of the rule, `3`, or `4.2` inside a group; `undefined` where the request was refused before its controller was found. */
  readonly rule: string | undefined;
  /** The path of the rule as a template, below the mount path: `/post/{id}`; `undefined` when the rule cannot be written as one. */
  readonly route: string | undefined;
  /** `v1/post`; `undefined` when there is no such controller. */
  readonly controller: string | undefined;
  /** Name of the class's method, `postAction`; `undefined` for OPTIONS, and for a method without action. */
  readonly action: string | undefined;
}

/** `rest-gen.match`: a rule takes a request, and its controller is found. */
export interface MatchMessage extends RequestMessage {
  /** Milliseconds that the look-up took. */
  readonly duration: number;
}

/** `tracing:rest-gen.logic:*` and `tracing:rest-gen.action:*`: the same object in all events of one run. */
export interface StepMessage extends RequestMessage {
  /** Milliseconds; set when the step is over: in `asyncStart` and `asyncEnd`, or in the `end` of a synchronous step. */
  duration: number | undefined;
  /** The thrown value; set in `error` and later events. */
  error: unknown;
}

/** `rest-gen.answer`: the answer is sent, or the client has left. */
export interface AnswerMessage extends RequestMessage {
  /** `undefined` when the client left before there was one. */
  readonly status: number | undefined;
  /** Milliseconds since the router received the request. */
  readonly duration: number;
  /** The client left before all of the answer was sent. */
  readonly aborted: boolean;
  /** The answer was kept from an earlier request with the same `Idempotency-Key`: no action ran. */
  readonly replayed: boolean;
  /** The thrown value that was answered with a problem document; `undefined` for none. */
  readonly error: unknown;
}
