import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { compareVersions } from './compare-versions.ts';
import { listMembers, type Manifest, ROOT, readText } from './workspace.ts';

const root = JSON.parse(readText('package.json')) as Manifest;

describe('packages', () => {
  for (const { path, manifest } of listMembers('packages')) {
    describe(manifest.name, () => {
      it('has a README', () => {
        expect(existsSync(join(ROOT, path, 'README.md'))).to.equal(true);
        expect(readText(`${path}/README.md`)).to.match(new RegExp(`^# .*${manifest.name}`));
      });

      it('has the licence of the project', () => {
        expect(manifest.license).to.equal(root.license);
        expect(readFileSync(join(ROOT, path, 'LICENSE'), 'utf8')).to.equal(readText('LICENSE'));
      });

      // The short form of a rule needs 1.0.17 or later of the router.
      it('is version 1.1.0 or later', () => expect(compareVersions(manifest.version, '1.1.0')).to.be.at.least(0));

      it('runs on the Nodes of the project', () => expect(manifest.engines).to.eql(root.engines));
    });
  }
});
