import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ROOT, readText } from './workspace.ts';

const page = readText('docs/observability.md');
const blocks = [...page.matchAll(/^```js\n\/\/ src\/(\S+)\n([\s\S]*?)^```/gm)];
const all = new Map(blocks.map(([, name = '', text = '']) => [name, text]));
/** The others are those of tracers: qa/tracing. */
const programs = new Map([...all].filter(([name]) => ['log.js', 'logging.js', 'metrics.js'].includes(name)));

describe('docs/observability.md', () => {
  let lines: string[];
  before(async function () {
    this.timeout(120_000);
    lines = await print();
  });

  /** The printed lines of JSON with a property. */
  function readLines(member: string): unknown[] {
    const parsed = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    return parsed.filter((line) => member in line);
  }

  it('has the programs', () => {
    expect([...all.keys()]).to.deep.equal(['sentry.js', 'elastic.js', 'log.js', 'logging.js', 'metrics.js']);
  });

  it('prints a line per request', () => {
    const printed = readLines('ms') as Record<string, unknown>[];
    const said = { method: 'GET', route: '/post/{id}', action: 'post.getAction' };
    expect(printed).to.have.length(3);
    expect(printed[0])
      .to.include({ ...said, status: 200, request: 'r-7' })
      .and.not.to.have.property('error');
    expect(printed[1]).to.include({ ...said, status: 500, error: 'no luck' });
    expect(printed[2]).to.include({ route: '/post', status: 422, error: 'E_VALIDATION' });
    expect(printed[1]?.request).to.match(/^[\da-f-]{36}$/);
    for (const { ms } of printed) expect(ms).to.be.a('number');
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
    const [{ metrics: text } = {}] = readLines('metrics') as { metrics?: string }[];
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
    const driver = join(ROOT, 'test/observability/run.ts');
    const env = { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '' };
    const place = pathToFileURL(`${folder}/`).href;
    const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, driver, place], {
      cwd: ROOT,
      env,
    });
    return stdout.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
