import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import Rest from '../../../../test/fixture/rest.ts';
import type { ControllerClass } from '../../src/index.ts';
import { onBothMajors, send } from '../serve.ts';
import { ANN, type Archive, BOB, Document, GUEST, openArchive, policies, Secret } from './archive.ts';

const PRIVATE = 'private, no-cache';

onBothMajors('answers under a policy', (serve) => {
  let archive: Archive;
  const open = async (controllers: Record<string, ControllerClass> = {}): Promise<Archive['agent']> => {
    await archive?.stored.close();
    archive = await openArchive(serve, { controllers });
    return archive.agent;
  };
  after(() => archive?.stored.close());

  describe('refusals', () => {
    it('are 401 with a challenge without a user, else 403, and 404 for one record', async () => {
      const agent = await open();
      const { headers, body } = await agent.get('/secret').expect(401);
      expect(headers['www-authenticate']).to.equal('Bearer');
      expect(body.code).to.equal('E_UNAUTHORIZED');
      expect((await agent.get('/secret').set(ANN).expect(403)).body.code).to.equal('E_POLICY');
      await agent.head('/secret').set(ANN).expect(403);
      await agent.get('/secret').set(ANN).set('Accept', 'application/x-ndjson').expect(403);
      await agent.get('/secret/1').expect(401);
      await agent.get('/secret/1').set(ANN).expect(404);
      await agent.get('/folder').expect(401);
      expect((await agent.get('/folder').set(BOB).expect(200)).body).to.have.length(1);
    });

    it('of a create come before the body is validated, and before a stored answer is repeated', async () => {
      const agent = await open();
      expect((await agent.post('/secret').send({ wrong: 1 }).expect(401)).body.code).to.equal('E_UNAUTHORIZED');
      expect((await agent.post('/secret').set(ANN).send({ wrong: 1 }).expect(403)).body.code).to.equal('E_POLICY');
      await agent.post('/document').set(ANN).send({ wrong: 1 }).expect(422);
      await agent.post('/document').send({ wrong: 1 }).expect(401);
    });

    it('of a change of many records do not depend on the records that there are', async () => {
      const agent = await open();
      for (const body of [{ title: 'a' }, { data: { a: 1 } }])
        await agent.patch('/document?id=99').set('Prefer', 'max-affected=1').send(body).expect(401);
    });

    it('leave an action of the class to itself', async () => {
      class Own extends Secret {
        override async postAction() {
          return this.success({ id: await this.model().unrestricted().add({ text: 'told' }) });
        }
      }
      const agent = await open({ secret: Own });
      await agent.post('/secret').send({ text: 'told' }).expect(200);
    });

    it('tell nothing about the record in production, and its place in a list', async () => {
      const before = process.env.NODE_ENV;
      process.env.NODE_ENV = 'production';
      try {
        const agent = await open();
        const { body } = await send(agent, 'patch', '/document/2', { title: 'Mine' }, BOB).expect(403);
        expect(body).to.deep.equal({
          type: 'about:blank',
          title: 'Forbidden',
          status: 403,
          detail: 'A policy does not allow this.',
          instance: '/document/2',
          code: 'E_POLICY',
        });
        const list = [{ title: 'A' }, { title: 'B' }, { title: 'C', owner_id: 1 }];
        const { body: refused } = await send(agent, 'post', '/document', list, BOB).expect(403);
        expect([refused.code, refused.pointer]).to.deep.equal(['E_POLICY', '/2']);
        const { body: single } = await send(agent, 'post', '/document', [{ title: 'C', owner_id: 1 }], BOB).expect(403);
        expect(single.pointer).to.equal('/0');
        expect(await archive.stored.repository('document').count()).to.equal(3);
      } finally {
        process.env.NODE_ENV = before;
      }
    });
  });

  describe('fields that a policy sets', () => {
    it('are not demanded of a POST, a list or a PUT', async () => {
      const agent = await open();
      expect((await send(agent, 'post', '/document', { title: 'A' }, BOB).expect(201)).body.owner_id).to.equal(2);
      await send(agent, 'post', '/document', [{ title: 'B' }, { title: 'C' }], BOB).expect(201);
      await send(agent, 'put', '/document/3', { title: 'D' }, BOB).expect(200);
      const { body } = await send(agent, 'post', '/document', { note: 'no title' }, BOB).expect(422);
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal(['/title']);
      await send(agent, 'post', '/document', { title: 'E', owner_id: 'x' }, BOB).expect(422);
    });

    it('and those with a policy of their own stay as they are when a PUT leaves them out', async () => {
      const agent = await open();
      const { body } = await send(agent, 'put', '/document/1', { title: 'New' }, ANN).expect(200);
      expect(body).to.deep.equal({
        ...{ id: 1, title: 'New', note: 'of Ann', data: null, state: 'private', folder_id: null, owner_id: 1 },
      });
    });
  });

  describe('Cache-Control', () => {
    it('keeps personal answers out of shared caches, also 304, errors and lines', async () => {
      const agent = await open();
      const { headers } = await agent.get('/document').set(ANN).expect(200).expect('Cache-Control', PRIVATE);
      const tag = headers.etag as string;
      await agent.get('/document').set(ANN).set('If-None-Match', tag).expect(304).expect('Cache-Control', PRIVATE);
      await agent.get('/document').set(BOB).set('If-None-Match', tag).expect(200).expect('Cache-Control', PRIVATE);
      await agent.get('/document/1').expect(404).expect('Cache-Control', PRIVATE);
      await agent.get('/secret').expect(401).expect('Cache-Control', PRIVATE);
      await agent.get('/secret').set(ANN).expect(403).expect('Cache-Control', PRIVATE);
      await agent.get('/document').set('Accept', 'application/x-ndjson').expect(200).expect('Cache-Control', PRIVATE);
    });

    it('keeps an answer private that shows this.user, also without policies', async () => {
      class Me extends Rest {
        override async getAction() {
          return { id: this.user?.id };
        }
      }
      const { app } = serve({
        rules: [['/me', 'rest']],
        controllers: { me: Me },
        policies: {},
        user: (() => ({ id: 1 })) as never,
      });
      await supertest(app).get('/me').expect(200, { id: 1 }).expect('Cache-Control', PRIVATE);
    });

    it('is not set where everyone gets the same, and not over what an action says', async () => {
      class Kept extends Document {
        override async getAction() {
          return this.success(await this.model().select(), { headers: { 'Cache-Control': 'private, max-age=5' } });
        }
      }
      const agent = await open({ document: Kept });
      expect((await agent.get('/person').expect(200)).headers).not.to.have.property('cache-control');
      await agent.get('/document').expect(200).expect('Cache-Control', 'private, max-age=5');
    });
  });

  describe('Cache-Control of an earlier middleware', () => {
    const ask = async (said: Record<string, string>, path: string, user: Record<string, string>) => {
      archive = await openArchive(serve);
      const outer = express();
      outer.use((_req, res, next) => {
        res.set(said);
        next();
      }, archive.app);
      const { status, headers } = await supertest(outer).get(path).set(user);
      return `${status} ${headers['cache-control']} ${headers.expires}`;
    };
    for (const [said, path, user, expected] of [
      ['no-store', '/document/1', GUEST, '404 no-store 0'],
      ['no-store', '/document', ANN, '200 no-store 0'],
      ['no-store', '/nothing', GUEST, '404 no-store 0'],
      ['private, max-age=5', '/document', ANN, '200 private, max-age=5 0'],
      ['public, max-age=60', '/document', ANN, '200 private, no-cache 0'],
      ['public, max-age=60', '/document/1', GUEST, '404 private, no-cache 0'],
      ['public, max-age=60', '/person', GUEST, '200 public, max-age=60 0'],
      ['public, max-age=60', '/person/99', GUEST, '404 public, max-age=60 0'],
    ] as const) {
      it(`${said}: ${path}`, async () => {
        expect(await ask({ 'Cache-Control': said, Expires: '0' }, path, user)).to.equal(expected);
      });
    }
  });

  describe('Idempotency-Key', () => {
    it('belongs to the user, whatever the credentials', async () => {
      const agent = await open();
      const post = (headers: object) =>
        send(agent, 'post', '/document', { title: 'Once' }, { 'Idempotency-Key': 'k', ...headers });
      const { body } = await post({ ...ANN, Authorization: 'Bearer 1' }).expect(201);
      const again = await post({ ...ANN, Authorization: 'Bearer 2' }).expect(201);
      expect(again.headers).to.include({ 'idempotent-replayed': 'true', 'cache-control': PRIVATE });
      expect(again.body).to.deep.equal(body);
      // The title is taken; the stored answer of another user would be 201.
      await post({ ...BOB, Authorization: 'Bearer 1' }).expect(409);
    });

    it('gets no stored answer of a user who may not create any more', async () => {
      let mayCreate = true;
      await archive?.stored.close();
      archive = await openArchive(serve, {
        policies: { ...policies, document: { read: 'everyone', create: () => mayCreate } },
      });
      const post = () =>
        send(archive.agent, 'post', '/document', { title: 'Once', owner_id: 1 }, { ...ANN, 'Idempotency-Key': 'k' });
      await post().expect(201);
      await post().expect(201).expect('Idempotent-Replayed', 'true');
      mayCreate = false;
      await post().expect(403);
    });
  });

  it('keep what a merge patch does not name, and take a hidden record for a missing one', async () => {
    const agent = await open();
    const { body } = await send(agent, 'patch', '/document/1', { data: { a: 9 } }, ANN).expect(200);
    expect(body.data).to.deep.equal({ a: 9, b: 2 });
    await send(agent, 'patch', '/document/1', { data: { a: 9 } }, BOB).expect(404);
    await send(agent, 'patch', '/document/1', { data: { a: 9 } }, { ...BOB, 'If-Match': '*' }).expect(412);
    await send(agent, 'patch', '/document/99', { data: { a: 9 } }, { ...BOB, 'If-Match': '*' }).expect(412);
  });

  it('do not tell the size of a hidden field by the limit of a merge patch', async () => {
    for (const stored of [0, 900]) {
      await archive?.stored.close();
      archive = await openArchive(serve, {
        policies: { ...policies, document: { ...policies.document, fields: { data: { read: 'nobody' } } } },
        limits: { body: 1_000 },
      });
      const data = JSON.stringify({ a: 'x'.repeat(stored) });
      await archive.stored.model('document').byId(1).update({ data });
      await send(archive.agent, 'patch', '/document/1', { data: { b: 'x'.repeat(200) } }, ANN).expect(200);
    }
  });
});
