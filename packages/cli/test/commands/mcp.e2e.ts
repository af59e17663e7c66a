import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'chai';
import { BIN, cli, makeDirectory, makeProject, put, removeDirectories, start, WORKSPACE } from '../fixture.ts';

after(removeDirectories);

describe('rest-gen mcp', () => {
  it('prints the configuration of clients, without a token', async () => {
    const root = makeProject('js-esm', { model: true });
    const { code, out } = await cli(root, 'mcp --url https://api.example.com/mcp --json');
    expect(code).to.equal(0);
    const { clients } = JSON.parse(out) as { clients: { file: string; config: Record<string, object> }[] };
    expect(clients.map(({ file }) => file)).to.deep.equal(['.mcp.json', '.cursor/mcp.json', '.vscode/mcp.json']);
    for (const { config } of clients) {
      const [server] = Object.values((config.mcpServers ?? config.servers) as object);
      expect(server.url).to.equal('https://api.example.com/mcp');
      expect(server.headers.Authorization).to.match(/^Bearer \$\{(?:\w+_TOKEN|env:\w+_TOKEN|input:token)\}$/);
    }
  });

  for (const [line, message] of [
    ['mcp --stdio', 'as'],
    ['mcp --stdio --as [1]', 'is no user'],
    ['mcp --stdio --as 1 --json', 'stdout is for the protocol'],
    ['mcp --as {id:1', 'is not JSON'],
  ] as const) {
    it(`refuses ${line}`, async () => {
      const { code, out, err } = await cli(makeProject('js-esm', { model: true }), line.split(' '));
      expect(code).to.equal(2);
      expect(out + err).to.contain(message);
    });
  }

  it('needs the package for --stdio', async () => {
    const { code, err } = await cli(makeProject('js-esm', { model: true }), 'mcp --stdio --as 1');
    expect(code).to.equal(4);
    expect(err).to.contain('E_NO_MCP').and.contain('npm install @rest-gen/mcp');
  });
});

describe('rest-gen mcp --stdio', function () {
  this.timeout(120_000);
  let root: string;
  let client: Client | undefined;

  before(async () => {
    const cwd = makeDirectory();
    await cli(cwd, 'new app --js --no-install');
    root = join(cwd, 'app');
    symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
    await cli(root, 'controller post title:string! author_id:integer -r');
    await cli(root, 'policy post --owner author_id');
    await cli(root, 'migration plan_token', { now: new Date('2026-02-02') });
    expect(await start(root, ['migrate'])).to.include({ code: 0 });
    const file = join(root, 'src/controller/post.js');
    const source = readFileSync(file, 'utf8').replace('extends Rest {', 'extends Rest { static callable = true;');
    // What the project prints must not get into the protocol.
    put(root, 'src/controller/post.js', `console.log('{"jsonrpc":"2.0"}');\n${source}`);
  });
  afterEach(async () => {
    await client?.close();
    client = undefined;
  });

  /** What the official client gets, and what goes to stderr. */
  async function connect(as: string, mode: 'legacy' | { pin: string }) {
    const args = [BIN, 'mcp', '--stdio', '--as', as, '--cwd', root];
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
    let noise = '';
    transport.stderr?.on('data', (text: Buffer) => {
      noise += text.toString();
    });
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { content, isError } = (await (client as Client).callTool({ name, arguments: input })) as CallToolResult;
      const [first] = content;
      return { isError: isError === true, text: first?.type === 'text' ? first.text : '' };
    };
    return { call, noise: () => noise };
  }

  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    it(`serves the project as a user (${JSON.stringify(mode)})`, async () => {
      const { call, noise } = await connect('{"id":1}', mode);
      expect((await call('resources')).text).to.match(/^post: .*GET.*\/post/);
      const post = { method: 'POST', url: '/post', body: { title: 'Hello', author_id: 1 } };
      const plan = await call('plan', post);
      expect(plan.isError, plan.text + noise()).to.equal(false);
      const { token } = JSON.parse(plan.text).body;
      expect(JSON.parse((await call('commit', { token })).text).status).to.equal(201);
      const refused = await call('plan', { ...post, body: { title: 'Hello', author_id: 2 } });
      expect(JSON.parse(refused.text).reasons.at(-1)).to.contain('author_id is 2, and the policy wants 1');
      expect(refused.text).to.contain('src/policy/post.js create');
      expect(noise()).to.contain('{"jsonrpc":"2.0"}');
    });
  }

  it('says on stderr why it does not start, and ends', async () => {
    const ended = await start(root, ['mcp', '--stdio', '--as', 'a-token']);
    expect(ended).to.include({ code: 4, out: '' });
    expect(ended.err).to.contain('E_NO_AUTH');
  });
});
