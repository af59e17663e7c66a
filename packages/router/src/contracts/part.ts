import type { ReadyAnswer } from './answer.ts';
import type { ControllerConstructor } from './controller.ts';
import type { OperationDescription } from './description.ts';
import type { Exchange } from './exchange.ts';

/** A feature that the core does not know: what it does is decided at start, for each action. */
export interface Part {
  readonly name: string;
  /**
   * Read the static members of a class.
   *
   * @returns `undefined` for a class that it has nothing to do with
   * @throws {StartError} `E_CONTROLLER_STATIC`
   */
  plan(Class: ControllerConstructor, file: string | undefined): PlannedClass | undefined;
}

/** What a part does for the requests of a class. */
export interface PlannedClass {
  /** Header fields of each answer, also of 405 and OPTIONS. */
  readonly headers?: HeaderFields;
  /** @returns `undefined` for an action that it has nothing to do with, whose requests it then costs nothing */
  action?(method: string, action: string): Hooks | undefined;
}

/** `[['Sunset', 'Fri, 01 Jan 2027 00:00:00 GMT']]` */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** What a part does during a request, in this order. */
export interface Hooks {
  /** After `__before`, before the body is read; throws to refuse the request unread. */
  admit?(exchange: Exchange): void;
  /** The logic has refused the request. @returns what is answered instead */
  refused?(exchange: Exchange): Promise<ReadyAnswer | undefined>;
  /** Runs the action: `act` is the action, `__after` and the making of their answer, and may be called again. */
  around?(exchange: Exchange, act: Act): Promise<ReadyAnswer | undefined>;
  /** Header fields of each of its answers, in addition to those of the class. */
  readonly headers?: HeaderFields;
  /** For documents and other tools. */
  readonly described?: Partial<OperationDescription>;
}

/** @returns `undefined` when the action wrote its answer to `res` */
export type Act = () => Promise<ReadyAnswer | undefined>;
