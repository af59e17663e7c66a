import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../packages/cli/bin/rest-gen.js', import.meta.url));

export default {
  // The migration writes src/tables.d.ts.
  migrate: [
    [CLI, 'migrate'],
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noEmit'],
  ],
  start: ['src/server.ts'],
  path: '/issue',
  owner: 'owner_id',
  createdAt: 'created_at',
  query: ({ state, minHours, sort, page, size }) =>
    `state=${state}&hours[gte]=${minHours}&sort=-${sort}&page=${page}&pageSize=${size}`,
  list: ({ headers, body }) => ({ rows: body, total: Number(headers.get('x-total-count')) }),
  status: { invalid: 422, unknown: 422, refused: 403 },
  openapi: '/docs/openapi.json',
};
