export default {
  build: [['node_modules/@nestjs/cli/bin/nest.js', 'build']],
  start: ['dist/main.js'],
  path: '/issues',
  owner: 'ownerId',
  createdAt: 'createdAt',
  query: ({ state, minHours, sort, page, size }) =>
    `state=${state}&minHours=${minHours}&sort=${sort}&order=desc&page=${page}&pageSize=${size}`,
  list: ({ body }) => ({ rows: body.data, total: body.total }),
  status: { invalid: 400, unknown: 400, refused: 403 },
  openapi: '/api-json',
};
