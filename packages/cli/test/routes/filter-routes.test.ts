import { expect } from 'chai';
import type { TakenPath } from '../../src/inspect/tasks/routes.ts';
import { filterRoutes, type RouteFilter } from '../../src/routes/filter-routes.ts';
import { ROWS } from './rows.ts';

const taken: TakenPath = { rule: '4', controller: 'api/tag', action: 'getAction' };
const nobody: TakenPath = { rule: '4', controller: undefined, action: undefined };

const TABLE: [filter: Partial<RouteFilter>, taken: TakenPath | undefined, left: (string | undefined)[]][] = [
  [{}, undefined, ['post', 'comment', undefined, 'api/post', 'api/tag']],
  [{ method: 'DELETE' }, undefined, ['post', 'comment', 'api/post']],
  [{ method: 'HEAD' }, undefined, ['post', 'comment', 'api/post', 'api/tag']],
  [{ method: 'QUERY' }, undefined, []],
  [{ controller: 'post' }, undefined, ['post']],
  [{ controller: 'api' }, undefined, ['api/post', 'api/tag']],
  [{ controller: 'ap' }, undefined, []],
  [{ controller: 'api', method: 'PUT' }, undefined, ['api/post']],
  [{ path: '/api/tag' }, taken, ['api/tag']],
  [{ path: '/api/tag', method: 'GET' }, taken, ['api/tag']],
  [{ path: '/api/tag', method: 'PUT' }, { ...taken, action: undefined }, []],
  [{ path: '/api/tag', controller: 'post' }, taken, []],
  [{ path: '/api/x' }, nobody, []],
  [{ path: '/x' }, undefined, []],
];

describe('filterRoutes', () => {
  for (const [filter, path, left] of TABLE) {
    it(`leaves ${left.join(', ') || 'nothing'} for ${JSON.stringify(filter)}`, () => {
      const asked = { path: undefined, method: undefined, controller: undefined, ...filter };
      const rows = filterRoutes({ rows: ROWS, ...(path && { taken: path }) }, asked);
      expect(rows.map(({ controller }) => controller)).to.deep.equal(left);
    });
  }
});
