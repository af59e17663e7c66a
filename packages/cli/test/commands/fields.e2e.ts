import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeDatabase } from '../../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { cli, makeDirectory, makeProject, PACKAGE, read, removeDirectories, start, WORKSPACE } from '../fixture.ts';
import { serveProject } from './serve-project.ts';

const [postgres, mysql] = [await requireServer('postgres'), await requireServer('mysql')];

const CONTROLLER = [
  'controller',
  'product',
  'code:string(3..12)!:unique',
  'status:enum(draft,live)!:index',
  'price:decimal(12,3,0.5..99999999.999)!',
  'stars:integer(2..5)',
  'ratio:double(..0.25)',
  'views:bigint(10..)',
  'summary:text(6..20)',
  '-r',
];
const PRODUCT = { code: 'abc', status: 'draft', price: '0.5', stars: 2, ratio: 0.25, views: 10, summary: 'a text' };

/** Fields that are refused, each with what the message says. */
const REFUSED: readonly (readonly [field: string, value: unknown, message: string])[] = [
  ['code', 'ab', 'between 3 and 12 characters'],
  ['code', 'x'.repeat(13), 'between 3 and 12 characters'],
  ['status', 'gone', 'draft, live'],
  ['price', '0.499', 'between 0.5 and 99999999.999'],
  ['price', '100000000', 'between 0.5 and 99999999.999'],
  ['stars', 1, 'between 2 and 5'],
  ['ratio', 0.26, 'at most 0.25'],
  ['views', 9, 'at least 10'],
  ['summary', 'short', 'between 6 and 20 characters'],
];

describe('the fields of a controller', function () {
  this.timeout(60_000);
  after(removeDirectories);

  it('are checked and stored on SQLite', () => check('sqlite:data/app.sqlite3'));
  for (const [name, server, create] of [
    ['PostgreSQL', postgres, createDatabase],
    ['MariaDB', mysql, makeDatabase],
  ] as const) {
    if (server === undefined) continue;
    it(`are checked and stored on ${name}`, async () => {
      const database = await create(server);
      try {
        await check(database.url);
      } finally {
        await database.drop();
      }
    });
  }

  it('are in tests that pass, also in those of an action, and destroy finds all files again', async () => {
    const directory = makeDirectory();
    await cli(directory, 'new shop --js --no-install');
    const root = join(directory, 'shop');
    expect(await cli(root, CONTROLLER)).to.include({ code: 0 });
    const action = 'action product rate stars:integer(3..5)! status:enum(live)! note:string(70..)';
    expect(await cli(root, action)).to.include({ code: 0 });
    expect(read(root, 'test/product.test.js')).to.contain("code: 'text'").and.contain('stars: 2');
    symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
    const mocha = join(WORKSPACE, 'node_modules/mocha/bin/mocha.js');
    const printed = execFileSync(process.execPath, [mocha, '--exit'], { cwd: root, encoding: 'utf8' });
    expect(printed).to.contain('adds, shows, changes and removes a record').and.not.contain('failing');
    expect(printed).to.contain('answers with the record');
    await cli(root, [...CONTROLLER, '--force']);
    const { out } = await cli(root, 'destroy controller product --dry-run');
    for (const file of ['src/controller/product.js', 'src/logic/product.js', 'test/product.test.js'])
      expect(out).to.contain(`remove     ${file}\n`);
  });
});

// --- internal ---

async function check(address: string): Promise<void> {
  const root = makeProject('js-esm', { model: true });
  expect(await cli(root, CONTROLLER)).to.include({ code: 0 });
  const DATABASE_URL = address.replace('sqlite:', `sqlite:${root}/`);
  const migrated = await start(PACKAGE, ['migrate', '--cwd', root], { ...process.env, DATABASE_URL });
  expect(migrated.code, migrated.err).to.equal(0);
  const send = await serveProject(root, DATABASE_URL);
  try {
    expect(await send('POST', '/product', PRODUCT)).to.deep.include({ status: 201, price: '0.500' });
    expect(await send('POST', '/product', PRODUCT)).to.include({ status: 409, field: 'code' });
    const largest = { ...PRODUCT, code: 'x'.repeat(12), price: '99999999.999', stars: 5, views: '9007199254740993' };
    expect(await send('POST', '/product', largest)).to.deep.include({ status: 201, price: '99999999.999' });
    for (const [field, value, message] of REFUSED) {
      const answer = await send('POST', '/product', { ...PRODUCT, code: 'other', [field]: value });
      expect(answer.status, field).to.equal(422);
      expect(JSON.stringify(answer)).to.contain(`"${field}`).and.contain(message);
    }
  } finally {
    await send('close', '');
  }
}
