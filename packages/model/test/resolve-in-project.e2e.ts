import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { tableMigration, temporaryFolders } from '../../../test/stores/fixture.ts';

const PROGRAM = `import { createModels } from '${new URL('../src/index.ts', import.meta.url)}';
process.chdir(process.argv[2]);
const models = createModels('sqlite:./data/app.sqlite3');
const said = await models.ready().then(() => 'ready', (error) => error.message);
await models.close();
process.send(said, () => process.disconnect());
`;
const PENDING = 'A migration is pending: run rest-gen migrate';

describe('a program that is started in another folder', () => {
  const folder = temporaryFolders();

  const programs: readonly (readonly [
    what: string,
    router: string,
    entry: string,
    env: string,
    said: string,
    place: 'project' | 'cwd',
  ])[] = [
    ['a project', 'src', 'src/server.mjs', 'production', PENDING, 'project'],
    ['a compiled project, in development', 'dist', 'dist/server.mjs', 'development', 'ready', 'project'],
    ['a script of a project', 'src', 'scripts/import.mjs', 'production', PENDING, 'project'],
    ['a package that is no project', 'other', 'src/server.mjs', 'production', 'ready', 'cwd'],
    ['a tool', 'src', 'node_modules/tool/bin.mjs', 'production', 'ready', 'cwd'],
  ];
  it('finds migrations and the database in the project, if it is one', async () => {
    const run = async ([what, router, entry, env]: (typeof programs)[number]): Promise<unknown> => {
      const [project, cwd] = [folder({ 'package.json': '{}' }), folder()];
      for (const made of ['migrations', join(router, 'config'), join(entry, '..')])
        mkdirSync(join(project, made), { recursive: true });
      writeFileSync(join(project, 'migrations/1_post.mjs'), tableMigration('post', 't.id();'));
      writeFileSync(join(project, router, 'config/router.js'), '');
      writeFileSync(join(project, entry), PROGRAM);
      const child = fork(join(project, entry), [cwd], { env: { ...process.env, NODE_ENV: env } });
      const [said] = await once(child, 'message');
      const places = Object.entries({ project, cwd }).filter(([, one]) => existsSync(join(one, 'data/app.sqlite3')));
      return [what, said, ...places.map(([place]) => place)];
    };
    const expected = programs.map(([what, , , , said, place]) => [what, said, place]);
    expect(await Promise.all(programs.map(run))).to.deep.equal(expected);
  }).timeout(120_000);
});
