import { planError } from './errors.ts';
import type { PlanRequest } from './types.ts';

/**
 * Check a request that comes from outside.
 *
 * @throws {HttpError} 422 `E_PLAN_REQUEST`
 */
export function readRequest(given: unknown): PlanRequest {
  const { method, url, body, headers = {}, ...others } = Object(given) as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw refuse(`/${unknown}`, `"${unknown}" is not known: method, url, body and headers are.`);
  const name = typeof method === 'string' ? method.toUpperCase() : '';
  if (!WRITES.has(name)) throw refuse('/method', `The method is one of ${[...WRITES].join(', ')}.`);
  if (typeof url !== 'string' || !url.startsWith('/') || url.length > LONGEST || /\p{Surrogate}/u.test(url))
    throw refuse('/url', 'The URL is a path of the router, such as /issue/7.');
  return { method: name, url, body, headers: readHeaders(headers) };
}

// --- internal ---

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const HEADERS: ReadonlySet<string> = new Set([
  'if-match',
  'if-none-match',
  'prefer',
  'content-type',
  'accept-language',
]);
const LONGEST = 8_192;

function readHeaders(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null)
    throw refuse('/headers', 'Headers are an object of names and texts.');
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const isKnown = HEADERS.has(name.toLowerCase()) && typeof value === 'string' && !/[^\t\x20-\x7e]/.test(value);
    const isJson = name.toLowerCase() !== 'content-type' || /^application\/([\w.+-]+\+)?json\b/i.test(String(value));
    if (!isKnown || !isJson)
      throw refuse(
        `/headers/${name}`,
        `A plan takes the headers ${[...HEADERS].join(', ')}, as text; Content-Type is JSON.`,
      );
    read[name.toLowerCase()] = value as string;
  }
  return read;
}

function refuse(pointer: string, message: string): Error {
  return planError('E_PLAN_REQUEST', message, { extra: { errors: [{ in: 'body', pointer, rule: 'plan', message }] } });
}
