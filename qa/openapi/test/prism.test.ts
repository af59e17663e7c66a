import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type StartedTracker, startTracker } from '../../../examples/tracker/test/start-tracker.ts';
import { freePort } from '../../../test/free-port.ts';
import type { Connect } from '../clients/client.ts';
import { runSession } from './session.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

describe('Prism between a client and examples/tracker', () => {
  let tracker: StartedTracker;
  let token: string;
  let prism: ChildProcess;
  let url: string;
  before(async () => {
    tracker = await startTracker();
    token = await tracker.tokenOf(1);
    const tools = process.env.QA_TOOLS ?? path('..');
    const cli = `${tools}/node_modules/@stoplight/prism-cli/dist/index.js`;
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const words = ['proxy', path('../generated/tracker.json'), tracker.url, '--port', String(port)];
    prism = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve) => {
      prism.stdout?.on('data', (chunk) => String(chunk).includes('listening') && resolve());
    });
  });
  after(async () => {
    const exit = once(prism, 'exit');
    prism.kill();
    await exit;
    await tracker.stop();
  });

  it('finds no violation of the document but the request that is invalid', async () => {
    const violations: { location?: string[] }[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = async (...request) => {
      const response = await fetch(...request);
      const found = response.headers.get('sl-violations');
      if (found !== null) violations.push(...(JSON.parse(found) as typeof violations));
      return response;
    };
    const { connect } = (await import(new URL('../clients/openapi-fetch.ts', import.meta.url).href)) as {
      connect: Connect;
    };
    await runSession(connect(url, token)).finally(() => {
      globalThis.fetch = fetch;
    });
    const wrong = ['request.body.priority', 'request.body.title'];
    expect([...new Set(violations.map(({ location }) => location?.join('.')))].sort()).to.eql(wrong);
  });
});

// --- internal ---
