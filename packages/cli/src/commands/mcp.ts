import { basename } from 'node:path';
import type { Argv } from 'yargs';
import { parseSender } from '../arguments/parse-sender.ts';
import { CliError, EXIT } from '../errors.ts';
import { inspectProject } from '../inspect/inspect-project.ts';
import { type ClientConfig, clientConfigs } from '../plan/mcp-clients.ts';
import { openProject } from '../project/project.ts';
import type { Outcome } from '../report.ts';
import { jsonText } from '../text.ts';
import { type Arguments, type Context, examples, ROOT } from './command.ts';

/** `rest-gen mcp`: how agents connect to the service, or, with `--stdio`, the connection of one agent on this machine. */
export function builder(yargs: Argv): Argv {
  return yargs
    .options({
      url: {
        type: 'string',
        requiresArg: true,
        describe: 'Address of createMcp(router); default: http://127.0.0.1:3000/mcp',
      },
      stdio: { type: 'boolean', describe: 'Serve one agent over stdin and stdout', implies: 'as', conflicts: ['url'] },
      as: {
        type: 'string',
        requiresArg: true,
        describe: 'The user of the agent over stdio, as JSON, an id or a token',
      },
      root: ROOT,
    })
    .epilogue(
      examples([
        ['$0 mcp --url https://api.example.com/mcp', 'Print the configuration of Claude Code, VS Code and Cursor'],
        [`$0 mcp --as '{"id":1}'`, 'The same for an agent on this machine, which needs no running server'],
      ]),
    );
}

export async function run(args: Arguments, { io, cwd, root }: Context): Promise<Outcome> {
  const project = openProject(cwd);
  const as = args.as === undefined ? undefined : String(args.as);
  const sender = as === undefined ? undefined : senderOf(as);
  if (args.stdio && sender !== undefined) {
    if (args.json) throw new CliError('E_USAGE', 'With --stdio, stdout is for the protocol.', 'Leave --json out.');
    const { notes } = await inspectProject(project, 'mcp', sender, { io, root, timeout: Number.POSITIVE_INFINITY });
    return { exitCode: EXIT.done, text: '', json: {}, notes };
  }
  const { name } = project.manifest;
  const clients = clientConfigs({
    name: typeof name === 'string' ? basename(name) : basename(project.root),
    server: as === undefined ? { url: String(args.url ?? URL) } : { as, cwd: project.root, root },
  });
  return {
    exitCode: EXIT.done,
    text: clients.map(textOf).join('\n'),
    json: { command: 'mcp', root: project.root, clients },
    notes: [],
  };
}

// --- internal ---

const URL = 'http://127.0.0.1:3000/mcp';

/** An id alone is a user with this id. @throws {CliError} `E_USAGE` for what is no user */
function senderOf(text: string): { user: object } | { token: string } {
  const sender = parseSender(text);
  if ('token' in sender) return sender;
  const { user } = sender;
  if (typeof user === 'number' || typeof user === 'string') return { user: { id: user } };
  if (typeof user === 'object' && user !== null && !Array.isArray(user)) return { user };
  throw new CliError('E_USAGE', `--as ${text} is no user.`, `Write an object in quotes: --as '{"id":3}'.`);
}

function textOf({ client, file, config }: ClientConfig): string {
  return `${client}: ${file}\n${jsonText(config)}`;
}
