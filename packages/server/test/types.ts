// Checked by the compiler, and never run: what users write has to be accepted as it is, and mistakes refused.
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import express, { type NextFunction, type Request, type Response } from 'express';
import { createServer, gracefulShutdown, live, ready, type ServerOptions } from '../src/index.ts';

const app = express();
const certificate = { key: '', cert: '' };
app.get('/live', live()).get('/ready', ready({ ping: async () => undefined }, { timeout: 500 }));

const plain: HttpServer = createServer(app, { maxHeaders: 100 });
const tls: HttpsServer = createServer(app, { https: certificate });
const router: HttpServer = createServer(express.Router());
const bare: HttpServer = createServer((req, res) => void res.end(req.url?.length));
createServer(async (req: Request, _res: Response, next: NextFunction) => next(req.body));
createServer(ready([]));
const options: ServerOptions = {};
createServer(app, options).listen(0);

const shutdown = gracefulShutdown([plain, tls, router], {
  close: [{ close: async () => undefined }, () => 1],
  onSignal: (signal) => signal.length,
});
shutdown.stop().then((isDone: boolean) => isDone && shutdown.stopping);
gracefulShutdown(bare.listen(0));

// @ts-expect-error: no handler
createServer({});
// @ts-expect-error: no such option
createServer(app, { timeout: 5 });
// @ts-expect-error: a time is a number
createServer(app, { idleTimeout: '5s' });
// @ts-expect-error: an application is no server
gracefulShutdown(app);
// @ts-expect-error: nothing to ask
ready(5);
