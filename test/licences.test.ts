import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readRuntimeDependencies } from './read-installed.ts';
import { ROOT, readText } from './workspace.ts';

/** Permissive licenses. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
]);

/** Dependencies with an install script, each with its reason. */
const RUN_AT_INSTALL: Record<string, string> = {
  '@photostructure/sqlite': 'downloads or builds its binary; an optional peer: without it there is no SQLite',
};

const installed = readRuntimeDependencies();

describe('dependencies', () => {
  it('are read recursively', () =>
    expect(installed.map(({ name }) => name)).to.include.members([
      'ajv',
      'fast-uri',
      'express',
      'pg-types',
      'node-addon-api',
    ]));

  for (const { name, version, license } of installed) {
    it(`have a permissive license: ${name} ${version}`, () => expect(ALLOWED).to.include(license));
  }

  it('run no install script that is not listed', () => {
    const running = installed.filter(({ scripts = {}, folder }) => {
      const isRun = ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
      return isRun || existsSync(join(folder, 'binding.gyp'));
    });
    expect([...new Set(running.map(({ name }) => name))]).to.eql(Object.keys(RUN_AT_INSTALL));
  });

  it('are credited when their files are copied into a package', () => {
    const { scripts } = JSON.parse(readText('packages/openapi/package.json')) as { scripts: Record<string, string> };
    expect(scripts.prepare).to.equal('node copy-viewer.js');
    for (const file of ['swagger-ui.LICENSE.txt', 'swagger-ui.NOTICE.txt', 'swagger-ui-bundle.js.LICENSE.txt']) {
      expect(readText('packages/openapi/copy-viewer.js')).to.include(file);
      expect(readText(`packages/openapi/assets/${file}`)).to.have.length.above(40);
    }
  });

  it('are credited when they are bundled into a package', async () => {
    const { creditOf } = await import(`${ROOT}/scripts/credit-of.js`);
    expect(creditOf(`${ROOT}/packages/model`, 'kysely')).to.match(/^\/\*! kysely \d[\s\S]+The MIT License[\s\S]+\*\/$/);
  });
});
