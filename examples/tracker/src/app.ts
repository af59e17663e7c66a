import type { AddressInfo } from 'node:net';
import { createDocs } from '@rest-gen/openapi';
import { createRestRouter } from '@rest-gen/router';
import { createServer, gracefulShutdown } from '@rest-gen/server';
import express from 'express';
import { authenticate } from './auth.js';

const app = express();
const router = createRestRouter();
app.use('/docs', createDocs(router, { info: { title: 'Tracker', version: '1.0.0' } }));
app.use(authenticate(), router, router.notFound);

const server = createServer(app);
gracefulShutdown(server, { close: [router] });
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(`The tracker listens on ${url}

  TOKEN="$(npm run --silent token -- grace)"
  curl -H "Authorization: Bearer $TOKEN" '${url}/issue?include=reporter,labels,comments.author&pageSize=3'
  curl -H "Authorization: Bearer $TOKEN" '${url}/issue?labels.name=bug&assignee.name=Grace&sort=project.name,-commentCount'
  curl -H "Authorization: Bearer $TOKEN" '${url}/project/1?include=organization,openIssueCount'
  curl '${url}/project?include=issueCount'

\`npm run seed\` adds records. Without a token only the public projects are shown; src/policy/ says who may do what. What is
served is documented at ${url}/docs
`);
});
