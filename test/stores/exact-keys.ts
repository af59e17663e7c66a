import type { AddressInfo } from 'node:net';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { type Models, type Row, sql } from '../../packages/model/src/index.ts';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';

/** The type of a primary key, and values of it in SQL that differ as little as they can; `refused`: no exact key can be shown. */
export type KeyType = readonly [type: string, values: readonly string[], refused?: 'refused'];

class Item extends Rest {}

/**
 * What GET shows as key finds exactly that record, and DELETE removes exactly that one; or the table is refused with the reason.
 *
 * @param open - gives models on an empty database; the suite closes them
 */
export function describeExactKeys(name: string, open: () => Promise<Models> | Models, types: readonly KeyType[]): void {
  describe(`keys: ${name}`, () => {
    keepQuiet();
    let models: Models;
    before(async () => {
      models = await open();
    });
    after(() => models.close());

    for (const [at, [type, values, refused]] of types.entries())
      it(`${type} ${refused ?? 'finds exactly its record'}`, async () => {
        const table = `key_${at}`;
        await sql.raw(`create table ${table} (id ${type} primary key, n integer)`).execute(models.kysely);
        for (const [n, value] of values.entries())
          await sql.raw(`insert into ${table} (id, n) values (${value}, ${n})`).execute(models.kysely);
        const router = createRestRouter({
          rules: [[`/${table}/:id?`, 'rest']],
          controllers: { [table]: Item },
          model: models,
          log: false,
        });
        await router.ready;
        const server = express().use(router).listen(0, '127.0.0.1');
        await new Promise((resolve) => server.once('listening', resolve));
        const send = async (method: string, path = ''): Promise<{ status: number; body: unknown }> => {
          const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${table}${path}`;
          const answer = await fetch(url, { method });
          const text = await answer.text();
          return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
        };
        try {
          const list = await send('GET');
          if (refused) {
            expect(list).to.deep.include({ status: 500 });
            expect(JSON.stringify(list.body)).to.include('cannot be compared exactly');
            return;
          }
          expect(list.status, JSON.stringify(list.body)).to.equal(200);
          const rows = list.body as Row[];
          expect(rows.map(({ n }) => n)).to.have.members([...values.keys()]);
          for (const row of rows) {
            const path = `/${encodeURIComponent(String(row.id))}`;
            expect(await send('GET', path), path).to.deep.equal({ status: 200, body: row });
          }
          for (const [index, row] of rows.entries()) {
            expect((await send('DELETE', `/${encodeURIComponent(String(row.id))}`)).status).to.equal(204);
            expect((await send('GET')).body).to.deep.equal(rows.slice(index + 1));
          }
        } finally {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        }
      });
  });
}
