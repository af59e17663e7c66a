import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import tsBlankSpace from 'ts-blank-space';
import { defineLogic } from '../packages/logic/src/index.ts';
import { createModels, type Models } from '../packages/model/src/index.ts';
import { createRestRouter } from '../packages/router/src/index.ts';
import type { CreatePart } from '../packages/router/src/part.ts';
import { keepQuiet } from '../packages/router/test/serve.ts';
import Rest from './fixture/rest.ts';
import { freePort } from './free-port.ts';
import { readPrograms } from './programs/read-programs.ts';
import { tableMigration, temporaryFolders } from './stores/fixture.ts';
import { createDatabase, type TestDatabase } from './stores/postgres/database.ts';
import { requireServer } from './stores/servers.ts';
import { ROOT, readText } from './workspace.ts';

const PAGE = 'docs/postgresql-howto.md';
const server = await requireServer('postgres');

if (server !== undefined) {
  describe(PAGE, () => {
    keepQuiet();
    const temporary = temporaryFolders();
    const cache = join(ROOT, 'packages/openapi/node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, 'postgresql-'));
    let database: TestDatabase;
    let role: string;
    /** As the role of the application. */
    let url: string;

    before(async () => {
      database = await createDatabase(server);
      role = `${database.name}_app`;
      await database.run(`create role ${role} login`);
      url = database.url.replace('//postgres@', `//${role}@`);
      for (const name of ['config', 'parts']) mkdirSync(join(folder, name));
    });
    after(async () => {
      await database.run(`drop owned by ${role}; drop role ${role}`);
      await database.drop();
      rmSync(folder, { recursive: true });
    });

    /** A part of the page, on models of its own. */
    async function load(name: string): Promise<{ part: CreatePart; models: Models }> {
      const model = createModelFile(name);
      const program = readPrograms(PAGE).find(({ text }) => text.startsWith(`// src/parts/${name}.ts`))?.text ?? '';
      const file = join(folder, 'parts', `${name}.mjs`);
      writeFileSync(file, tsBlankSpace(program).replace('../config/model.js', pathToFileURL(model).href));
      const { [name]: part } = (await import(pathToFileURL(file).href)) as Record<string, CreatePart>;
      return { part: part as CreatePart, models: (await import(pathToFileURL(model).href)).default as Models };
    }

    function createModelFile(name: string): string {
      const file = join(folder, 'config', `${name}.mjs`);
      const text = `import { createModels } from '@rest-gen/model';\nexport default createModels('${url}', { autoMigrate: false });\n`;
      writeFileSync(file, text);
      return file;
    }

    const blocks = (language: string): string[] =>
      [...readText(PAGE).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
        ([, text = '']) => text,
      );

    function serve(table: string, models: Models, parts: CreatePart[] = []) {
      const text = { string: true } as const;
      const body = { name: text, text, tenant: text } as const;
      const router = createRestRouter({
        rules: [[`/${table}/:id?`, 'rest']],
        controllers: { [table]: class extends Rest {} },
        logics: { [table]: defineLogic({ postAction: { body }, patchAction: { body } }) },
        model: models,
        parts,
      });
      const app = express();
      app.use((req, _res, next) => {
        Object.assign(req, { user: { id: 1, tenant: req.get('X-Tenant') } });
        next();
      });
      const agent = supertest(app.use(router));
      const send = (method: 'get' | 'post' | 'patch' | 'delete', path: string, tenant = '', values?: object) =>
        agent[method](path).set('X-Tenant', tenant).send(values);
      return send;
    }

    it('keeps the rows of tenants apart by row-level security', async () => {
      await database.run(`create table note (id serial primary key, tenant text not null, text text);
        ${blocks('sql')[0]}
        grant all on note to ${role}; grant usage on sequence note_id_seq to ${role};`);
      const { part, models } = await load('tenant');
      try {
        const send = serve('note', models, [part]);
        const { id } = (await send('post', '/note', 'a', { tenant: 'a', text: 'x' }).expect(201)).body;
        await send('get', `/note/${id}`, 'b').expect(404);
        await send('patch', `/note/${id}`, 'b', { text: 'y' }).expect(404);
        const refused = await send('post', '/note', 'b', { tenant: 'a', text: 'x' }).expect(403);
        expect(refused.body).to.include({ code: 'E_PERMISSION' });
        const count = async (tenant: string) => (await send('get', '/note', tenant).expect(200)).body.length;
        const counts = await Promise.all(['a', 'b', '', 'a', 'b', 'a'].map(count));
        expect(counts).to.deep.equal([1, 0, 0, 1, 0, 1]);
        expect(await models.model('note').count()).to.equal(0);
      } finally {
        await models.close();
      }
    });

    it('serves each tenant from its schema', async () => {
      for (const name of ['public', 'tenant_north', 'tenant_south']) {
        await database.run(`create schema if not exists ${name}; create table ${name}.page (id serial primary key, text text);
          grant usage on schema ${name} to ${role}; grant all on ${name}.page to ${role};
          grant usage on sequence ${name}.page_id_seq to ${role}`);
      }
      const { part, models } = await load('schema');
      try {
        const send = serve('page', models, [part]);
        await Promise.all(
          ['north', 'south', 'north'].map((tenant) => send('post', '/page', tenant, { text: tenant }).expect(201)),
        );
        const texts = async (tenant: string) =>
          (await send('get', '/page', tenant).expect(200)).body.map(({ text }: { text: string }) => text);
        expect(await Promise.all(['south', 'north', 'south'].map(texts))).to.deep.equal([
          ['south'],
          ['north', 'north'],
          ['south'],
        ]);
        await send('get', '/page', 'east').expect(403);
        expect(await models.model('page').count()).to.equal(0);
      } finally {
        await models.close();
      }
    });

    it('renames columns by a view', async () => {
      await database.run(
        `create table tbl_usr (usr_id serial primary key, usr_nm varchar(20) unique); ${blocks('sql')[1]}`,
      );
      const models = createModels(database.url, { autoMigrate: false });
      try {
        const send = serve('person', models);
        const { body } = await send('post', '/person', '', { name: 'Ann' }).expect(201);
        expect(body).to.deep.equal({ id: 1, name: 'Ann' });
        expect((await send('patch', '/person/1', '', { name: 'Bob' }).expect(200)).body).to.include({ name: 'Bob' });
        expect((await send('get', '/person?name=Bob&sort=-name').expect(200)).body).to.deep.equal([
          { id: 1, name: 'Bob' },
        ]);
        await send('post', '/person', '', { name: 'Bob' }).expect(409);
        await send('delete', '/person/1').expect(204);
      } finally {
        await models.close();
      }
    });

    // In images without PgBouncer this part of the page is not replayed.
    if (spawnSync('pgbouncer', ['--version']).status === 0) {
      it('works behind PgBouncer, with each transaction on another connection', async () => {
        const port = await freePort();
        const { hostname, port: own = '5432' } = new URL(server);
        const dir = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
        const address = `app = host=${hostname} port=${own || 5432} dbname=${database.name} user=postgres`;
        const [ini = ''] = blocks('ini');
        const more = `listen_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\nunix_socket_dir =\ndefault_pool_size = 3\n`;
        writeFileSync(join(dir, 'pgbouncer.ini'), `${ini.replace(/^app = .*$/m, address)}${more}`);
        const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
        const bouncer = spawn('pgbouncer', [...asUser, join(dir, 'pgbouncer.ini')], { stdio: 'ignore' });
        const migrations = temporary({
          '1_item.mjs': tableMigration('item', "t.id(); t.string('name', 20).unique();"),
        });
        const models = createModels(`postgres://app@127.0.0.1:${port}/app`, { migrations, connections: 8 });
        try {
          await listening(models, bouncer);
          await models.migrate();
          const item = models.model('item');
          const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
          await Promise.all(names.map((name) => item.add({ name })));
          await Promise.all(
            names.map((name) =>
              models.transaction(async (tx) => {
                const found = await tx.model('item').where({ name }).find();
                await tx
                  .model('item')
                  .byId(found?.id as number)
                  .update({ name: `${name}x` });
              }),
            ),
          );
          expect(await item.where({ name: { in: names.map((name) => `${name}x`) } }).count()).to.equal(60);
        } finally {
          await models.close();
          bouncer.kill('SIGINT');
          rmSync(dir, { recursive: true });
        }
      });
    }
  });
}

// --- internal ---

/** Wait until the pooler takes connections. */
async function listening(models: Models, pooler: ChildProcess): Promise<void> {
  for (;;) {
    if (pooler.exitCode !== null) throw new Error(`pgbouncer ended with ${pooler.exitCode}`);
    const isReady = await models.ping().then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
