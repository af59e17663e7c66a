import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASES } from '../../src/new/package-json.ts';
import { runsTypeScript } from '../../src/project/runtime.ts';
import { cli, makeDirectory, removeDirectories, WORKSPACE } from '../fixture.ts';

after(removeDirectories);

const RESOURCES = [
  'controller user name:string! -r --policy',
  'controller post title:string(1..80)!:unique author_id:references:user org:uuid -r --owner author_id --tenant org',
  'controller page status:enum(draft,live)! price:decimal(10,2,0..) -r --soft-delete --policy',
];

const FLAGS = ['', ' --js', ' --test vitest', ' --js --test vitest'];
if (runsTypeScript(process.versions.node)) FLAGS.push(' --test node', ' --js --test node');

describe('the files of a new project with resources and policies', () => {
  for (const database of DATABASES) {
    for (const flags of FLAGS) {
      it(`are clean under Biome: --db ${database}${flags}`, async () => {
        const cwd = makeDirectory();
        await cli(cwd, `new bookshop --no-install --db ${database}${flags}`);
        const root = join(cwd, 'bookshop');
        for (const line of database === 'none' ? ['controller health'] : RESOURCES)
          expect(await cli(root, line)).to.include({ code: 0 });
        const biome = join(WORKSPACE, 'node_modules/.bin/biome');
        const { status, stdout, stderr } = spawnSync(biome, ['check', '.'], { cwd: root, encoding: 'utf8' });
        expect(status, stdout + stderr).to.equal(0);
      });
    }
  }
});
