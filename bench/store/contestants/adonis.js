import { Ignitor, prettyPrintError } from '@adonisjs/core';
import { announce } from '../../http/contestants/shared/listen.js';

// As the API starter kit writes it; `bin/server.js` of the project in `adonis/`.

process.env.PORT = '0';
process.env.HOST = '127.0.0.1';
const root = new URL('./adonis/', import.meta.url);
const importer = (path) => import(path.startsWith('.') ? new URL(path, root).href : path);
const ignitor = new Ignitor(root, { importer });
// It would tell the run that it is ready, which waits for a port.
const { send } = process;
process.send = undefined;
try {
  const server = ignitor.httpServer();
  await server.start();
  const app = ignitor.getApp?.() ?? (await import('@adonisjs/core/services/app')).default;
  const http = await app.container.make('server');
  process.send = send;
  announce(http.getNodeServer().address().port);
} catch (error) {
  process.exitCode = 1;
  prettyPrintError(error);
}
