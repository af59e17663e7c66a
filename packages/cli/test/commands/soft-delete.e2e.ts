import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import { makeDatabase } from '../../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { cli, makeProject, PACKAGE, removeDirectories, start } from '../fixture.ts';

const [postgres, mysql] = [await requireServer('postgres'), await requireServer('mysql')];

describe('a project of rest-gen controller --soft-delete', function () {
  this.timeout(60_000);
  after(removeDirectories);

  it('restores records, and unique values of deleted ones are free, on SQLite', () => check('sqlite:data/app.sqlite3'));
  for (const [name, server, create] of [
    ['PostgreSQL', postgres, createDatabase],
    ['MariaDB', mysql, makeDatabase],
  ] as const) {
    if (server === undefined) continue;
    it(`restores records, and unique values of deleted ones are free, on ${name}`, async () => {
      const database = await create(server);
      try {
        await check(database.url);
      } finally {
        await database.drop();
      }
    });
  }
});

// --- internal ---

async function check(address: string): Promise<void> {
  const root = makeProject('js-esm', { model: true });
  const line = 'controller page slug:string!:unique lang:string!:index body:text -r --soft-delete';
  expect(await cli(root, line)).to.include({ code: 0 });
  const DATABASE_URL = address.replace('sqlite:', `sqlite:${root}/`);
  const migrated = await start(PACKAGE, ['migrate', '--cwd', root], { ...process.env, DATABASE_URL });
  expect(migrated.code, migrated.err).to.equal(0);
  const send = await serve(root, DATABASE_URL);
  try {
    const page = { slug: 'home', lang: 'en' };
    expect(await send('POST', '/page', page)).to.deep.include({ status: 201, id: 1 });
    expect(await send('POST', '/page', page)).to.include({ status: 409, field: 'slug' });
    expect(await send('DELETE', '/page/1')).to.deep.equal({ status: 204 });
    const other = await send('POST', '/page', page);
    expect(other).to.include({ status: 201 });
    expect(await send('GET', '/page/1?deleted=true')).to.include({ status: 200, slug: 'home' });
    expect(await send('POST', '/page/1/restore')).to.include({ status: 409, field: 'slug' });
    expect(await send('PATCH', '/page?lang=en', { slug: 'other' })).to.include({ status: 405 });
    expect(await send('DELETE', '/page?lang=en')).to.include({ status: 405 });
    expect(await send('DELETE', `/page/${other.id}`)).to.deep.equal({ status: 204 });
    expect(await send('POST', '/page/1/restore')).to.include({ status: 200, slug: 'home', deleted_at: null });
    expect(await send('POST', '/page', page)).to.include({ status: 409, field: 'slug' });
  } finally {
    await send('close', '');
  }
}

type Send = (method: string, path: string, body?: object) => Promise<{ status: number; id?: number }>;

/** Serve the project as an application does. @returns requests; the method `close` ends it */
async function serve(root: string, address: string): Promise<Send> {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = address;
  // An application is started in its project, where its migrations are.
  const directory = process.cwd();
  process.chdir(root);
  const { default: model } = await import(pathToFileURL(join(root, 'src/config/model.js')).href);
  process.chdir(directory);
  if (before === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = before;
  const router = createRestRouter({ root: join(root, 'src'), model, log: false });
  await router.ready;
  const server = express().use(router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (method, path, body) => {
    if (method === 'close') {
      server.close();
      server.closeAllConnections();
      await model.close();
      return { status: 0 };
    }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await answer.text();
    return { ...(text !== '' && JSON.parse(text)), status: answer.status };
  };
}
