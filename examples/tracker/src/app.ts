import type { AddressInfo } from 'node:net';
import { createDocs } from '@rest-gen/openapi';
import { createRestRouter } from '@rest-gen/router';
import { createServer, gracefulShutdown } from '@rest-gen/server';
import express from 'express';

const app = express();
const router = createRestRouter();
app.use('/docs', createDocs(router, { info: { title: 'Tracker', version: '1.0.0' } }));
app.use(router, router.notFound);

const server = createServer(app);
gracefulShutdown(server, { close: [router] });
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`The tracker listens on ${url}

  curl '${url}/issue?include=reporter,labels,comments.author&pageSize=3'
  curl '${url}/issue?labels.name=bug&assignee.name=Grace&sort=project.name,-commentCount'
  curl '${url}/project/1?include=organization,openIssueCount'

\`npm run seed\` adds records. What it serves is documented at ${url}/docs
`);
});
