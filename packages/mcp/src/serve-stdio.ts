import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { createPlans } from '@rest-gen/plans';
import type { RestRouter } from '@rest-gen/router';
import { createServer } from './create-server.ts';
import { Tools } from './tools.ts';
import type { McpOptions, McpUser } from './types.ts';

export interface StdioOptions extends Pick<McpOptions, 'plans'> {
  readonly input: Readable;
  /** Gets the messages of the protocol, and nothing else may be written there. */
  readonly output: Writable;
}

/**
 * Serve one agent over two streams, as this user, until the input ends.
 *
 * @see docs/agents.md
 */
export async function serveStdio(
  router: RestRouter,
  user: McpUser,
  { plans = createPlans(router), input, output }: StdioOptions,
): Promise<void> {
  await router.ready;
  const tools = new Tools(router, plans);
  const ended = new Promise<void>((resolve) => {
    input.once('close', resolve).once('end', resolve);
  });
  const transport = new StdioServerTransport(input, output);
  const connection = serve(() => createServer(tools, user), { transport });
  await ended;
  await connection.close();
}
