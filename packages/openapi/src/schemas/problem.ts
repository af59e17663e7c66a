import { REQUEST_CODES, type RequestCode } from '@rest-gen/router';
import type { Header, JsonValue, Reference, Response, Schema } from '../types.ts';
import type { Registry } from './registry.ts';

/** The facts that determine the problem documents of an operation. */
export interface ProblemStyle {
  /** User-defined codes are possible: from an action or hook. */
  readonly isOpen: boolean;
  /** The option `onError` answers errors, so their bodies are unknown. */
  readonly isHandled: boolean;
  /** The `type` of a code. */
  readonly problemType: (code: string) => string;
}

/** The response of a status as a problem document (RFC 9457). Those with known codes become components. */
export function problemResponse(registry: Registry, status: number, style: ProblemStyle): Response | Reference {
  const { name, description, headers } = STATUSES[status] as Status;
  const base: Response = { description, ...(headers && { headers }) };
  if (style.isHandled) return base;
  const answer = (narrow: (problem: Reference, codes: readonly RequestCode[]) => Schema): Response => {
    const codes = codesOf(status);
    const example = { ...EXAMPLES[status], ...exampleOf(status, description, codes[0] as RequestCode, style) };
    const schema = narrow(registry.addSchema('Problem', PROBLEM), codes);
    return { ...base, content: { [TYPE]: { schema, example } } };
  };
  if (style.isOpen) return answer((problem) => ({ ...problem }));
  return registry.addResponse(name, () =>
    answer((problem, codes) => ({
      allOf: [
        problem,
        { type: 'object', properties: { status: { const: status }, code: { type: 'string', enum: [...codes] } } },
      ],
    })),
  );
}

/** `default`: any other refusal by a user's action. */
export function refusalResponse(registry: Registry, { isHandled }: ProblemStyle): Response {
  const base: Response = { description: 'What the action, or a hook of the controller, refuses.' };
  if (isHandled) return base;
  return { ...base, content: { [TYPE]: { schema: { ...registry.addSchema('Problem', PROBLEM) } } } };
}

// --- internal ---

const TYPE = 'application/problem+json';

interface Status {
  readonly name: string;
  readonly description: string;
  readonly headers?: Record<string, Header>;
}

const RETRY: Record<string, Header> = {
  'Retry-After': {
    description: 'Seconds after which it is worth trying again.',
    schema: { type: 'string' },
    example: '1',
  },
};
const ACCEPTED: Record<string, Header> = Object.fromEntries(
  ['Accept', 'Accept-Patch', 'Accept-Query'].map((name) => [
    name,
    { description: 'Media types of bodies that are taken.', schema: { type: 'string' }, example: 'application/json' },
  ]),
);

const STATUSES: Readonly<Record<number, Status>> = {
  400: { name: 'BadRequest', description: 'The path, the query, a header field or the form of the body is wrong.' },
  401: { name: 'Unauthorized', description: 'Authentication is needed.' },
  403: { name: 'Forbidden', description: 'The request was refused.' },
  404: { name: 'NotFound', description: 'There is no such record.' },
  408: { name: 'RequestTimeout', description: 'The body did not arrive in time.' },
  409: {
    name: 'Conflict',
    description: 'The request conflicts with a record that exists, or with a request that is running.',
  },
  412: { name: 'PreconditionFailed', description: 'The record is not the one that the request expects.' },
  413: { name: 'ContentTooLarge', description: 'The body is larger than allowed, or holds more.' },
  414: { name: 'UriTooLong', description: 'The path or one of its segments is longer than allowed.' },
  415: { name: 'UnsupportedMediaType', description: 'The media type of the body is not supported.', headers: ACCEPTED },
  422: {
    name: 'UnprocessableContent',
    description: 'The input does not satisfy the rules; `errors` lists every failing field.',
  },
  428: { name: 'PreconditionRequired', description: 'The request has to say which version of the record it changes.' },
  431: { name: 'TooManyHeaders', description: 'The request has more header fields than allowed.' },
  500: { name: 'InternalServerError', description: 'The server failed.' },
  503: { name: 'ServiceUnavailable', description: 'The store cannot be reached, or the time is up.', headers: RETRY },
};

const PROBLEM: Schema = {
  description: 'Why a request was refused (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Where the code is described, or `about:blank`.' },
    title: { type: 'string', description: 'The phrase of the status.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What is wrong with this request, for people.' },
    instance: { type: 'string', description: 'Path of the request.' },
    code: {
      type: 'string',
      pattern: '^E_',
      examples: ['E_NOT_FOUND'],
      description: 'What is wrong, for programs; it does not change.',
    },
    errors: {
      type: 'array',
      description: 'Every field that does not satisfy its rules.',
      items: {
        type: 'object',
        required: ['in', 'pointer', 'rule', 'message'],
        properties: {
          in: { type: 'string', enum: ['params', 'query', 'headers', 'body', 'files'] },
          pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) inside of that part: `/author/email`.' },
          rule: { type: 'string', description: 'Name of the rule that failed.' },
          message: { type: 'string' },
          expected: { description: 'Argument of the rule.' },
        },
      },
    },
    field: { type: 'string', description: 'The field that a conflict is about.' },
    fields: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The fields of a conflict whose values must be unique together, as far as the request has sent them.',
    },
    parameter: { type: 'string', description: 'The query parameter that is wrong.' },
    hint: { type: 'string', description: 'What the developer can do; not in production.' },
  },
};

const EXAMPLES: Readonly<Record<number, Record<string, JsonValue>>> = {
  422: { errors: [{ in: 'body', pointer: '/title', rule: 'required', message: 'title is required' }] },
};

/** Status → its title in Node. */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  428: 'Precondition Required',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

function codesOf(status: number): RequestCode[] {
  const all = Object.keys(REQUEST_CODES) as RequestCode[];
  return all.filter((code) => REQUEST_CODES[code][0] === status);
}

function exampleOf(
  status: number,
  detail: string,
  code: RequestCode,
  { problemType }: ProblemStyle,
): Record<string, JsonValue> {
  const meaning = REQUEST_CODES[code]?.[1] ?? detail;
  return { type: problemType(code), title: TITLES[status] as string, status, detail: meaning, instance: '/', code };
}
