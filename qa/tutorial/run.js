// Follows docs/tutorial.md as users do: with the packages as they are published, which npm installs beside those of others.
import { join } from 'node:path';
import process from 'node:process';
import { packAll, ROOT, withDirectory } from '../../scripts/pack.js';
import { run } from '../../scripts/run.js';
import { userEnvironment } from '../packed/user-environment.js';

await withDirectory((directory) => {
  packAll(directory);
  const mocha = [join(ROOT, 'node_modules/mocha/bin/mocha.js'), '--no-parallel', 'test/tutorial.e2e.ts'];
  const env = { ...userEnvironment(), TUTORIAL_TARBALLS: directory };
  console.log(run(process.execPath, mocha, { cwd: ROOT, env, timeout: 1_800_000 }));
});
