import type { Request, Response } from 'express';
import type { Params } from '../compile/types.ts';
import type { ControllerInstance } from './controller.ts';

/** A request at its action, and its answer. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly params: Params;
  /** The controller's name, as in `v1/post`. */
  readonly controller: string;
  /** Name of the class's method, `postAction`. */
  readonly action: string;
  /** The instance of the class that serves it. */
  readonly instance: ControllerInstance;
  /** The body as parsed, from step 5 on. */
  readonly body: unknown;
  /** Aborts when the client leaves or the time is up. */
  readonly signal: AbortSignal;
  /** Milliseconds until the answer has to begin; 0 for no limit. */
  readonly timeout: number;
  /** Let go of what the action returned: it will not be sent. */
  discard(): void;
  /** Throws why the signal has aborted, if it has. */
  throwIfAborted(): void;
}
