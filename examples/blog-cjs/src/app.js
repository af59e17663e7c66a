const express = require('express');
const { createRestRouter } = require('@rest-gen/router');

const app = express();
app.use(createRestRouter());

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`The blog listens on http://127.0.0.1:${server.address().port}`);
});
