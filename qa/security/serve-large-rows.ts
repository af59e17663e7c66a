import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createRestRouter } from '@rest-gen/router';
import { createServer } from '@rest-gen/server';
import express from 'express';
import { memoryModels } from '../../packages/router/test/memory-models.ts';
import Rest from '../../test/fixture/rest.ts';

// Serves 200 rows of 100 KB, made anew for each query as a database does it. The parent asks what the process holds.

const models = memoryModels({ row: { id: 'integer', text: 'string' } });
const table = models.repository('row');
for (let count = 0; count < 200; count += 1) await table.insert({ text: '' });
let reads = 0;
const repository: typeof table = {
  describe: () => table.describe(),
  count: (where) => table.count(where),
  findOne: (query) => table.findOne(query),
  insert: (values) => table.insert(values),
  update: (where, values) => table.update(where, values),
  delete: (where) => table.delete(where),
  findMany: async (query) => {
    reads += 1;
    const rows = await table.findMany(query);
    // Asynchronous, so that requests that arrive together are at the store together.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return rows.map((row) => ({ ...row, text: Buffer.alloc(100_000, 'x').toString('latin1') }));
  },
};
const router = createRestRouter({
  rules: [['/row/:id?', 'rest']],
  controllers: { row: class Row extends Rest {} },
  model: { ...models, repository: () => repository },
  log: false,
});
const app = express().use(router);
const server = process.argv[2] === 'app.listen' ? app.listen(0, '127.0.0.1') : createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
process.on('message', () => {
  setTimeout(() => {
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ reads, memory: heapUsed + external });
  }, 500);
});
process.once('disconnect', () => process.exit());
