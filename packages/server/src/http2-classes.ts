import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/** The classes that a server of HTTP/2 makes its requests and responses of. */
export interface Http2Classes {
  readonly Http2ServerRequest: typeof Http2ServerRequest;
  readonly Http2ServerResponse: typeof Http2ServerResponse;
}

/**
 * HTTP/2 classes whose instances keep working when Express sets `app.request` and `app.response` as their prototypes.
 *
 * Those prototypes inherit from the HTTP/1 classes, whose members do not work on HTTP/2 objects. So every HTTP/2 member is an own
 * property of the instance, which takes precedence over the prototype that Express (or a mounted application) sets. Express's own
 * members (`req.get`, `res.json`) come from the prototype.
 *
 * @param base - Node's own classes
 */
export function makeHttp2Classes(base: Http2Classes): Http2Classes {
  const ofRequest = membersOf(base.Http2ServerRequest);
  const ofResponse = membersOf(base.Http2ServerResponse);

  class Request extends base.Http2ServerRequest {
    constructor(...args: ConstructorParameters<typeof Http2ServerRequest>) {
      super(...args);
      Object.defineProperties(this, ofRequest);
      // `req.hostname` and virtual hosts look at Host, in whose place HTTP/2 has :authority.
      const { headers, stream } = this;
      if (headers.host === undefined && headers[':authority'] !== undefined) headers.host = headers[':authority'];
      // body-parser looks for one of the two, to know whether there is a body; HTTP/2 needs neither.
      if (headers['content-length'] === undefined && !stream.endAfterHeaders) headers['transfer-encoding'] = 'chunked';
    }
  }

  class Response extends base.Http2ServerResponse {
    constructor(...args: ConstructorParameters<typeof Http2ServerResponse>) {
      super(...args);
      Object.defineProperties(this, ofResponse);
    }
  }

  return { Http2ServerRequest: Request, Http2ServerResponse: Response as typeof Http2ServerResponse };
}

// --- internal ---

function membersOf({ prototype }: { prototype: object }): PropertyDescriptorMap {
  const { constructor: _, ...members } = Object.getOwnPropertyDescriptors(prototype) as PropertyDescriptorMap;
  return members;
}
