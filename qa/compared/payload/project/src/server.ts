// Serves what Next.js serves at /api, without an admin interface.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { handleEndpoints } from 'payload';
import config from './payload.config.ts';

const server = createServer(async (req, res) => {
  const { method, headers } = req;
  const body = method === 'GET' ? undefined : await text(req);
  const request = new Request(`http://localhost${req.url}`, {
    method,
    headers: headers as Record<string, string>,
    body,
  });
  const response = await handleEndpoints({ config, request });
  res.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'application/json' });
  res.end(await response.text());
});
server.listen(process.env.PORT);
