import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { createModels } from '../../../packages/model/src/index.ts';
import { createPostgresClient } from '../../../packages/model/src/stores/postgres/create-postgres-client.ts';
import type { ServerClient } from '../../../packages/model/src/stores/server/server-client.ts';
import { rejected } from '../fixture.ts';
import { requireServer } from '../servers.ts';
import { type TlsProxy, tlsCertificate, tlsProxy } from '../tls-proxy.ts';

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL: TLS', () => {
    const { username, password, hostname, port } = new URL(server);
    const options = { patience: 2_000, connections: 2, statementTimeout: 5_000 };
    const trusted = `&sslrootcert=${encodeURIComponent(tlsCertificate)}`;
    let proxy: TlsProxy;

    beforeEach(async () => {
      proxy = await tlsProxy(Number(port || 5432), hostname);
    });
    afterEach(() => proxy.close());

    const address = (host: string, rest: string): string =>
      `postgres://${username}:${password}@${host}:${proxy.port}/postgres?${rest}`;

    const rows: [host: string, options: string, isTrusted: boolean][] = [
      ['localhost', 'sslmode=require', true],
      ['127.0.0.1', `sslmode=require${trusted}`, true],
      ['localhost', 'sslmode=verify-ca', false],
      ['127.0.0.1', `sslmode=verify-ca${trusted}`, true],
      ['localhost', 'sslmode=verify-full&sslrootcert=system', false],
      ['127.0.0.1', `sslmode=verify-full${trusted}`, false],
      ['localhost', `sslmode=verify-full${trusted}`, true],
    ];
    for (const [host, rest, isTrusted] of rows) {
      const [mode, ...files] = rest.replaceAll(trusted, ' with its certificate').split('&');
      it(`${isTrusted ? 'trusts' : 'refuses'} ${host} with ${[mode, ...files].join(' and ')}`, async () => {
        const models = createModels(address(host, rest), options);
        await (isTrusted ? models.ping() : rejected(models.ping(), 'unavailable'));
        await models.close();
        expect(proxy.count).to.equal(1);
      });
    }

    it('is what cancelling goes through too', async () => {
      const client = createPostgresClient(address('localhost', `sslmode=verify-full${trusted}`), options);
      const controller = new AbortController();
      const sleeping = client.query('select pg_sleep(61)', [], { signal: controller.signal });
      while (proxy.count === 0 || !(await isSleeping(client))) await new Promise(setImmediate);
      controller.abort();
      await rejected(sleeping, 'unavailable');
      expect(proxy.count).to.equal(3);
      await client.close();
    });

    it('is not given up for a server that does not speak it', async () => {
      const plain = createServer((socket) => socket.once('data', () => socket.end('N')));
      await once(plain.listen(0, '127.0.0.1'), 'listening');
      const { port: plainPort } = plain.address() as AddressInfo;
      const models = createModels(`postgres://u@127.0.0.1:${plainPort}/d?sslmode=require`, options);
      expect((await rejected(models.ping(), 'unavailable')).hint).to.contain('SSL');
      await models.close();
      plain.close();
    });

    it('says when a certificate is not there', async () => {
      const models = createModels(address('localhost', 'sslmode=verify-full&sslrootcert=/nowhere.crt'), options);
      expect((await rejected(models.ping(), 'unavailable')).hint).to.contain('/nowhere.crt');
      await models.close();
    });
  });
}

// --- internal ---

async function isSleeping(client: ServerClient): Promise<boolean> {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where application_name = 'rest-gen' and query = 'select pg_sleep(61)' and state = 'active'",
    [],
  );
  return rows.length === 1;
}
