import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/**
 * A route of Express with a path such as `/post/:id`. Tracers and metrics of Express see requests that it runs as those of
 * `app.all('/post/:id', …)`: `req.route` is set, spans have its path, and `next(error)` reports an error.
 */
export class ExpressRoute {
  readonly #layer: Layer;

  /** @param template - `/post/{id}` */
  constructor(template: string) {
    const router = express.Router();
    const path = toExpressPath(template);
    router.route(path).all(rest);
    this.#layer = router.stack[0] as unknown as Layer;
    this.#layer.path = path;
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

/** What a route is in the stack of its router: Express 5 and Express 4 name the method differently. */
interface Layer {
  /** OpenTelemetry names a span after it. */
  path: string | undefined;
  readonly handleRequest?: RequestHandler;
  readonly handle_request?: RequestHandler;
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
