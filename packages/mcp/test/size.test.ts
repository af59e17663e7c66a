import { expect } from 'chai';
import express from 'express';
import Rest from '../../../test/fixture/rest.ts';
import { createRestRouter, definePolicy } from '../../router/src/index.ts';
import { memoryModels } from '../../router/test/memory-models.ts';
import { createMcp } from '../src/index.ts';
import { connect, listen, REVISIONS, type Revision } from './open-agent.ts';

/** Bytes of `tools/list`: about 500 tokens. */
const MOST = 2_500;

describe('the list of tools', () => {
  for (const revision of Object.keys(REVISIONS) as Revision[]) {
    it(`is the same for 5, 50 and 200 resources (${revision})`, async () => {
      const lists: string[] = [];
      for (const count of [5, 50, 200]) lists.push(await listTools(count, revision));
      const [few = '', some, many] = lists;
      expect(some === few && many === few).to.equal(true);
      expect(Buffer.byteLength(few)).to.be.within(1_000, MOST);
    });
  }

  it('leads to each of 200 resources', async () => {
    const { text } = await withAgent(200, '2026-07-28', (agent) => agent.call('resources'));
    expect(text.split('\n')).to.have.length(200);
    const { text: one } = await withAgent(200, '2026-07-28', (agent) =>
      agent.call('describe', { resource: 'table_7' }),
    );
    expect(one).to.contain('GET, DELETE /table_7/{id}').and.to.contain('- title: string');
  });
});

// --- internal ---

function listTools(count: number, revision: Revision): Promise<string> {
  return withAgent(count, revision, async ({ client }) => JSON.stringify((await client.listTools()).tools));
}

async function withAgent<T>(
  count: number,
  revision: Revision,
  work: (agent: Awaited<ReturnType<typeof connect>>) => Promise<T>,
): Promise<T> {
  const names = Array.from({ length: count }, (_, at) => `table_${at}`);
  class Table extends Rest {
    static callable = true;
  }
  const router = createRestRouter({
    rules: names.map((name) => [`/${name}/:id?`, `/${name}`, 'rest'] as const),
    controllers: Object.fromEntries(names.map((name) => [name, class extends Table {}])),
    policies: Object.fromEntries(names.map((name) => [name, definePolicy('user')])),
    model: memoryModels(Object.fromEntries(names.map((name) => [name, { id: 'integer', title: 'string' }]))),
    user: () => ({ id: 1 }),
    log: false,
  });
  const app = express();
  app.use('/mcp', createMcp(router));
  const { url, close } = await listen(app);
  const agent = await connect(url, {}, revision);
  try {
    return await work(agent);
  } finally {
    await agent.close();
    await close();
    await router.close();
  }
}
