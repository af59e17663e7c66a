import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';

/** Ends while failures have not been written yet. */
const PROGRAM = `
import { Controller, createRestRouter, DataError } from '@rest-gen/router';
import { createServer } from 'node:http';
class Post extends Controller { getAction() { throw new DataError('unavailable', 'The database is away'); } }
const server = createServer(createRestRouter({ rules: [['/post', 'rest']], controllers: { post: Post } })).listen(0, '127.0.0.1', async () => {
  for (let time = 0; time < 5; time += 1) await fetch('http://127.0.0.1:' + server.address().port + '/post');
  process.exit();
});
`;

describe('the log of an outage', () => {
  it('has the number of all failures when the process ends', async () => {
    const args = [...process.execArgv, '--input-type=module', '-e', PROGRAM];
    const env = { ...process.env, NODE_ENV: 'production' };
    const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname, env });
    const whole = stderr.match(/^GET \/post: E_UNAVAILABLE/gm) ?? [];
    const counts = [...stderr.matchAll(/: (\d+) more requests? within a second$/gm)].map(([, count]) => Number(count));
    expect(counts).not.to.deep.equal([]);
    expect(counts.reduce((one, other) => one + other, whole.length)).to.equal(5);
  });
});
