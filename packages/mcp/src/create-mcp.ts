import { createMcpHandler } from '@modelcontextprotocol/server';
import { createPlans } from '@rest-gen/plans';
import { HttpError, type RestRouter } from '@rest-gen/router';
import { serviceOf, userOfRequest } from '@rest-gen/router/part';
import express, { type Request, type Response, type Router } from 'express';
import { checkOrigin } from './check-origin.ts';
import { createServer } from './create-server.ts';
import { Tools } from './tools.ts';
import type { McpOptions, McpUser } from './types.ts';
import { sendWebResponse, toWebRequest } from './web.ts';

/**
 * Let agents use the classes with `static callable`, as the user they act for: six tools by the Model Context Protocol (Streamable HTTP, without sessions).
 *
 * Mount it behind the middleware that says who the user is, as the router itself. Without a user it answers 401.
 *
 * @example app.use('/mcp', createMcp(router));
 * @see docs/agents.md
 */
export function createMcp(router: RestRouter, { plans, resourceMetadata, origins = [] }: McpOptions = {}): Router {
  const tools = new Tools(router, plans ?? createPlans(router));
  const protocol = createMcpHandler(({ authInfo }) => createServer(tools, authInfo?.extra?.user as McpUser));
  const serve = async (req: Request, res: Response): Promise<void> => {
    checkOrigin(req, origins);
    await router.ready;
    const user = userOfRequest(router, req);
    if (user === undefined) throw noUser(resourceMetadata);
    const body = await readBody(req, res, serviceOf(router).options.limits.body + ENVELOPE);
    // The SDK passes it through to the server that it makes for this request.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { user } };
    const isText = typeof body === 'string';
    const request = toWebRequest(req, res, isText ? body : undefined);
    const answer = await protocol.fetch(request, { authInfo, ...(!isText && { parsedBody: body }) });
    await sendWebResponse(answer, res);
  };
  const handler = express.Router();
  handler.all('/', (req, res, next) => {
    serve(req, res).catch((error: unknown) => router.errors(error, req, res, next));
  });
  return handler;
}

// --- internal ---

/** Bytes of a message around the body of a request. */
const ENVELOPE = 16_384;

/** The text of the body, or what a parser of the application has made of it. @throws {HttpError} 413 */
async function readBody(req: Request, res: Response, limit: number): Promise<unknown> {
  if (req.body !== undefined) return req.body;
  const read = express.text({ type: () => true, limit });
  await new Promise<void>((resolve, reject) => {
    read(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return typeof req.body === 'string' ? req.body : '';
}

function noUser(resourceMetadata: string | undefined): HttpError {
  const metadata = resourceMetadata === undefined ? '' : ` resource_metadata="${resourceMetadata}"`;
  return new HttpError(401, undefined, { headers: { 'WWW-Authenticate': `Bearer${metadata}` } });
}
