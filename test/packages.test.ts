import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { compareVersions } from './compare-versions.ts';
import { listMembers, type Manifest, ROOT, readText } from './workspace.ts';

const root = JSON.parse(readText('package.json')) as Manifest;

describe('packages', () => {
  for (const { path, manifest } of listMembers('packages')) {
    describe(manifest.name, () => {
      it('has a README', () => {
        expect(readText(`${path}/README.md`)).to.match(new RegExp(`^# .*${manifest.name}`));
      });

      it('has the license of the project', () => {
        expect(manifest.license).to.equal(root.license);
        expect(readText(`${path}/LICENSE`)).to.equal(readText('LICENSE'));
      });

      // The short form of a rule requires 1.0.17 or later of the router.
      it('is version 1.1.0 or later', () => expect(compareVersions(manifest.version, '1.1.0')).to.be.at.least(0));

      it('supports the Node versions of the project', () => expect(manifest.engines).to.eql(root.engines));

      it('runs no script when it is installed', () => {
        expect(manifest.scripts ?? {}).to.not.have.any.keys('preinstall', 'install', 'postinstall');
        expect(existsSync(join(ROOT, path, 'binding.gyp'))).to.equal(false);
      });

      for (const [name, target] of Object.entries(manifest.exports ?? {})) {
        if (typeof target === 'string') continue;

        // `require()` returns a default export differently than `import`.
        it(`has named exports only in ${name}`, async () => {
          const source = pathToFileURL(join(ROOT, path, target['rest-source'] ?? ''));
          const names = Object.keys((await import(source.href)) as object);
          expect(names).to.not.be.empty.and.not.include('default');
        });

        it(`has types and code of the same module in ${name}`, () => {
          const stem = target['rest-source']?.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1');
          const code = `${stem}.js`;
          // The one of the command line is no library.
          const common = stem?.replace(/^\.\/dist/, './cjs');
          const loaded = manifest.bin
            ? { default: code }
            : { 'module-sync': code, import: code, require: `${common}.cjs` };
          expect(target).to.include({ types: `${stem}.d.ts`, ...loaded });
          // webpack cannot pack `require` in an ES module.
          const hasRequire = ['@rest-gen/logic', '@rest-gen/model', '@rest-gen/router'].includes(manifest.name);
          expect(target.webpack).to.equal(hasRequire ? `${common}.cjs` : undefined);
        });
      }
    });
  }
});
