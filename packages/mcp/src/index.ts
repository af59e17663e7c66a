export { createMcp } from './create-mcp.ts';
export { MCP_CODES, type McpCode } from './errors.ts';
export { type StdioOptions, serveStdio } from './serve-stdio.ts';
export type { McpOptions, WritePlans } from './types.ts';
