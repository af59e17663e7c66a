import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { requireServer } from '../servers.ts';
import { type TcpProxy, tcpProxy } from '../tcp-proxy.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

const fixture = fileURLToPath(new URL('../fixtures/idle-process.ts', import.meta.url));
const server = await requireServer('mysql');

if (server !== undefined) {
  describe('MySQL: a process whose connections lie idle', () => {
    const port = new URL(server).port;
    let database: TestDatabase;
    let proxy: TcpProxy;
    let child: ChildProcess | undefined;

    before(async () => {
      database = await makeDatabase(server);
    });
    beforeEach(async () => {
      proxy = await tcpProxy(Number(port));
    });
    afterEach(async () => {
      child?.kill('SIGKILL');
      child = undefined;
      await proxy.close();
    });
    after(() => database.drop());

    const url = (): string => database.url.replace(`:${port}/`, `:${proxy.port}/`);
    const start = async (): Promise<ChildProcess> => {
      child = fork(fixture, [url()]);
      expect((await once(child, 'message'))[0]).to.equal('idle');
      return child;
    };

    it('goes on when they are reset', async () => {
      const process = await start();
      proxy.cut();
      process.send('use');
      expect((await once(process, 'message'))[0]).to.equal('done');
      process.send('close');
      expect(await once(process, 'exit')).to.deep.equal([0, null]);
    });

    it('ends when it has closed them, even if the server says nothing more', async () => {
      const process = await start();
      proxy.stall();
      process.send('close');
      expect(await once(process, 'exit')).to.deep.equal([0, null]);
    });
  });
}
