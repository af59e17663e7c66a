import type { Observer } from '../../core/contracts/observer.ts';
import { isObserved } from './channels.ts';
import { nameRoute } from './name-route.ts';
import { Trace } from './trace.ts';

/** Publishes the channels of `node:diagnostics_channel`, and names routes for tracers of Express: docs/observability.md. */
export const observe: Observer<Trace> = {
  begin: (req, res) => (isObserved() ? new Trace(req, res) : undefined),

  run({ req, res, route, path, isExpress, observation }, work) {
    const named = nameRoute(route.matched.rule, route.controller.name, path);
    observation?.match(route, named?.template);
    if (isExpress && named !== undefined) {
      const { express } = named;
      if (express.isTraced) return express.run(req, res, work);
      req.route = express.route;
    }
    work(undefined);
  },
};
