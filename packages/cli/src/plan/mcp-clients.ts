/** The configuration of a server for a client of the Model Context Protocol. */
export interface ClientConfig {
  readonly client: string;
  /** Where the client reads it. */
  readonly file: string;
  readonly config: object;
}

/** A service over HTTP, or one that the client starts. */
export type McpServer =
  | { readonly url: string }
  | { readonly as: string; readonly cwd: string; readonly root: string | undefined };

/** Write the configuration of common clients. The token stays out of it: each client takes it from the environment, or asks for it. */
export function clientConfigs({ name, server }: { name: string; server: McpServer }): ClientConfig[] {
  const token = `${name.replace(/\W+/g, '_').toUpperCase()}_TOKEN`;
  const remote = (from: string, more: object = {}) => {
    return 'url' in server
      ? { ...more, url: server.url, headers: { Authorization: `Bearer ${from}` } }
      : { command: 'npx', args: argsOf(server) };
  };
  const http = { type: 'http' };
  const local = 'url' in server ? undefined : remote('');
  return [
    {
      client: 'Claude Code',
      file: '.mcp.json',
      config: { mcpServers: { [name]: remote(`\${${token}}`, http) } },
    },
    {
      client: 'Cursor',
      file: '.cursor/mcp.json',
      config: { mcpServers: { [name]: remote(`\${env:${token}}`) } },
    },
    {
      client: 'VS Code',
      file: '.vscode/mcp.json',
      config: {
        ...(local === undefined && {
          inputs: [{ type: 'promptString', id: 'token', description: `API token of ${name}`, password: true }],
        }),
        servers: { [name]: remote(`\${input:token}`, http) },
      },
    },
    // It takes servers over HTTP in its settings only.
    ...(local === undefined
      ? []
      : [
          {
            client: 'Claude Desktop',
            file: 'claude_desktop_config.json',
            config: { mcpServers: { [name]: local } },
          },
        ]),
  ];
}

// --- internal ---

function argsOf({ as, cwd, root }: Extract<McpServer, { as: string }>): string[] {
  return ['rest-gen', 'mcp', '--stdio', '--as', as, '--cwd', cwd, ...(root === undefined ? [] : ['--root', root])];
}
