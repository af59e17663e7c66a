import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RestRouter, RouterAnswer } from '@rest-gen/router';
import { requestError } from '@rest-gen/router/internal';
import type { Input, ToolName } from './definitions.ts';
import { describeResource } from './describe-resource.ts';
import { mcpError } from './errors.ts';
import { explainRequest } from './explain-request.ts';
import { listResources } from './list-resources.ts';
import { reach } from './reach.ts';
import { LONGEST, toFailure, toProblem, toResult } from './results.ts';
import type { McpUser, WritePlans } from './types.ts';

/** The six tools of a router. Everything that they do, they do as a user. */
export class Tools {
  readonly #router: RestRouter;
  readonly #plans: WritePlans;

  constructor(router: RestRouter, plans: WritePlans) {
    this.#router = router;
    this.#plans = plans;
  }

  /** Run a tool. What it throws is a result, too: a problem document. */
  async call(name: ToolName, input: Input, user: McpUser, signal: AbortSignal): Promise<CallToolResult> {
    try {
      return await this.#run(name, input, user, signal);
    } catch (error) {
      return toFailure(error, name, this.#router);
    }
  }

  // --- internal ---

  async #run(name: ToolName, input: Input, user: McpUser, signal: AbortSignal): Promise<CallToolResult> {
    const router = this.#router;
    switch (name) {
      case 'resources':
        return toResult(listResources(router, user));
      case 'describe':
        return toResult(await describeResource(router, input.resource ?? '', user));
      case 'explain':
        return toResult(JSON.stringify(await explainRequest(router, methodOf(input), urlOf(input), user)));
      case 'read':
        return this.#answer(await this.#send('GET', input, user, { signal }), user);
      case 'plan':
        return this.#answer(await this.#plan(input, user), user);
      default:
        return this.#answer(fitting(await this.#commit(input, user, signal)), user);
    }
  }

  async #plan(input: Input, user: McpUser): Promise<RouterAnswer> {
    const [method, url] = [methodOf(input), urlOf(input)];
    reach(this.#router, method, url);
    return this.#plans.plan({ method, url, ...bodyOf(input) }, user);
  }

  async #commit(input: Input, user: McpUser, signal: AbortSignal): Promise<RouterAnswer> {
    const { token, etag } = input;
    if (token !== undefined) return this.#plans.commit(token, user);
    const method = methodOf(input);
    // One version of the record, and an action that compares it: that of the base class.
    const { action, params } = reach(this.#router, method, urlOf(input));
    const isCompared = COMPARED.has(method) && action?.isInherited === true && params.id !== undefined;
    if (!isCompared || !TAG.test(etag ?? '')) throw mcpError('E_MCP_UNSEEN');
    return this.#send(method, input, user, { signal, headers: { 'If-Match': etag as string }, ...bodyOf(input) });
  }

  #send(
    method: string,
    input: Input,
    user: McpUser,
    options: { signal: AbortSignal; headers?: Record<string, string>; body?: unknown },
  ): Promise<RouterAnswer> {
    const url = urlOf(input);
    reach(this.#router, method, url);
    return this.#router.request(method, url, { ...options, user, callable: true });
  }

  async #answer(answer: RouterAnswer, user: McpUser): Promise<CallToolResult> {
    if (answer.status >= 400) return toProblem(answer, this.#router, user);
    return toResult(textOf(answer));
  }
}

// --- internal ---

const COMPARED: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);
/** One strong entity tag; `*` would be any version. */
const TAG = /^"[\x21\x23-\x7e]+"$/;

function methodOf({ method = '' }: Input): string {
  if (!/^[A-Za-z]{1,20}$/.test(method)) throw mcpError('E_MCP_URL');
  return method.toUpperCase();
}

function urlOf({ url = '' }: Input): string {
  return url;
}

/** @throws {HttpError} 413 `E_BODY_LIMIT` for a body that cannot be written, as deep as it is */
function bodyOf({ body }: Input): { body?: unknown } {
  if (body === undefined) return {};
  try {
    JSON.stringify(body);
  } catch {
    throw requestError('E_BODY_LIMIT');
  }
  return { body };
}

/** What is written stays written: an answer that is too long is no error then. */
function fitting(answer: RouterAnswer): RouterAnswer {
  const { length } = textOf(answer);
  return length > LONGEST ? { ...answer, body: `${length} characters, not shown: it is written` } : answer;
}

/** What an agent needs of an answer. */
function textOf({ status, headers, body }: RouterAnswer): string {
  const { etag, location, link, 'x-total-count': total, 'content-type': type } = headers;
  const next = /<([^<>]*)>; rel="next"/.exec(String(link ?? ''))?.[1];
  const shown = Buffer.isBuffer(body) ? `${body.length} bytes of ${String(type)}, not shown` : body;
  return JSON.stringify({ status, etag, location, next, total, body: shown });
}
