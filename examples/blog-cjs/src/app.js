const express = require('express');
const { createRestRouter } = require('@rest-gen/router');
const { createServer, gracefulShutdown } = require('@rest-gen/server');

const app = express();
const router = createRestRouter({ inspect: () => import('@rest-gen/inspect') });
app.use(router);

const server = createServer(app);
// At SIGTERM and SIGINT what is in flight is answered, then the database is closed and the process ends.
gracefulShutdown(server, { close: [router] });
const wanted = Number(process.env.PORT ?? 3000);
server.once('error', (error) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`Port ${wanted} is in use. Choose another one: PORT=${wanted + 1} npm start`);
  process.exit(1);
});
server.listen(wanted, '127.0.0.1', () => {
  console.log(`The blog listens on http://127.0.0.1:${server.address().port}`);
});
