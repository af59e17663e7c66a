const express = require('express');
const { createRestRouter } = require('@rest-gen/router');

const app = express();
const router = createRestRouter();
app.use(router);

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`The blog listens on http://127.0.0.1:${server.address().port}`);
});

// No new requests; those in flight are answered, then the database is closed and the process ends by itself.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => void router.close()));
