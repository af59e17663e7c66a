import http from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { HttpError, type RestRouter, type RouterAnswer } from '@rest-gen/router';
import { isHttpError, logFailure } from '@rest-gen/router/internal';
import { mcpError } from './errors.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { McpUser } from './types.ts';

/** Characters of a result: about 25,000 tokens. */
export const LONGEST = 100_000;

/** @throws {HttpError} 413 `E_MCP_TOO_LONG` */
export function toResult(text: string): CallToolResult {
  if (text.length > LONGEST)
    throw mcpError(
      'E_MCP_TOO_LONG',
      `The answer has ${text.length} characters, more than ${LONGEST}: ask for fewer records (pageSize) or fields (fields).`,
    );
  return { content: [{ type: 'text', text }] };
}

/** The problem document of an answer, and for what a policy has refused the reasons of `explain`. */
export async function toProblem(
  { status, body, refusal }: RouterAnswer,
  router: RestRouter,
  user: McpUser,
): Promise<CallToolResult> {
  const reasons = refusal === undefined || status !== 403 ? [] : await explainRefusal(refusal, router, user);
  const { tried, ...problem } = Object(body) as { tried?: unknown };
  const shown = typeof body === 'object' && !Buffer.isBuffer(body) ? problem : { status, detail: String(body) };
  return failed({ ...shown, ...(reasons.length > 0 ? { reasons } : tried !== undefined && { tried }) });
}

/** The problem document of what a tool has thrown; of what nobody expected the client learns nothing. */
export function toFailure(thrown: unknown, name: string, router: RestRouter): CallToolResult {
  const error = isHttpError(thrown)
    ? thrown
    : new HttpError(500, 'The server failed.', { code: 'E_INTERNAL', cause: thrown });
  if (error.status >= 500 && process.env.NODE_ENV !== 'test') logFailure(error, () => `tool ${name}`);
  const { status, detail, code, extra } = error;
  const type = router.describe().problemType(code);
  return failed({ type, title: http.STATUS_CODES[status], status, detail, code, ...extra });
}

// --- internal ---

function failed(problem: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(problem).slice(0, LONGEST) }], isError: true };
}
