import { HttpError, type HttpErrorOptions } from '@rest-gen/router';

/** The codes of the answers of this package. */
export type McpCode = 'E_MCP_ORIGIN' | 'E_MCP_URL' | 'E_MCP_RESOURCE' | 'E_MCP_UNSEEN' | 'E_MCP_TOO_LONG';

/**
 * Every code of this package: the status of its answer, and what it means.
 *
 * @see docs/errors-packages.md
 */
export const MCP_CODES: Readonly<Record<McpCode, readonly [status: number, meaning: string]>> = {
  E_MCP_ORIGIN: [403, 'A web page of another origin has sent this.'],
  E_MCP_URL: [422, 'The URL is a path of this API, such as /issue/7, and the method one that it has.'],
  E_MCP_RESOURCE: [404, 'There is no such resource.'],
  E_MCP_UNSEEN: [428, 'What is written has to be seen first: make a plan, or give the etag of the record.'],
  E_MCP_TOO_LONG: [413, 'The answer is too long: ask for fewer records or fields.'],
};

/** Make the error of a code. */
export function mcpError(code: McpCode, detail?: string, options: HttpErrorOptions = {}): HttpError {
  const [status, meaning] = MCP_CODES[code];
  return new HttpError(status, detail ?? meaning, { ...options, code });
}
