import { defineLogic } from '@rest-gen/logic';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import { createModels } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';
import { describeKeys } from '../keys.ts';
import { requireServer } from '../servers.ts';
import { describeStaticKey } from '../static-key.ts';
import { describeTimeKeys } from '../time-keys.ts';
import { withServer } from '../with-server.ts';
import { createDatabase, type TestDatabase } from './database.ts';

class Item extends Rest {
  static upsert = true;
  static bulk = ['patch', 'delete'];
}

const logic = (field: string) => {
  const body = { [field]: { string: true } } as const;
  return defineLogic({ putAction: { body }, patchAction: { body } });
};

const server = await requireServer('postgres');

if (server !== undefined) {
  describe('PostgreSQL', () => {
    keepQuiet();
    let database: TestDatabase;
    before(async () => {
      database = await createDatabase(server);
    });
    after(() => database.drop());

    describeKeys('PostgreSQL', () => createModels(database.url));
    describeTimeKeys('PostgreSQL', () => createModels(database.url), 'timestamp with time zone');
    describeStaticKey('PostgreSQL', () => createModels(database.url));

    it('a text that the type of a key cannot be is no record', async () => {
      await database.run(`
        create type mood as enum ('sad', 'happy');
        create table feeling (day integer, mood mood, address inet, primary key (day, mood));
        create table opening (id time primary key, n integer);
        create table visit (id serial primary key, opening_id time references opening, n integer);
      `);
      const models = createModels(database.url);
      const router = createRestRouter({
        rules: [
          ['/feeling/:id?', 'rest'],
          ['/opening/:opening_id/visit/:id?', '/visit', 'rest'],
          ['/opening/:id?', 'rest'],
        ],
        controllers: { feeling: Item, opening: Item, visit: Item },
        logics: { feeling: logic('address'), opening: logic('n'), visit: logic('n') },
        model: models,
        log: false,
      });
      await withServer(router, async (send) => {
        expect((await send('PUT', '/feeling/1,sad', { address: '10.0.0.1' })).status).to.equal(201);
        for (const path of ['/feeling/1,bored', '/opening/25:99', '/opening/noon/visit', '/opening/noon/visit/1'])
          for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
            if (path.endsWith('visit') && method !== 'GET') continue;
            const body = /^P/.test(method) ? { [path.startsWith('/f') ? 'address' : 'n']: null } : undefined;
            expect((await send(method, path, body)).status, `${method} ${path}`).to.equal(404);
          }
        const many = { Prefer: 'max-affected=5' };
        expect((await send('DELETE', '/feeling?mood=bored', undefined, many)).status).to.equal(400);
        expect((await send('PATCH', '/feeling?mood=bored', { address: null }, many)).status).to.equal(400);
        expect((await send('PATCH', '/feeling/1,sad', { address: '1' })).status).to.equal(422);
      });
      await models.close();
    });
  });
}
