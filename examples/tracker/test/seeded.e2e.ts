import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { runCurl } from '../../../packages/router/test/http-docs/run-curl.ts';
import { createDataDirectory, startExample } from '../../blog/test/start-example.ts';
import { openTracker, TRACKER, type Tracker } from './open-tracker.ts';

/** A user who belongs to both organizations. */
const GRACE = 5;

describe('examples/tracker, as its README.md shows it', () => {
  let tracker: Tracker;
  before(async () => {
    tracker = await openTracker(GRACE);
  });
  after(() => tracker.close());

  it('starts with the records of rest-gen seed, in which rest-gen check and types find nothing', async function () {
    this.timeout(60_000);
    const data = createDataDirectory();
    const bin = `${TRACKER}../../packages/cli/bin/rest-gen.js`;
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [bin, ...args], {
        cwd: TRACKER,
        env: { ...process.env, DATABASE_URL: data.url },
      });
    await run('seed');
    // It rejects when the file is out of date.
    await run('types', '--check');
    const { stdout } = await run('check', '--store');
    expect(stdout).to.match(/^Nothing found in 14 rules, 11 controllers, 7 logics\n/);
    const example = await startExample('tracker', 'dist/app.js', data.url);
    const token = (await tracker.tokenOf(GRACE)).Authorization?.slice('Bearer '.length) ?? '';
    for (const { command, status } of readCommands()) {
      const line = command.replace('"Authorization: Bearer $TOKEN"', `'Authorization: Bearer ${token}'`);
      const answer = await runCurl(line, Number(new URL(example.url).port));
      expect(answer.status, `${command}: ${answer.body}`).to.contain(` ${status} `);
    }
    await example.stop();
    data.remove();
  });
});

// --- internal ---

/** The requests of README.md, each with the status that the line above it promises. */
function readCommands(): { command: string; status: string }[] {
  const found = [...readFileSync(`${TRACKER}README.md`, 'utf8').matchAll(/^# (\d{3}): .+\n(curl .+)$/gm)];
  return found.map(([, status = '', command = '']) => ({ command, status }));
}
