export default {
  build: [['node_modules/typescript/bin/tsc']],
  start: ['src/server.ts'],
  // In development Payload creates the tables.
  env: { NODE_ENV: 'development', PAYLOAD_SECRET: 'of the tests' },
  path: '/api/issues',
  owner: 'ownerId',
  createdAt: 'createdAt',
  query: ({ state, minHours, sort, page, size }) =>
    `where[state][equals]=${state}&where[hours][greater_than_equal]=${minHours}&sort=-${sort}&limit=${size}&page=${page}`,
  list: ({ body }) => ({ rows: body.docs, total: body.totalDocs }),
  record: ({ body }) => body.doc,
  // Unknown fields are dropped. A record that the access function excludes, or that does not exist, is forbidden.
  status: { invalid: 400, unknown: 201, refused: 403, missing: 403, anonymous: 403, deleted: 200 },
};
