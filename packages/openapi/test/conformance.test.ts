import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { createOpenApi } from '../src/index.ts';
import type { Answer } from './conformance/check-answer.ts';
import { fuzz, type Tally } from './conformance/fuzz.ts';
import { createBlog, createService, type Service } from './conformance/service.ts';

/** Requests per resource; 5,000 take about 30 seconds. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 300);
/** Different each time; `SEED=<n>` repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const SERVICES: readonly (readonly [name: string, create: () => Promise<Service>, tags: readonly string[]])[] = [
  ['resources of every kind', createService, ['article', 'remark', 'paper', 'batch', 'setting']],
  ['the blog', createBlog, ['api/author', 'api/tag', 'comment', 'doc', 'post', 'v1/user', 'v2/user']],
];

for (const [name, create, tags] of SERVICES) {
  describe(`requests generated from the document of ${name} (${REQUESTS} per resource, seed ${SEED})`, function () {
    this.timeout(60_000 + tags.length * REQUESTS * 20);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let service: Service;
    let server: Server;
    let tallies: Tally[];

    before(async () => {
      service = await create();
      const app = express();
      app.use(service.router);
      server = app.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const document = await createOpenApi(service.router, { info: { title: 'Conformance', version: '1.0.0' } });
      tallies = await fuzz(document, REQUESTS, SEED, send);
    });
    after(async () => {
      agent.destroy();
      server.close();
      await service.models.close();
    });

    async function send(
      method: string,
      path: string,
      headers: Readonly<Record<string, string>>,
      body?: string,
    ): Promise<Answer> {
      const { port } = server.address() as AddressInfo;
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent });
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      return { status: answer.statusCode as number, headers: answer.headers, text: Buffer.concat(chunks).toString() };
    }

    it('reach every resource, valid and invalid', () => {
      expect(tallies.map(({ tag }) => tag)).to.have.members(tags);
      for (const { tag, sent, statuses } of tallies) {
        expect(sent, tag).to.equal(REQUESTS);
        const of = (kind: number): number =>
          [...statuses].reduce((sum, [status, count]) => (Math.floor(status / 100) === kind ? sum + count : sum), 0);
        expect(of(2), `${tag} done`).to.be.above(REQUESTS / 20);
        expect(of(4), `${tag} refused`).to.be.above(REQUESTS / 20);
      }
    });

    it('get the responses of the document', () => {
      const problems = tallies.flatMap((tally) =>
        [...tally.problems].map(([problem, shown]) => `${problem} (${shown.length} times)\n    ${shown[0]}`),
      );
      expect(problems).to.eql([]);
    });
  });
}
