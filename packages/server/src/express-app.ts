import type { IncomingMessage, ServerResponse } from 'node:http';
import http from 'node:http';

/** The part of an Express application that we need: the prototypes of its requests and responses. */
export interface ExpressApp {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Whether a handler has these prototypes, as applications of Express 4 and 5 do. */
export function isExpressApp(handler: object): handler is ExpressApp {
  const { request, response } = handler as Partial<ExpressApp>;
  return request instanceof http.IncomingMessage && response instanceof http.ServerResponse;
}
