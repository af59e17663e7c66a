import {
  type ControllerClass,
  createRestRouter,
  definePolicy,
  type ModelProvider,
  type RestRouterOptions,
} from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { sql } from 'kysely';
import supertest from 'supertest';
import { defineLogic } from '../../../packages/logic/src/index.ts';
import { createModels, type Models } from '../../../packages/model/src/index.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';

const TABLES = [
  'create table folder (id integer primary key, name text, owner_id integer)',
  'create table note (id integer primary key, folder_id integer references folder(id), text text, secret text, owner_id integer, tenant_id integer)',
  'create table idempotency_key (id varchar(64) primary key, fingerprint varchar(64) not null, status integer, headers json, body text, locked_until datetime not null, created_at datetime not null)',
];

class Note extends Rest {
  static idempotent = true;
  static include = { folder: { fields: ['id', 'name'] } };
}

type User = Readonly<Record<string, unknown>>;
const ANN: User = { id: 7, tenant: 1, seen_at: '2026-01-01T00:00:00Z', iat: 1 };
const own = (user: User) => ({ owner_id: user.id });
const policies = {
  folder: definePolicy({ read: own as never }),
  note: definePolicy({
    always: ((user: User) => ({ tenant_id: user.tenant })) as never,
    read: own as never,
    create: own as never,
    fields: { secret: { read: { text: { ne: 'closed' } } as never } },
  }),
  idempotency_key: definePolicy('nobody'),
};

describe('a replay is for whom the answer was', () => {
  keepQuiet();
  let models: Models;
  let user: User | undefined;
  beforeEach(async () => {
    models = createModels('sqlite::memory:');
    for (const table of TABLES) await sql.raw(table).execute(models.kysely);
    await models.model('folder').add({ id: 1, name: 'Home', owner_id: 7 });
    user = ANN;
  });
  afterEach(() => models.close());

  const serve = (options: RestRouterOptions = {}) => {
    const fields = { text: { string: true }, secret: { string: true }, folder_id: { int: true } } as const;
    const router = createRestRouter({
      rules: [['/:name(note|folder)/:id?', '/:name', 'rest']],
      controllers: { note: Note as ControllerClass, folder: class Folder extends Rest {} },
      logics: { note: defineLogic({ postAction: { body: fields } }) },
      policies,
      user: () => user as never,
      model: models as ModelProvider,
      log: false,
      ...options,
    });
    const agent = supertest(express().use(router));
    return (path = '/note') => {
      const sent = { text: 'a', secret: 's', folder_id: 1 };
      return agent.post(path).set('Idempotency-Key', 'k').send(sent);
    };
  };
  const change = (values: Record<string, unknown>) => models.model('note').where({ id: 1 }).update(values);

  const SAME: readonly (readonly [what: string, later: User])[] = [
    ['the same user', ANN],
    ['the same user with a new token, seen again', { ...ANN, seen_at: '2026-02-02T00:00:00Z', iat: 2, exp: 3 }],
    ['the same user with what no policy asks for', { ...ANN, credits: 4, roles: ['b', 'a'] }],
  ];
  for (const [what, later] of SAME)
    it(`${what} gets the stored answer`, async () => {
      const post = serve();
      const first = await post().expect(201);
      user = later;
      await change({ folder_id: null });
      const again = await post().expect(201);
      expect(again.headers).to.include({ 'idempotent-replayed': 'true', etag: first.headers.etag });
      expect(again.text).to.equal(first.text);
      expect(first.body).to.include({ id: 1, owner_id: 7, tenant_id: 1, secret: 's' });
    });

  const OTHERS: readonly (readonly [what: string, other: User, decided?: 'by policies'])[] = [
    ['of another tenant', { ...ANN, tenant: 2 }, 'by policies'],
    ['with the same id as text', { ...ANN, id: '7' }, 'by policies'],
    ['of another kind', { ...ANN, kind: 'staff' }],
    ['with other roles', { ...ANN, roles: [{ name: 'admin' }] }],
    ['with other rights', { ...ANN, rights: new Set(['write']) }],
  ];
  for (const withPolicies of [true, false])
    for (const [what, other] of OTHERS.filter(([, , decided]) => !withPolicies || decided))
      it(`a user ${what} gets none${withPolicies ? '' : ', without policies'}`, async () => {
        const post = serve(withPolicies ? {} : { policies: {} });
        await post().expect(201);
        user = other;
        const { body } = await post().expect(422);
        expect(body.code).to.equal('E_IDEMPOTENCY_MISMATCH');
        user = ANN;
        await post().expect(201);
        expect(await models.model('note').count()).to.equal(1);
      });

  it('a user with the id as sub gets none', async () => {
    const post = serve({ policies: {} });
    await post().expect(201);
    user = { sub: 7, tenant: 1 };
    await post().expect(422);
  });

  for (const id of [Number.NaN, undefined, null, {}, ''])
    it(`a user with the id ${typeof id === 'object' ? JSON.stringify(id) : String(id)} has no keys`, async () => {
      user = { id };
      const { body } = await serve({ policies: {} })().expect(400);
      expect(body.code).to.equal('E_IDEMPOTENCY_KEY');
      expect(await models.model('note').count()).to.equal(0);
    });

  it('a user whom the policies allow something else by now gets none', async () => {
    let isOpen = true;
    const post = serve({ policies: { ...policies, folder: definePolicy({ read: () => isOpen }) } });
    await post().expect(201);
    isOpen = false;
    await post().expect(422);
  });

  const HIDDEN: readonly (readonly [what: string, path: string, hide: () => Promise<unknown>])[] = [
    ['the record', '/note', () => change({ owner_id: 8 })],
    ['a field', '/note', () => change({ text: 'closed' })],
    ['an included record', '/note?include=folder', () => models.model('folder').byId(1).update({ owner_id: 8 })],
  ];
  it('shows an included record that has changed where no policy hides any', async () => {
    const post = serve({ policies: { ...policies, note: definePolicy('everyone'), folder: definePolicy('everyone') } });
    const first = await post('/note?include=folder').expect(201);
    await models.model('folder').byId(1).update({ name: 'New' });
    expect((await post('/note?include=folder').expect(201)).text).to.equal(first.text);
  });

  it('is given while a policy compares with the time', async () => {
    const since = () => ({ owner_id: { gt: 0 }, name: { ne: new Date().toISOString() } }) as never;
    const post = serve({ policies: { ...policies, folder: definePolicy({ read: since }) } });
    await post().expect(201);
    await post().expect(201);
  });

  for (const [what, path, hide] of HIDDEN)
    it(`shows nothing when the user may not read ${what} any more`, async () => {
      const post = serve();
      const first = await post(path).expect(201);
      expect(first.text).to.include('"secret":"s"');
      await hide();
      const again = await post(path).expect(201);
      expect(again.text).to.equal('');
      expect(again.headers).to.include({ location: '/note/1', 'idempotent-replayed': 'true' });
      expect(again.headers).to.not.have.any.keys('etag', 'content-type');
    });
});
