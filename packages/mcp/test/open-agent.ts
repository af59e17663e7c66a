import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type express5 from 'express';

/** What an agent gets of a tool. */
export interface Told {
  readonly isError: boolean;
  readonly text: string;
  /** The text as JSON; `undefined` where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of the API.
  readonly body: any;
}

/** The official client, connected over HTTP. */
export interface Agent {
  readonly client: Client;
  call(name: string, input?: Record<string, unknown>): Promise<Told>;
  close(): Promise<void>;
}

/** The revisions of the protocol, as the client chooses them. */
export const REVISIONS = {
  '2025-11-25': 'legacy',
  '2026-07-28': { pin: '2026-07-28' },
} as const;

export type Revision = keyof typeof REVISIONS;

/** Serve an application over HTTP. @returns its address, and what closes it */
export async function listen(app: ReturnType<typeof express5>): Promise<{ url: string; close: () => Promise<void> }> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Connect a client with these header fields, such as that of its user. */
export async function connect(
  url: string,
  headers: Record<string, string>,
  revision: Revision = '2026-07-28',
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: REVISIONS[revision] } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  return {
    client,
    call: async (name, input = {}) => toTold((await client.callTool({ name, arguments: input })) as CallToolResult),
    close: () => client.close(),
  };
}

// --- internal ---

function toTold({ content, isError = false }: CallToolResult): Told {
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  try {
    return { isError, text, body: JSON.parse(text) };
  } catch {
    return { isError, text, body: undefined };
  }
}
