import { Buffer } from 'node:buffer';
import { bodyParser } from '../../core/commonjs.ts';
import type { Exchange } from '../../core/contracts/exchange.ts';
import type { Part } from '../../core/contracts/part.ts';
import { hasStream, readWhole } from '../../core/dispatch/read-body.ts';
import { requestError } from '../../core/errors.ts';
import type { RawBodyStatics } from './statics.ts';

/** `static body`: own actions take the body as it comes. */
export const rawBody: Part<RawBodyStatics> = {
  name: 'raw-body',
  statics: { body: { expected: "'raw' or 'text'", isValid: (value) => value === 'raw' || value === 'text' } },

  plan({ Class: { body } }) {
    if (body === undefined) return undefined;
    const readBody = (exchange: Exchange) => read(exchange, body);
    return {
      action: ({ method, isInherited }) =>
        isInherited || method === 'QUERY' ? undefined : { readBody, described: { rawBody: body } },
    };
  },
};

// --- internal ---

/** The request with what a parser in front of the router leaves on it. */
interface Parsed {
  readonly body?: unknown;
  /** Cloud functions keep the bytes here. */
  readonly rawBody?: unknown;
}

async function read({ req, res, bodyLimit }: Exchange, form: 'raw' | 'text'): Promise<unknown> {
  const { body, rawBody: kept = body } = req as Parsed;
  if (hasStream(req) && !(req.readableEnded && req.readableDidRead)) {
    const options = { limit: bodyLimit, type: () => true };
    const parser = form === 'raw' ? bodyParser.raw(options) : bodyParser.text(options);
    await readWhole(parser, req, res, bodyLimit);
    // Without a body, parsers leave an object, or nothing.
    const given: unknown = req.body;
    if (form === 'raw') return Buffer.isBuffer(given) ? given : Buffer.alloc(0);
    return typeof given === 'string' ? given : '';
  }
  // An adapter has none.
  if (kept === undefined) return form === 'raw' ? Buffer.alloc(0) : '';
  if (Buffer.isBuffer(kept)) return form === 'raw' ? kept : kept.toString();
  if (form === 'text' && typeof kept === 'string') return kept;
  throw requestError('E_INTERNAL', undefined, { hint: CONSUMED });
}

const CONSUMED =
  'A middleware before the router has parsed the body, and its bytes are gone, which `static body` needs: mount the middleware after the router, or pass `express.json()` the option `{ verify: (req, res, bytes) => { req.rawBody = bytes; } }`.';
