import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openService, PASSWORD } from './open-service.ts';

const PROGRAM = fileURLToPath(new URL('killed-service.ts', import.meta.url));

describe('a process that is killed between the commit and the mail', function () {
  this.timeout(60_000);
  const directory = mkdtempSync(join(tmpdir(), 'rest-gen-auth-'));
  const url = `sqlite:${join(directory, 'app.sqlite3')}`;
  const credentials = { email: 'ann@example.com', password: PASSWORD };

  const children: ChildProcess[] = [];

  afterEach(() => children.splice(0).map((child) => child.kill('SIGKILL')));
  after(() => rmSync(directory, { recursive: true }));

  /** Send a request to a process, and kill it when it mails. */
  async function killAt(path: string, body: object): Promise<void> {
    // It loads TypeScript as the tests do.
    const child = fork(PROGRAM, [url], { execArgv: process.execArgv });
    children.push(child);
    const [port] = (await once(child, 'message')) as [number];
    const mailing = once(child, 'message');
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`http://127.0.0.1:${port}${path}`, init)).status).to.equal(202);
    expect((await mailing)[0]).to.equal('mailing');
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  it('has stored a user, who gets a mail by signing up again', async () => {
    await killAt('/user', credentials);
    const service = await openService({ store: url });
    expect(await service.models.model('user').where({ email: credentials.email }).count()).to.equal(1);
    await service.agent.post('/session').send(credentials).expect(401);
    await service.signedIn(credentials.email);
    await service.close();
  });

  it('has changed no password, and mails another token when it is asked again', async () => {
    await killAt('/password', { email: credentials.email });
    const service = await openService({ store: url });
    await service.agent.post('/session').send(credentials).expect(201);
    await service.agent.post('/password').send({ email: credentials.email }).expect(202);
    const { token } = await service.mail();
    await service.agent.put('/password').send({ token, password: 'another horse battery' }).expect(204);
    await service.close();
  });
});
