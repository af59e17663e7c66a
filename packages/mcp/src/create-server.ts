import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { type Definition, INSTRUCTIONS, type Input, TOOLS, type ToolName } from './definitions.ts';
import type { Tools } from './tools.ts';
import type { McpUser } from './types.ts';

/** Make a server of the protocol for one user: for a request over HTTP, or for a connection over stdio. */
export function createServer(tools: Tools, user: McpUser): McpServer {
  const server = new McpServer({ name: 'rest-gen', version: '1' }, { instructions: INSTRUCTIONS });
  for (const [name, definition] of Object.entries<Definition>(TOOLS)) {
    server.registerTool(name, definition, (input: Input, { mcpReq: { signal } }): Promise<CallToolResult> => {
      return tools.call(name as ToolName, input, user, signal);
    });
  }
  return server;
}
