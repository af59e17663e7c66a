import { defineLogic } from '@rest-gen/logic';
import { createOpenApi } from '@rest-gen/openapi';
import { createRestRouter, type RestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import { type Models, sql } from '../../packages/model/src/index.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';
import { withServer } from './with-server.ts';

/** A view over `sale (id, customer, amount)`, which has an id, a customer and perhaps other columns, and the writes that it takes. */
export type ViewCase = readonly [what: string, definition: readonly string[], writes: string];

const BODY = { customer: 'x', amount: 7 };
const FIELDS = { customer: { string: true }, amount: { int: true } } as const;
const METHODS = { create: ['POST'], update: ['PUT', 'PATCH'], delete: ['DELETE'] } as const;

class Sale extends Rest {}

/**
 * Of a view, a client finds exactly the methods that the database can do; all others are 405.
 *
 * @param open - gives models on an empty database; the suite closes them
 * @param views - the statements that create `v` and what it needs
 */
export function describeViews(name: string, open: () => Promise<Models> | Models, views: readonly ViewCase[]): void {
  describe(`views: ${name}`, () => {
    keepQuiet();
    let models: Models;
    before(async () => {
      models = await open();
      const key =
        { sqlite: 'integer primary key', postgres: 'serial primary key' }[name] ?? 'int auto_increment primary key';
      await run(`create table sale (id ${key}, customer varchar(20) not null, amount int not null default 0)`);
      await run('create table note (sale_id int, text varchar(20))');
    });
    beforeEach(async () => {
      await run('delete from sale');
      await run("insert into sale (id, customer, amount) values (101, 'a', 1), (102, 'b', 2)");
    });
    after(() => models.close());

    for (const [at, [what, definition, writes]] of views.entries())
      it(`${what}: ${writes === '' ? 'read-only' : writes}`, async () => {
        const view = `v${at}`;
        for (const statement of definition) await run(statement.replace(/\bv(?=\b|_)/g, view));
        const router = openRouter(view);
        await router.ready;
        const collection = ['GET', 'HEAD', 'QUERY', ...(writes.includes('create') ? ['POST'] : [])];
        const item = [
          'GET',
          'HEAD',
          ...(['update', 'delete'] as const).flatMap((kind) => (writes.includes(kind) ? METHODS[kind] : [])),
        ];
        expect(router.routes()[0]).to.deep.include({ collection, item });
        const { paths } = (await createOpenApi(router)) as {
          paths: Record<string, object>;
        };
        expect(operationsOf(paths[`/${view}`])).to.have.members(collection.flatMap(documented));
        expect(operationsOf(paths[`/${view}/{id}`])).to.have.members(item.flatMap(documented));
        await withServer(router, async (send) => {
          const { body } = await send('GET', `/${view}/101`);
          expect(body).to.include({ customer: 'a' });
          for (const [path, methods] of [
            [`/${view}`, collection],
            [`/${view}/101`, item],
          ] as const) {
            const allow = [...methods, 'OPTIONS'].join(', ');
            expect(await send('OPTIONS', path)).to.include({ status: 204, allow });
            for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !methods.includes(one)))
              expect(await send(method, path, BODY), method).to.include({ status: 405, allow });
          }
          if (writes.includes('create')) expect((await send('POST', `/${view}`, BODY)).status).to.equal(201);
          for (const method of item.filter((one) => one === 'PUT' || one === 'PATCH')) {
            expect(await send(method, `/${view}/101`, { ...BODY, customer: method })).to.include({ status: 200 });
            expect((await send('GET', `/${view}/101`)).body).to.include({ customer: method });
          }
          if (writes.includes('delete')) expect((await send('DELETE', `/${view}/102`)).status).to.equal(204);
        });
      });

    it('a view without a key stops the start, which says how to name one', async () => {
      await run('create view keyless as select customer, amount from sale');
      const error = await openRouter('keyless').ready.then(
        () => undefined,
        (reason: Error) => reason,
      );
      expect(error).to.include({ code: 'E_KEY' });
      expect(error?.message).to.contain("static key = '");
    });

    it('the key of a view is its column id, in upper or lower case', async () => {
      await run(
        'create view loud as select id as "ID", customer from sale'.replaceAll('"', name === 'mysql' ? '`' : '"'),
      );
      expect(await models.model('loud').byId(102).find()).to.deep.equal({ ID: 102, customer: 'b' });
    });

    const run = (text: string) => sql.raw(text).execute(models.kysely);

    function openRouter(table: string): RestRouter {
      const logic = defineLogic({
        postAction: { body: FIELDS },
        putAction: { body: FIELDS },
        patchAction: { body: FIELDS },
      });
      return createRestRouter({
        rules: [[`/${table}/:id?`, 'rest']],
        controllers: { [table]: Sale },
        logics: { [table]: logic },
        model: models,
        log: false,
      });
    }
  });
}

// --- internal ---

/** OpenAPI 3.1 has no QUERY. */
function documented(method: string): string[] {
  return method === 'HEAD' || method === 'QUERY' ? [] : [method.toLowerCase()];
}

function operationsOf(item: object | undefined): string[] {
  return Object.keys(item ?? {}).filter((name) => ['get', 'post', 'put', 'patch', 'delete'].includes(name));
}
