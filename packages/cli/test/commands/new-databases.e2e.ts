import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createModels } from '@rest-gen/model';
import { expect } from 'chai';
import { makeDatabase } from '../../../../test/stores/mysql/database.ts';
import { createDatabase } from '../../../../test/stores/postgres/database.ts';
import { requireServer } from '../../../../test/stores/servers.ts';
import { cli, fileNames, makeDirectory, put, read, removeDirectories, WORKSPACE } from '../fixture.ts';

const [postgres, mysql] = [await requireServer('postgres'), await requireServer('mysql')];

describe('the tests of a new project', function () {
  this.timeout(60_000);
  after(removeDirectories);

  for (const [db, server, create] of [
    ['postgres', postgres, createDatabase],
    ['mysql', mysql, makeDatabase],
  ] as const) {
    if (server === undefined) continue;

    it(`run on a database of their own with --db ${db}, and leave no records there`, async () => {
      const root = await makeShop(db);
      const database = await create(server);
      try {
        // The file is read for the tests, too.
        put(root, '.env', `DATABASE_URL=${db}://127.0.0.1:1/shop\nTEST_DATABASE_URL=${database.url}\n`);
        for (const time of ['first', 'second']) {
          const { code, out } = test(root);
          expect(code, `the ${time} time\n${out}`).to.equal(0);
          expect(out).to.contain('adds, shows, changes and removes a record');
        }
        expect(await contentsOf(database.url)).to.deep.equal({ tables: ['idempotency_key', 'product'], products: 0 });
      } finally {
        await database.drop();
      }
    });

    it(`run on an empty database with --db ${db} where changes are recorded`, async () => {
      const root = await makeShop(db);
      followProducts(root);
      const database = await create(server);
      try {
        const { code, out } = test(root, { TEST_DATABASE_URL: database.url });
        expect(code, out).to.equal(0);
        expect(out).to.contain('adds, shows, changes and removes a record');
      } finally {
        await database.drop();
      }
    });

    it(`say which database they need with --db ${db}`, async () => {
      const root = await makeShop(db);
      const gone = await create(server);
      await gone.drop();
      const { host } = new URL(server);
      for (const [address, shown, reason] of [
        [`${db}://ann:s3cret@127.0.0.1:1/shop_test`, '127.0.0.1:1/shop_test', 'ECONNREFUSED'],
        [gone.url, `${host}/${gone.name}`, gone.name],
      ] as const) {
        const { code, out } = test(root, { TEST_DATABASE_URL: address });
        expect(code, out).to.equal(1);
        expect(out).to.contain(`The tests need the database ${shown}. `).and.contain(reason);
        expect(out).to.contain('Start its server and create it, or set TEST_DATABASE_URL to another one.');
        expect(out).not.to.contain('passing').and.not.contain('s3cret');
      }
    });
  }
});

// --- internal ---

/** A project with a resource whose values are unique. */
async function makeShop(db: string): Promise<string> {
  const directory = makeDirectory();
  await cli(directory, `new shop --js --db ${db} --no-install`);
  const root = join(directory, 'shop');
  const product = 'product name:string(1..40)!:unique status:enum(draft,live)! price:decimal(10,2,0..) -r --policy';
  expect(await cli(root, `controller ${product}`)).to.include({ code: 0 });
  symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'), 'dir');
  return root;
}

/** Let the changes of the resource be followed. */
function followProducts(root: string): void {
  const change = (file: string, from: string, to: string): void => {
    const text = read(root, file);
    expect(text, file).to.contain(from);
    put(root, file, text.replace(from, to));
  };
  const migration = fileNames(root).find((file) => file.endsWith('_create_product.js')) as string;
  change(migration, 't.timestamps();', "t.timestamps();\n    t.changes({ keep: '7 days' });");
  change('src/controller/product.js', 'extends Rest {', 'extends Rest {\n  static changes = true;');
  const made = 'createRestRouter({';
  change('src/app.js', made, `${made}\n  parts: [createChanges()],`);
  put(root, 'src/app.js', `import { createChanges } from '@rest-gen/changes';\n${read(root, 'src/app.js')}`);
}

/** Run the tests of a project, as `npm test` does. */
function test(root: string, variables: Record<string, string> = {}): { code: number | null; out: string } {
  const mocha = join(WORKSPACE, 'node_modules/mocha/bin/mocha.js');
  const options = { cwd: root, encoding: 'utf8', timeout: 50_000, env: { ...process.env, ...variables } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [mocha], options);
  return { code: status, out: stdout + stderr };
}

async function contentsOf(address: string): Promise<{ tables: string[]; products: number }> {
  const models = createModels(address);
  try {
    const tables = (await models.tables()).map(({ name }) => name).sort();
    return { tables, products: tables.includes('product') ? await models.model('product').count() : 0 };
  } finally {
    await models.close();
  }
}
