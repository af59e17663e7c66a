import type { Request, Response } from 'express';
import type { Route } from './plan.ts';

/** Watches the requests of a router, for traces and metrics. */
export interface Observer<Watched extends Observation = Observation> {
  /** A request arrives. @returns `undefined` when nobody listens */
  begin(req: Request, res: Response): Watched | undefined;
  /** Run the steps of a request whose controller is found; called for requests of Express, and where somebody listens. */
  run(request: ObservedRequest<Watched>, work: Work): void;
}

/** A request whose controller is found. */
export interface ObservedRequest<Watched> {
  readonly req: Request;
  readonly res: Response;
  readonly route: Route;
  /** As the rules see it. */
  readonly path: string;
  /** There is a next handler: tracers of Express may watch. */
  readonly isExpress: boolean;
  readonly observation: Watched | undefined;
}

/** @param report - tells tracers of Express about an error */
export type Work = (report: ((error: unknown) => void) | undefined) => void;

/** Watches one request. */
export interface Observation {
  /** Run step 5, the logic, or step 6, the action; it may take its time. */
  step<T>(name: 'logic' | 'action', work: () => T): T;
  /** The request is answered with an error. */
  fail(error: unknown): void;
}
