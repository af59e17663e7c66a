import { defineLogic, partial } from '@rest-gen/logic';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import { type Models, sql } from '../../packages/model/src/index.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';
import { withServer } from './with-server.ts';

const VALUES = [7, '9007199254740991', '9007199254740993', '-9223372036854775808', '9223372036854775807'];

class Guild extends Rest {}

/**
 * What GET shows of a big integer is accepted by POST, PUT, PATCH and filters, and as a key.
 *
 * @param open - gives models on an empty database; the suite closes them
 */
export function describeBigIntegers(name: string, open: () => Promise<Models> | Models): void {
  describe(`big integers: ${name}`, () => {
    keepQuiet();
    let models: Models;
    before(async () => {
      models = await open();
      await sql
        .raw('create table guild (id bigint not null primary key, owner_id bigint not null)')
        .execute(models.kysely);
    });
    after(() => models.close());

    for (const value of VALUES)
      it(`${value} is stored with its digits, and sent back`, async () => {
        const fields = { owner_id: { required: true, bigint: true } } as const;
        const router = createRestRouter({
          rules: [['/guild/:id?', 'rest']],
          controllers: { guild: Guild },
          logics: {
            guild: defineLogic({
              postAction: { body: { id: { required: true, bigint: true }, ...fields } },
              putAction: { body: fields },
              patchAction: { body: partial(fields) },
            }),
          },
          model: models,
          log: false,
        });
        await router.ready;
        const digits = String(value);
        const shown = Number.isSafeInteger(Number(value)) ? Number(value) : digits;
        const url = `/guild/${digits}`;
        await withServer(router, async (send) => {
          expect(await send('POST', '/guild', { id: value, owner_id: 1 })).to.deep.include({
            status: 201,
            body: { id: shown, owner_id: 1 },
          });
          expect(await send('POST', '/guild', { id: shown, owner_id: 1 })).to.include({ status: 409 });
          for (const method of ['PATCH', 'PUT']) {
            const answer = await send(method, url, { owner_id: value });
            expect(answer).to.deep.include({ status: 200, body: { id: shown, owner_id: shown } });
            expect(await send(method, url, { owner_id: shown })).to.include({ status: 200 });
          }
          const query = sql<{ text: string }>`select concat('', owner_id) as text from guild`;
          if (name !== 'sqlite') expect((await query.execute(models.kysely)).rows).to.deep.equal([{ text: digits }]);
          const found = await send('GET', `/guild?owner_id=${digits}`);
          expect(found.body).to.deep.equal([{ id: shown, owner_id: shown }]);
          expect(await send('DELETE', url)).to.include({ status: 204 });
        });
      });
  });
}
