import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { keepQuiet } from '../../router/test/serve.ts';
import { openService } from './open-service.ts';

describe('a thousand sign-ins at once', function () {
  this.timeout(120_000);
  keepQuiet();

  it('wait in a short line, and stop no other request', async () => {
    const service = await openService({
      attempts: { network: 10_000 },
      before: (app) => {
        app.set('trust proxy', true);
        app.get('/live', (_req, res) => void res.sendStatus(200));
      },
    });
    const server = service.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      let isOver = false;
      const signIns = Array.from({ length: 1000 }, (_, index) =>
        fetch(`${url}/session`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.0.${index >> 8}.${index & 255}` },
          body: JSON.stringify({ email: `${index}@example.com`, password: 'wrong' }),
        }),
      );
      const all = Promise.all(signIns).finally(() => {
        isOver = true;
      });
      let live = 0;
      for (; !isOver; live += 1) expect((await fetch(`${url}/live`)).status).to.equal(200);
      const counts: Record<string, number> = {};
      for (const { status, headers } of await all) {
        const answer = `${status} ${headers.get('retry-after')}`;
        counts[answer] = (counts[answer] ?? 0) + 1;
      }
      const { '503 5': refused = 0, '401 null': hashed = 0, '503 1': late = 0, ...others } = counts;
      expect(others).to.eql({});
      expect(refused).to.be.within(500, 1000 - 64);
      // Where a machine hashes slowly, the last of the line reach the deadline of their requests.
      expect(hashed).to.be.within(2, 1000 - refused - late);
      expect(live).to.be.above(5);
    } finally {
      server.closeAllConnections();
      server.close();
      await service.close();
    }
  });
});
