import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const program = fileURLToPath(new URL('programs/clustered.ts', import.meta.url));

describe('a process of a cluster', () => {
  it('takes its leave of the first process before it exits: connections may be on their way to it', async function () {
    this.timeout(60_000);
    const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, program]);
    expect(JSON.parse(stdout)).to.deep.equal({ events: ['disconnect'], code: 0, isVoluntary: true });
  });
});
