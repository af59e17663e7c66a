import { IncomingMessage, ServerResponse } from 'node:http';

/** What every application of Express has: the prototypes of its requests and responses. */
export interface ExpressApp {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Whether a handler sets the prototypes of its requests, as applications of Express 4 and 5 do. */
export function isExpressApp(handler: object): handler is ExpressApp {
  const { request, response } = handler as Partial<ExpressApp>;
  return request instanceof IncomingMessage && response instanceof ServerResponse;
}
