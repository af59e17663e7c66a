import { expect } from 'chai';
import { makeDatabase } from '../../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { cli, makeProject, PACKAGE, removeDirectories, start } from '../fixture.ts';
import { serveProject } from './serve-project.ts';

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
  const send = await serveProject(root, DATABASE_URL);
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
