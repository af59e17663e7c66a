import { defineLogic } from '@rest-gen/logic';
import type { RuleConfig } from '@rest-gen/router';
import { expect } from 'chai';
import { openStore } from '../../../packages/model/src/create-models.ts';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import Rest from '../../fixture/rest.ts';
import { watched } from '../watched-client.ts';
import { migrations, openTracker, type Tracker, logics as trackerLogics } from './tracker.ts';

class Draft extends Rest {
  static softDelete = 'deleted_at';
  static bulk = ['post', 'patch', 'delete'];
}

const name = { required: true, string: true } as const;
const logics = {
  ...trackerLogics,
  draft: defineLogic({ postAction: { body: { name } }, patchAction: { body: { name } } }),
};
const rules: RuleConfig[] = [['/:name(issue|comment|attachment|label|topic|draft)/:id?', '/:name', 'rest']];

const LINKS = { labels: [1, 2], topics: [2, 3] };
const listOf = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));

type Request = readonly [method: string, path: string, body?: unknown];

/** Requests that write records, each with names that begin with a mark. */
const WRITES: readonly (readonly [what: string, request: (count: number, mark: string) => Request])[] = [
  ['POST of a list', (count, mark) => ['POST', '/issue', listOf(count, (at) => ({ title: `${mark}${at}` }))]],
  [
    'POST of a list with links and new related records',
    (count, mark) => [
      'POST',
      '/issue',
      listOf(count, (at) => ({ ...LINKS, title: `${mark}${at}`, comments: [{ text: `${mark} ${at}`, labels: [1] }] })),
    ],
  ],
  [
    'POST with new related records',
    (count, mark) => [
      'POST',
      '/issue',
      {
        title: mark,
        comments: listOf(count, (at) => ({
          text: `${mark} ${at}`,
          labels: [1, 2],
          attachments: [{ name: `${mark}${at}a` }, { name: `${mark}${at}b` }],
        })),
      },
    ],
  ],
  ['PATCH of a collection', (count) => ['PATCH', `/issue?title[in]=${titles(count)}`, { body: 'changed' }]],
  ['PATCH of a collection with links', (count) => ['PATCH', `/issue?title[in]=${titles(count)}`, LINKS]],
  [
    'PATCH of a collection that removes links',
    (count) => ['PATCH', `/issue?title[in]=${titles(count)}`, { labels: [], topics: [] }],
  ],
  ['PATCH of a collection with soft delete', (count) => ['PATCH', `/draft?name[in]=${titles(count)}`, { name: 'x' }]],
  ['DELETE of a collection with soft delete', (count) => ['DELETE', `/draft?name[in]=${titles(count)}`]],
];

/** Few records are not among the many. */
function titles(count: number): string {
  return listOf(count, (at) => (count > 2 ? `t${at + 2}` : `t${at}`)).join();
}

/**
 * That the number of statements of a write does not grow with the records where no hook is defined, as mocha tests.
 *
 * @param address - gives the address of a store, empty or with the tables of the tracker
 */
export function describeStatementCounts(store: string, address: () => string): void {
  describe(`statements of writes over HTTP: ${store}`, () => {
    let models: Models;
    let tracker: Tracker;
    let sent = 0;
    before(async () => {
      const { client } = openStore(address(), { patience: 10_000, connections: 10, statementTimeout: 30_000 });
      models = createModels(
        watched(client, () => sent++),
        { migrations, autoMigrate: true },
      );
      tracker = await openTracker(models, { rules, logics, controllers: { draft: Draft } });
      await count(['POST', '/issue', listOf(43, (at) => ({ title: `t${at}`, labels: [3], topics: [1] }))]);
      await count(['POST', '/draft', listOf(43, (at) => ({ name: `t${at}` }))]);
      // The first use of a table describes it.
      for (const [at, [, request]] of WRITES.entries()) {
        const [method, path, body] = request(1, `first ${at}`);
        await count([method, path.replace('=t0', '=t42'), body]);
      }
    });
    after(async () => {
      await tracker.close();
      await models.kysely.deleteFrom('draft').execute();
      await models.close();
    });

    async function count([method, path, body]: Request): Promise<number> {
      sent = 0;
      const { status, body: answer } = await tracker.send(method, path, body, { Prefer: 'max-affected=40' });
      expect(status, JSON.stringify(answer)).to.be.oneOf([200, 201, 204]);
      return sent;
    }

    for (const [at, [what, request]] of WRITES.entries()) {
      it(`are as many for 40 records as for 2: ${what}`, async () => {
        const few = await count(request(2, `few ${at}`));
        expect(few).to.be.within(1, 25);
        expect(await count(request(40, `many ${at}`))).to.equal(few);
      });
    }
  });
}
