import type { Router } from 'express';
import type { ControllerConstructor } from './controller.ts';
import type { HeaderFields, Hooks } from './exchange.ts';
import type { Inspect } from './inspect.ts';
import type { ControllerPlan } from './plan.ts';
import type { LoadedController, LoadedLogic, Project } from './project.ts';
import type { Service } from './service.ts';

/**
 * A feature that the core does not know. Everything that does not depend on the request is decided at start.
 *
 * @typeParam Statics - the static members of controllers that it reads
 */
export interface Part<Statics extends object = Record<never, never>> {
  /** Unique among the parts. */
  readonly name: string;
  /** How the values of its static members are checked. */
  readonly statics: StaticMembers<Statics>;
  /**
   * Plan the requests of a class. The values of its static members are valid.
   *
   * @returns `undefined` for a class that the part has nothing to do with
   * @throws {StartError}
   */
  plan?(controller: LoadedController<Statics>, logic: LoadedLogic | undefined): PlannedClass | undefined;
  /** All classes are planned, and every rule leads to one. A promise delays the start. @throws {StartError} */
  start?(started: StartedRouter): void | Promise<void>;
  /**
   * Every part has started: nothing can stop the start any more, but for this. Requests are served; `ready` waits for a promise.
   *
   * @throws {StartError}
   */
  started?(): void | Promise<void>;
  /** Ends what the part runs in the background; awaited by `close()` of the router. */
  close?(): Promise<void>;
  /** Schemes of OpenAPI by name, one of which every operation needs: `{ bearer: { type: 'http', scheme: 'bearer' } }`. */
  readonly securitySchemes?: Readonly<Record<string, object>>;
}

/** A router whose project is loaded. */
export interface StartedRouter {
  readonly service: Service;
  /** Explains requests; `undefined` in production. */
  readonly inspect: Inspect | undefined;
  /** Handlers that are added to it run before the rules: `router.get('/history', …)`. */
  readonly router: Router;
}

/** Creates a part for one router. */
export type CreatePart = (project: Project) => Part;

/** The check of each static member of a part. */
export type StaticMembers<Statics> = { readonly [Name in keyof Statics]-?: StaticMember };

/** How the value of a static member is checked at start: error `E_CONTROLLER_STATIC`. */
export interface StaticMember {
  /** What a value has to be: `true or false`. */
  readonly expected: string | ((Class: ControllerConstructor) => string);
  isValid(value: unknown, Class: ControllerConstructor): boolean;
}

/** What a part does for the requests of a class. */
export interface PlannedClass {
  /** Header fields of each answer, also of 405 and OPTIONS. */
  readonly headers?: HeaderFields;
  /** Names that errors do not reveal. */
  readonly unreadable?: readonly string[];
  /** Methods of paths with an id that paths without one have, too: `['PATCH']`. */
  readonly collection?: readonly string[];
  /** @returns `undefined` for an action that it has nothing to do with, whose requests then cost nothing */
  action?(action: PlannedAction): Hooks | undefined;
  /** The class is planned; the part may keep something in a slot of its plan. */
  planned?(plan: ControllerPlan): void;
}

/** An action of a class; of a class with `__call`, also that. */
export interface PlannedAction {
  /** `GET`; `*` for `__call`. */
  readonly method: string;
  /** `getAction` */
  readonly action: string;
  /** The path has no id, and the class is not a singleton. */
  readonly isCollection: boolean;
  readonly isInherited: boolean;
}
