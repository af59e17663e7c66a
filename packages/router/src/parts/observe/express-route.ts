import { tracingChannel } from 'node:diagnostics_channel';
import express, { type IRoute, type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/**
 * A route of Express with a path such as `/post/:id`. Tracers and metrics of Express see requests that it runs as those of
 * `app.all('/post/:id', …)`: `req.route` is set, spans have its path, and `next(error)` reports an error.
 */
export class ExpressRoute {
  /** What Express sets as `req.route`. */
  readonly route: IRoute;
  /** A tracer has replaced functions of Express. */
  readonly #isWrapped: boolean;
  /** The methods that run a route, as they were at first. */
  readonly #methods: readonly unknown[];
  readonly #layer: Layer;

  /** @param template - `/post/{id}` */
  constructor(template: string) {
    const router = express.Router();
    const path = toExpressPath(template);
    this.route = router.route(path).all(rest);
    this.#layer = router.stack[0] as unknown as Layer;
    this.#layer.path = path;
    this.#methods = this.#listMethods();
    this.#isWrapped = isWrapped(this.#layer, this.route, this.#methods);
  }

  #listMethods(): readonly unknown[] {
    const { handleRequest, handle_request } = this.#layer;
    return [handleRequest ?? handle_request, Reflect.get(this.route, 'dispatch')];
  }

  /** Whether something watches the routes of Express. Without it, running one costs a fifth of a small request and does no more than set `req.route`. */
  get isTraced(): boolean {
    return this.#isWrapped || ROUTES.hasSubscribers || this.#listMethods().some((one, at) => one !== this.#methods[at]);
  }

  /**
   * Run `work` as the handler of this route, at once.
   *
   * @param work - `report` tells tracers of an error; nothing else calls the next handler
   */
  run(req: Working, res: Response, work: Work): void {
    req[WORK] = work;
    // Not the router: it would match the path a second time.
    if (this.#layer.handleRequest) this.#layer.handleRequest(req, res, ignore);
    else this.#layer.handle_request?.(req, res, ignore);
  }
}

// --- internal ---

/** The channel of the routes of Express 5. */
const ROUTES = tracingChannel('express.router.request');

/** What a route is in the stack of its router: Express 5 and Express 4 name the method differently. */
interface Layer {
  /** Runs the route. */
  readonly handle: unknown;
  /** OpenTelemetry names a span after it. */
  path: string | undefined;
  readonly handleRequest?: RequestHandler;
  readonly handle_request?: RequestHandler;
}

/** Whether something has replaced the functions of Express: tracers wrap the layer of a route, the prototypes, or the handler. */
function isWrapped({ handle }: Layer, { stack }: IRoute, [runLayer, dispatch]: readonly unknown[]): boolean {
  // Express 4 binds `dispatch` of the route; Express 5 calls it in a function of its own.
  const isDispatch = /\[native code\]|route\.dispatch\(/.test(sourceOf(handle));
  // Some tracers rewrite the source of Express as it is loaded.
  const isOfExpress = LAYER.test(sourceOf(runLayer)) && DISPATCH.test(sourceOf(dispatch));
  return !isDispatch || !isOfExpress || stack[0]?.handle !== rest;
}

/** How the methods begin that run a layer and a route, in Express 4 and 5. */
const LAYER = /^function \w+ ?\(req, res, next\) ?\{\s*(?:const|var) fn = this\.handle\b/;
const DISPATCH = /^function dispatch ?\(req, res, done\) ?\{\s*(?:let|var) idx = 0\b/;

function sourceOf(value: unknown): string {
  return typeof value === 'function' ? Function.prototype.toString.call(value) : '';
}

type Work = (report: NextFunction) => void;
/** A request has its work as a property: a `WeakMap` costs more. */
type Working = Request & { [WORK]?: Work };
const WORK: unique symbol = Symbol('work');

function rest(req: Working, _res: Response, next: NextFunction): void {
  req[WORK]?.(next);
}

function ignore(): void {}

/** `/post/{id}` → `/post/:id`. What Express would read as a pattern is escaped; it takes no two parameters side by side. */
function toExpressPath(template: string): string {
  return template
    .replaceAll('}{', '_')
    .replace(/\{(\w+)\}(\w?)|[()[\]{}+?!*:\\]/g, (text, name?: string, after?: string) => {
      if (name === undefined) return `\\${text}`;
      return after ? `:${name}\\${after}` : `:${name}`;
    });
}
