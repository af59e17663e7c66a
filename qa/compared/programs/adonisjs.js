export default {
  // The migration writes database/schema.ts.
  migrate: [
    ['ace.js', 'migration:run', '--force'],
    ['node_modules/typescript/bin/tsc', '--noEmit'],
  ],
  start: ['--import', '@poppinss/ts-exec', 'bin/server.ts'],
  env: { HOST: '127.0.0.1', APP_KEY: 'a key of 32 characters for tests', NODE_ENV: 'development' },
  path: '/issues',
  owner: 'ownerId',
  createdAt: 'createdAt',
  query: ({ state, minHours, sort, page, size }) =>
    `state=${state}&minHours=${minHours}&sort=${sort}&order=desc&page=${page}&perPage=${size}`,
  list: ({ body }) => ({ rows: body.data, total: body.meta.total }),
  // A validator of Vine drops unknown fields.
  status: { invalid: 422, unknown: 201, refused: 403 },
};
