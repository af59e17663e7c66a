import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Connect } from '../clients/client.ts';
import { runSession } from './session.ts';
import { startTracker, type Tracker } from './start-tracker.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

describe('Prism between a client and examples/tracker', () => {
  let tracker: Tracker;
  let prism: ChildProcess;
  before(async () => {
    tracker = await startTracker();
    const cli = path('../node_modules/@stoplight/prism-cli/dist/index.js');
    const words = ['proxy', path('../generated/tracker.json'), tracker.url, '--port', '4011'];
    prism = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const chunk of prism.stdout ?? []) if (String(chunk).includes('listening')) break;
  });
  after(async () => {
    const exit = once(prism, 'exit');
    prism.kill();
    await exit;
    await tracker.stop();
  });

  it('finds one violation of the document: the request that is invalid', async () => {
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
    await runSession(connect('http://127.0.0.1:4011', tracker.token)).finally(() => {
      globalThis.fetch = fetch;
    });
    expect(violations.map(({ location }) => location?.join('.'))).to.eql([]);
  });
});
