import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Reader, readDatadog, readElastic, readOpenTelemetry, readSentry, startCollector } from './collector.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PROJECT = `${FOLDER}generated/`;
const ROUTER = fileURLToPath(new URL('../../packages/router/', import.meta.url));
const page = readFileSync(`${FOLDER}../../docs/observability.md`, 'utf8');

/** Addresses of the collector, and no waiting before spans are sent. */
const settingsOf = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_LOGS_EXPORTER: 'none',
  OTEL_NODE_RESOURCE_DETECTORS: 'none',
  OTEL_BSP_SCHEDULE_DELAY: '100',
  SENTRY_DSN: `${url.replace('//', '//key@')}/1`,
  DD_TRACE_AGENT_URL: url,
  DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
  DD_REMOTE_CONFIGURATION_ENABLED: 'false',
  DD_TRACE_STARTUP_LOGS: 'false',
  ELASTIC_APM_SERVER_URL: url,
  ELASTIC_APM_API_REQUEST_TIME: '1s',
  ELASTIC_APM_CENTRAL_CONFIG: 'false',
  ELASTIC_APM_CLOUD_PROVIDER: 'none',
  ELASTIC_APM_METRICS_INTERVAL: '0s',
  ELASTIC_APM_LOG_LEVEL: 'off',
});

const REQUESTS = ['/api/post/7', '/api/post', '/api/post/13', '/api/v1/tag/7', '/api/post?page=x'];
const ROUTES = ['/api/post', '/api/post', '/api/post/:id', '/api/post/:id', '/api/v1/tag/:id'];

describe('tracers', function () {
  this.timeout(60_000);

  after(() => rmSync(PROJECT, { recursive: true, force: true }));

  for (const express of ['express', 'express4']) {
    describe(`on ${express}`, () => {
      before(() => writeProject(express));

      for (const [tracer, read, hasRoute] of [
        ['OpenTelemetry', readOpenTelemetry, true],
        ['Sentry', readSentry, true],
        ['Datadog', readDatadog, true],
        ['Elastic APM', readElastic, false],
      ] as const) {
        it(`${tracer} names routes and reports errors`, async () => {
          const reported = await trace(flagsOf(tracer), read);
          const requests = reported.filter(({ name }) => name !== 'error');
          expect(requests.map(({ name }) => name).sort()).to.deep.equal(ROUTES.map((route) => `GET ${route}`));
          if (hasRoute) expect(requests.map(({ route }) => route).sort()).to.deep.equal(ROUTES);
          const errors = reported.flatMap(({ error = [] }) => error);
          expect([...new Set(errors)]).to.deep.equal(['no luck']);
        });
      }
    });
  }
});

// --- internal ---

/** A project with the server and the programs of the page, and the router in its `node_modules` with one major of Express. */
function writeProject(express: string): void {
  rmSync(PROJECT, { recursive: true, force: true });
  mkdirSync(`${PROJECT}src`, { recursive: true });
  copyFileSync(`${FOLDER}app.js`, `${PROJECT}src/app.js`);
  for (const [, name, text = ''] of page.matchAll(/^```js\n\/\/ src\/(\S+)\n([\s\S]*?)^```/gm)) {
    // All requests, not one of ten.
    writeFileSync(`${PROJECT}src/${name}`, text.replace('tracesSampleRate: 0.1', 'tracesSampleRate: 1'));
  }
  const modules = `${PROJECT}node_modules/`;
  for (const scope of ['@rest-gen', '@eslint-community']) mkdirSync(modules + scope, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(`${ROUTER}package.json`, 'utf8'));
  for (const name of Object.keys(dependencies)) symlinkSync(`${ROUTER}node_modules/${name}`, modules + name);
  symlinkSync(realpathSync(`${ROUTER}node_modules/${express}`), `${modules}express`);
  for (const name of ['package.json', 'dist'])
    cpSync(ROUTER + name, `${modules}@rest-gen/router/${name}`, { recursive: true });
}

/** The arguments of `node` in a section of the page. */
function flagsOf(section: string): string[] {
  const text = page.slice(page.indexOf(`## ${section}\n`));
  const command = /^node ([\s\S]*?) src\/app\.js$/m.exec(text.replaceAll('\\\n', ''))?.[1];
  if (command === undefined) throw new Error(`No command in the section ${section}`);
  return command.split(/\s+/);
}

/** Send the requests to the server under a tracer, and wait until it has reported all of them, and the error. */
async function trace(flags: readonly string[], read: Reader) {
  const collector = await startCollector(read);
  const env = { ...process.env, ...settingsOf(collector.url), NODE_ENV: 'test', NODE_OPTIONS: '' };
  const app: ChildProcess = fork('src/app.js', {
    cwd: PROJECT,
    execArgv: [...flags],
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  try {
    const [port] = await Promise.race([once(app, 'message'), once(app, 'exit').then(() => failed(app))]);
    const statuses: number[] = [];
    for (const path of REQUESTS) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      if (response.status >= 400) expect(await response.json()).to.have.property('code');
      else await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses).to.deep.equal([200, 200, 500, 200, 422]);
    const deadline = Date.now() + 20_000;
    // An error may be reported by several spans.
    const isComplete = (): boolean => {
      const errors = collector.reported.filter(({ name }) => name === 'error').length;
      return errors > 0 && collector.reported.length - errors >= REQUESTS.length;
    };
    while (!isComplete() && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return collector.reported;
  } finally {
    app.kill('SIGKILL');
    collector.close();
  }
}

function failed({ stderr }: ChildProcess): never {
  throw new Error(`The server has not started: ${stderr?.read()}`);
}
