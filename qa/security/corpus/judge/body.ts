import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createBodyReader } from '../../../../packages/router/src/core/dispatch/read-body.ts';
import type { BodyRequest } from '../../../../packages/router/src/core/dispatch/read-json.ts';
import { isHttpError } from '../../../../packages/router/src/core/errors.ts';
import { resolveOptions } from '../../../../packages/router/src/options.ts';

/** Small, so that random texts pass them. */
export const LIMITS = { ...resolveOptions({}).limits, depth: 6, keys: 8, items: 8, body: 2_048 };
const reader = createBodyReader(LIMITS);

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * Read a body: what comes out is what `JSON.parse` gives, or flat text of a form; everything else is refused.
 *
 * @param cut - where the body is cut in two
 * @returns the code of the refusal, or `undefined` for a value
 * @throws {assert.AssertionError} for a broken promise
 */
export async function judgeBody(bytes: Uint8Array, type: string, cut = 0): Promise<string | undefined> {
  let value: unknown;
  try {
    value = await read(bytes, type, cut);
  } catch (error) {
    if (!isHttpError(error)) throw error;
    // A JSON number that would be rounded is refused by the number, not by the syntax.
    if (error.status === 422) {
      assert.equal(error.code, 'E_VALIDATION');
      assert.match(JSON.stringify(error.extra), /"rule":"precision"/);
      return error.code;
    }
    assert.ok(error.status === 400 || error.status === 413 || error.status === 415, String(error.status));
    if (isUtf8Json(type)) assert.equal(error.code, expectJson(bytes).code);
    return error.code;
  }
  if (isUtf8Json(type)) assert.deepEqual({ value }, expectJson(bytes));
  else if (type === FORM_TYPE) judgeForm(value, bytes);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  return undefined;
}

// --- internal ---

function isUtf8Json(type: string): boolean {
  return type.endsWith('json');
}

async function read(bytes: Uint8Array, type: string, cut: number): Promise<unknown> {
  const req: BodyRequest = new IncomingMessage(new Socket());
  req.method = 'POST';
  Object.assign(req.headers, { 'content-type': type, 'content-length': String(bytes.length) });
  const reading = reader(req, new ServerResponse(req), { method: 'POST', forms: true });
  for (const piece of [bytes.slice(0, cut), bytes.slice(cut)]) if (piece.length > 0) req.push(piece);
  req.push(null);
  return (await reading).value;
}

function expectJson(bytes: Uint8Array): { value?: unknown; code?: string } {
  if (bytes.length === 0) return { value: undefined };
  if (bytes.length > LIMITS.body) return { code: 'E_BODY_TOO_LARGE' };
  if (!isUtf8(bytes)) return { code: 'E_BAD_JSON' };
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: 'E_BAD_JSON' };
  }
  const code = excessOf(value);
  return code === undefined ? { value } : { code };
}

/** Level by level, as the limits are told. */
function excessOf(body: unknown): string | undefined {
  for (let level = [body], depth = 0; level.length > 0; depth++) {
    const containers = level.filter((value) => typeof value === 'object' && value !== null);
    for (const value of containers) {
      if (depth >= LIMITS.depth) return 'E_BODY_LIMIT';
      const most = Array.isArray(value) ? LIMITS.items : LIMITS.keys;
      if (Object.keys(value as object).length > most) return 'E_BODY_LIMIT';
      if (Object.hasOwn(value as object, '__proto__')) return 'E_BAD_KEY';
    }
    level = containers.flatMap((value) => Object.values(value as object));
  }
  return undefined;
}

function judgeForm(value: unknown, bytes: Uint8Array): void {
  if (bytes.length === 0) {
    assert.equal(value, undefined);
    return;
  }
  assert.ok(typeof value === 'object' && value !== null && !Object.hasOwn(value, '__proto__'));
  assert.ok(Object.keys(value).length <= LIMITS.keys);
  for (const field of Object.values(value)) {
    const texts: unknown[] = Array.isArray(field) ? field : [field];
    assert.ok(texts.every((text) => typeof text === 'string') && texts.length <= LIMITS.items);
  }
}
