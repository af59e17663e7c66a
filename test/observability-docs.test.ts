import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ROOT, readText } from './workspace.ts';

const page = readText('docs/observability.md');
const blocks = [...page.matchAll(/^```js\n(?:\/\/ src\/(\S+)\n)?([\s\S]*?)^```/gm)];
const programs = new Map(blocks.map(([, name = 'first.js', text = '']) => [name, text]));
/** The span id of the client. */
const REMOTE = 'b7ad6b7169203331';

interface Span {
  readonly name: string;
  readonly parent: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly exceptions: readonly string[];
}

describe('docs/observability.md', () => {
  let lines: string[];
  let spans: Span[];
  before(async function () {
    this.timeout(120_000);
    lines = await print();
    spans = readLines('span') as Span[];
  });

  /** The printed lines of JSON with a property. */
  function readLines(member: string): unknown[] {
    const parsed = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    return parsed.filter((line) => member in line).map((line) => (member === 'level' ? line : line[member]));
  }

  it('has a program in each section', () => {
    expect([...programs.keys()]).to.deep.equal(['first.js', 'tracing.js', 'logging.js', 'metrics.js']);
  });

  it('prints a line per request', () => {
    const printed = lines.filter((line) => line.startsWith('GET '));
    expect(printed).to.have.length(3);
    expect(printed[0]).to.match(/^GET \/post\/\{id\} post\.getAction 200 \d+\.\d ms$/);
    expect(printed[2]).to.match(/^GET \/post post\.getAction 422 \d+\.\d ms$/);
  });

  it('creates spans for requests and their steps', () => {
    expect(spans.map(({ name, parent, isError }) => [name, parent, isError])).to.deep.equal([
      ['post logic', 'GET /post/{id}', false],
      ['select', 'post action', false],
      ['post action', 'GET /post/{id}', false],
      ['GET /post/{id}', REMOTE, false],
      ['post logic', 'GET /post/{id}', false],
      ['select', 'post action', false],
      ['post action', 'GET /post/{id}', true],
      ['GET /post/{id}', REMOTE, true],
      ['post logic', 'GET /post', false],
      ['GET /post', REMOTE, false],
    ]);
  });

  it('sets attributes and status of spans', () => {
    const [, , , answered, , , action, failed, , refused] = spans;
    expect(answered?.attributes).to.deep.equal({
      'http.request.method': 'GET',
      'http.route': '/post/{id}',
      'code.function.name': 'post.getAction',
      'http.response.status_code': 200,
    });
    expect([action?.exceptions, failed?.exceptions]).to.deep.equal([['no luck'], ['no luck']]);
    const statuses = [failed, refused].map((span) => span?.attributes['http.response.status_code']);
    expect(statuses).to.deep.equal([500, 422]);
  });

  it('adds rule, route, controller and action to pino logs', () => {
    const [reading, completed, ...others] = readLines('level') as Record<string, unknown>[];
    const said = { rule: '1', route: '/post/{id}', controller: 'post', action: 'getAction' };
    expect(reading).to.include({ ...said, msg: 'reading' });
    expect(completed)
      .to.include({ ...said, msg: 'request completed' })
      .and.to.have.nested.property('res.statusCode', 200);
    const other = others.find(({ req }) => (req as { url: string }).url === '/other');
    expect(other).to.have.property('msg', 'request completed');
    expect(other).not.to.have.any.keys(Object.keys(said));
  });

  it('counts requests by route for Prometheus', () => {
    const [text] = readLines('metrics');
    for (const [route, status] of [
      ['/post/{id}', 200],
      ['/post/{id}', 500],
      ['/post', 422],
    ] as const) {
      const labels = `method="GET",route="${route}",status="${status}"`;
      expect(text).to.include(`http_server_request_duration_seconds_count{${labels}} 1\n`);
    }
    expect(text).not.to.include('/other');
  });
});

// --- internal ---

/** Run the programs of the page in a separate process, because their listeners stay. */
async function print(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-observe-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [name, text] of programs) writeFileSync(join(folder, name), text);
    const flags = ['--conditions=rest-source', '--import=ts-blank-space/register'];
    const driver = join(ROOT, 'test/observability/run.ts');
    const env = { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '' };
    const place = pathToFileURL(`${folder}/`).href;
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, driver, place], { cwd: ROOT, env });
    return stdout.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
