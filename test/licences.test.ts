import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readRuntimeDependencies } from './read-installed.ts';
import { readText } from './workspace.ts';

/** Licences under which anybody may use the code for anything, as long as its authors are named. */
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

/** What runs when a user installs our packages, each with the reason. */
const RUN_AT_INSTALL: Record<string, string> = {
  '@photostructure/sqlite':
    'looks for its binary of this machine, or builds it; optional: without it there is no SQLite',
};

const installed = readRuntimeDependencies();

describe('what our packages bring along', () => {
  it('is found to the end', () =>
    // By a range, by a range of a range, as a peer, and optional.
    expect(installed.map(({ name }) => name)).to.include.members([
      'ajv',
      'fast-uri',
      'express',
      'pg-types',
      'node-addon-api',
    ]));

  it('is found for both majors of Express', () => {
    const majors = installed.filter(({ name }) => name === 'express').map(({ version }) => version.split('.', 1)[0]);
    expect(majors).to.have.members(['4', '5']);
  });

  for (const { name, version, license } of installed) {
    it(`may be used by anybody: ${name} ${version}`, () => expect(ALLOWED).to.include(license));
  }

  it('runs nothing when it is installed, but what is listed', () => {
    const running = installed.filter(({ scripts = {}, folder }) => {
      const isRun = ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
      return isRun || existsSync(join(folder, 'binding.gyp'));
    });
    expect([...new Set(running.map(({ name }) => name))]).to.eql(Object.keys(RUN_AT_INSTALL));
  });

  it('runs in this workspace only where that is allowed by name', () => {
    const built = /^onlyBuiltDependencies:\n((?: {2}- .*\n)+)/m.exec(readText('pnpm-workspace.yaml'))?.[1] ?? '';
    expect(built.match(/[@\w][^'\s]*/g)).to.eql(Object.keys(RUN_AT_INSTALL));
    expect(readText('pnpm-workspace.yaml')).to.not.match(/^dangerouslyAllowAllBuilds/m);
  });

  it('names the authors of what is copied into a package', () => {
    const { scripts } = JSON.parse(readText('packages/openapi/package.json')) as { scripts: Record<string, string> };
    expect(scripts.prepare).to.equal('node copy-viewer.js');
    for (const file of ['swagger-ui.LICENSE.txt', 'swagger-ui.NOTICE.txt', 'swagger-ui-bundle.js.LICENSE.txt']) {
      expect(readText('packages/openapi/copy-viewer.js')).to.include(file);
      expect(readText(`packages/openapi/assets/${file}`)).to.have.length.above(40);
    }
  });
});
