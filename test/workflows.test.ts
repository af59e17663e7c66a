import { expect } from 'chai';
import { readProblems, readRights } from './workflow-problems.ts';
import { listFiles, readText } from './workspace.ts';

const files = listFiles('.github/workflows');
const release = readText('.github/workflows/release.yml');
const manifest = JSON.parse(readText('package.json')) as { packageManager: string; scripts: Record<string, string> };

/** The permissions of each job. */
const RIGHTS = {
  '.github/workflows/ci.yml': {
    test: { contents: 'read' },
    windows: { contents: 'read' },
    checks: { contents: 'read' },
    servers: { contents: 'read' },
  },
  '.github/workflows/nightly.yml': {
    generators: { contents: 'read' },
    generated: { contents: 'read' },
    random: { contents: 'read' },
    faults: { contents: 'read' },
    cluster: { contents: 'read' },
    changes: { contents: 'read' },
    endurance: { contents: 'read' },
  },
  '.github/workflows/release.yml': {
    look: { contents: 'read' },
    versions: { contents: 'write', 'pull-requests': 'write' },
    pack: { contents: 'read' },
    publish: { 'id-token': 'write' },
    record: { contents: 'write' },
  },
  '.github/workflows/site.yml': {
    build: { contents: 'read' },
    publish: { pages: 'write', 'id-token': 'write' },
  },
};

describe('workflows', () => {
  it('are found', () => expect(files).to.have.members(Object.keys(RIGHTS)));

  for (const [file, rights] of Object.entries(RIGHTS)) {
    it(`${file} is hardened`, () => expect(readProblems(readText(file))).to.eql([]));

    it(`${file} gives each job only the permissions it needs`, () =>
      expect(readRights(readText(file))).to.deep.equal(rights));
  }

  it('release with the pnpm version of package.json', () => {
    const [, version] = /^pnpm@([\d.]+)\+/.exec(manifest.packageManager) ?? [];
    expect(new Set(release.match(/\bpnpm@\S+/g))).to.eql(new Set([`pnpm@${version}`]));
  });

  it('publish tarballs that a job without permissions has packed', () => {
    expect(release).to.match(/\n {2}publish:\n {4}needs: pack\n/);
    expect(release).to.match(/\n {2}pack:[\s\S]*\brelease tarballs\n[\s\S]*\n {2}publish:/);
    expect(manifest.scripts.release).to.equal('pnpm qa packages && node scripts/pack-release.js');
  });
});
