import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { runCurl } from '../../../packages/router/test/http-docs/run-curl.ts';
import { createDataDirectory, startExample } from '../../blog/test/start-example.ts';
import { TRACKER } from './open-tracker.ts';
import { startTracker } from './start-tracker.ts';

const run = promisify(execFile);

describe('examples/tracker, as its README.md shows it', function () {
  this.timeout(60_000);

  it('starts with the records of rest-gen seed, in which rest-gen check and types find nothing', async () => {
    const data = createDataDirectory();
    const bin = `${TRACKER}../../packages/cli/bin/rest-gen.js`;
    const rest = (...args: string[]) =>
      run(process.execPath, [bin, ...args], { cwd: TRACKER, env: { ...process.env, DATABASE_URL: data.url } });
    await rest('seed');
    // It rejects when the file is out of date.
    await rest('types', '--check');
    const { stdout } = await rest('check', '--store');
    expect(stdout).to.match(/^Nothing found in 18 rules, 14 controllers, 10 logics\n/);
    const example = await startExample('tracker', 'dist/app.js', data.url);
    const { host, port } = new URL(example.url);
    const readme = readFileSync(`${TRACKER}README.md`, 'utf8');
    const [grace = '', ada = ''] = await Promise.all(
      [...readme.matchAll(/^TOKEN=.+$/gm)].map(async ([line]) => {
        const { stdout } = await run('sh', ['-c', `${line}; echo $TOKEN`.replace('localhost:3000', host)]);
        return stdout.trim();
      }),
    );
    for (const [, status, command = ''] of readme.matchAll(/^# (\d{3}): .+\n(curl .+)$/gm)) {
      const line = command.replace('"Authorization: Bearer $TOKEN"', `'Authorization: Bearer ${grace}'`);
      const answer = await runCurl(line, Number(port));
      expect(answer.status, `${command}: ${answer.body}`).to.contain(` ${status} `);
    }
    const { body } = await example.send('GET', '/session', undefined, { Authorization: `Bearer ${ada}` });
    expect(body.user).to.include({ name: 'Ada', email: 'ada@example.com' }).and.not.have.property('password');
    await example.stop();
    data.remove();
  });

  it('signs up with the mail that it prints, in and out', async () => {
    const tracker = await startTracker();
    const tim = { email: 'tim@example.com', password: 'a password of Tim' };
    const mail = tracker.prints(/To: tim@example\.com\n.+: (\S{43})\n/);
    expect((await tracker.send('POST', '/user', { name: 'Tim', ...tim })).status).to.equal(202);
    expect((await tracker.send('POST', '/session', tim)).body.code).to.equal('E_SIGN_IN');
    expect((await tracker.send('POST', '/user/verification', { token: (await mail)[1] })).status).to.equal(204);
    const { status, headers, body } = await tracker.send('POST', '/session', tim);
    expect([status, body.user.name, headers.get('set-cookie')?.split('=')[0]]).to.eql([201, 'Tim', 'session']);
    const bearer = { Authorization: `Bearer ${body.token}` };
    const { body: users } = await tracker.send('GET', '/user?name=Tim', undefined, bearer);
    expect(users).to.eql([{ id: body.user.id, name: 'Tim', email: tim.email }]);
    const change = { email: 'ada@example.com' };
    expect((await tracker.send('PATCH', `/user/${body.user.id}`, change, bearer)).status).to.equal(422);
    expect((await tracker.send('DELETE', '/session', undefined, bearer)).status).to.equal(204);
    expect((await tracker.send('GET', '/user', undefined, bearer)).body.code).to.equal('E_TOKEN');
    await tracker.stop();
  });
});
