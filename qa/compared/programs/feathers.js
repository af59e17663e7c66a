export default {
  build: [['node_modules/typescript/bin/tsc']],
  migrate: [['node_modules/knex/bin/cli.js', 'migrate:latest']],
  start: ['lib/index.js'],
  path: '/issues',
  owner: 'ownerId',
  createdAt: 'createdAt',
  query: ({ state, minHours, sort, page, size }) =>
    `state=${state}&hours[$gte]=${minHours}&$sort[${sort}]=-1&$limit=${size}&$skip=${(page - 1) * size}`,
  list: ({ body }) => ({ rows: body.data, total: body.total }),
  // The owner is a condition of the query: a record of another user is not found.
  status: { invalid: 400, unknown: 400, refused: 404, deleted: 200 },
};
