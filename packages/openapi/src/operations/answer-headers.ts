import type { Header, Reference, Response } from '../types.ts';
import type { OperationContext } from './context.ts';

export const LINK: Header = {
  description: 'Addresses of other pages (RFC 8288): `first`, `prev` with `page`, and `next` as long as there is one.',
  schema: { type: 'string' },
  example: '</post?pageSize=2>; rel="first", </post?pageSize=2&after=WyJpZCIsWzJdXQ>; rel="next"',
};

export const TOTAL: Header = {
  description: 'Number of all records that match; with `page` only.',
  schema: { type: 'integer', minimum: 0 },
  example: 5,
};

export const VARY: Header = { schema: { type: 'string' }, example: 'Accept' };

export const PREFERENCE: Header = {
  description: 'The preference that was followed (RFC 7240).',
  schema: { type: 'string' },
  example: 'return=minimal',
};

export const REPLAYED: Header = {
  description: '`true` when this is the answer to an earlier request with the same Idempotency-Key.',
  schema: { type: 'string', enum: ['true'] },
  example: 'true',
};

/** @param always - the header is in every such response */
export function location(always: boolean): Header {
  const header: Header = {
    description: 'Address of the new record.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/post/1',
  };
  return always ? { ...header, required: true } : header;
}

/** `ETag`, in every such response, or in those with a body. */
export function tag(always = false): Record<string, Header> {
  const header: Header = {
    description: 'Stands for the very bytes of the body (RFC 9110 section 8.8.3).',
    schema: { type: 'string' },
    example: '"Px9-UK5aPhL4HpTLFHZtlXaFg3s"',
  };
  return { ETag: always ? { ...header, required: true } : header };
}

/** Add the header fields of a deprecated operation, and those of parts, to all its responses. */
export function withNotice(
  { operation, controller }: Pick<OperationContext, 'operation' | 'controller'>,
  responses: Record<string, Response>,
): Record<string, Response> {
  const { deprecated, sunset, answerHeaders } = operation;
  const link = deprecated === false ? undefined : controller.statics.deprecationLink;
  const notice: Record<string, Header> = {
    ...(deprecated instanceof Date && { Deprecation: deprecation(deprecated) }),
    ...(sunset && { Sunset: sunsetHeader(sunset) }),
    ...(link !== undefined && { Link: deprecationLink(link) }),
    ...answerHeaders,
  };
  if (Object.keys(notice).length === 0) return responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...notice, ...response.headers } },
    ]),
  );
}

/** Move common response headers into components. */
export function shareHeaders(
  { registry }: Pick<OperationContext, 'registry'>,
  responses: Record<string, Response>,
): Record<string, Response> {
  const share = ([name, header]: [string, Header | Reference]) =>
    [name, '$ref' in header ? header : registry.addHeader(name, header as Header)] as const;
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, headers, ...response }]) => {
      const shared = headers && { headers: Object.fromEntries(Object.entries(headers).map(share)) };
      return [status, { description, ...shared, ...response }];
    }),
  );
}

// --- internal ---

function deprecation(since: Date): Header {
  return {
    description: 'Since when the operation is deprecated, or will be (RFC 9745).',
    schema: { type: 'string' },
    example: `@${Math.floor(since.getTime() / 1_000)}`,
  };
}

function sunsetHeader(from: Date): Header {
  return {
    description: 'From when on the operation may be gone (RFC 8594).',
    schema: { type: 'string' },
    example: from.toUTCString(),
  };
}

function deprecationLink(target: string): Header {
  return {
    description: 'A page about the deprecation.',
    schema: { type: 'string' },
    example: `<${target}>; rel="deprecation"`,
  };
}
