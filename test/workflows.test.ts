import { expect } from 'chai';
import { readProblems, readRights } from './workflow-problems.ts';
import { listFiles, readText } from './workspace.ts';

const files = listFiles('.github/workflows');
const ci = readText('.github/workflows/ci.yml');
const release = readText('.github/workflows/release.yml');
const manifest = JSON.parse(readText('package.json')) as { packageManager: string; scripts: Record<string, string> };

/** What each job may do; everything else is forbidden to it. */
const RIGHTS = {
  '.github/workflows/ci.yml': {
    test: { contents: 'read' },
    checks: { contents: 'read' },
    servers: { contents: 'read' },
  },
  '.github/workflows/nightly.yml': { generated: { contents: 'read' }, faults: { contents: 'read' } },
  '.github/workflows/release.yml': {
    look: { contents: 'read' },
    versions: { contents: 'write', 'pull-requests': 'write' },
    pack: { contents: 'read' },
    publish: { 'id-token': 'write' },
    record: { contents: 'write' },
  },
};

describe('workflows', () => {
  it('are found', () => expect(files).to.have.members(Object.keys(RIGHTS)));

  for (const [file, rights] of Object.entries(RIGHTS)) {
    it(`${file} lets nobody do more than it should`, () => expect(readProblems(readText(file))).to.eql([]));

    it(`${file} gives each job what it needs, and nothing else`, () =>
      expect(readRights(readText(file))).to.deep.equal(rights));
  }

  for (const [problem, text] of [
    ['gives rights to all jobs', ci.replace('permissions: {}', '')],
    ['gives rights to all jobs', ci.replace('permissions: {}', 'permissions: write-all')],
    ['runs on pull_request_target', ci.replace('  pull_request:', '  pull_request_target:')],
    ['runs on workflow_run', ci.replace('  pull_request:', '  workflow_run:')],
    ['uses actions/checkout@v5', ci.replace(/checkout@.*/, 'checkout@v5')],
    ['uses actions/checkout@main # v5.0.0', ci.replace(/checkout@\S+/, 'checkout@main')],
    [
      `uses me/checkout@${'0'.repeat(40)} # v5.0.0`,
      ci.replace(/actions\/checkout@\S+/, `me/checkout@${'0'.repeat(40)}`),
    ],
    ['reads secrets', release.replace('github.token', 'secrets.NPM_TOKEN')],
    ['checks does not say its rights', ci.replace(/(\n {2}checks:[\s\S]*?) {4}permissions:\n.*\n/, '$1')],
    ['checks may run for hours', ci.replace(/(\n {2}checks:[\s\S]*?) {4}timeout-minutes:.*\n/, '$1')],
    [
      'checks puts an expression into a script',
      ci.replace('pnpm@10 lint', ['pnpm@10 lint $', '{{ github.head_ref }}'].join('')),
    ],
    ['test leaves credentials in the checkout', ci.replace('persist-credentials: false', 'fetch-depth: 0')],
    ['test leaves credentials in the checkout', ci.replace('persist-credentials: false', 'persist-credentials: true')],
    ['publish publishes without being asked for it', release.replace('    environment: npm\n', '')],
    ['publish publishes without provenance', release.replace(' --provenance', '')],
    ['publish publishes beside code that it installs', release.replace('sha512sum --check', 'npm ci; npx check')],
    [
      'pack publishes beside code of the repository',
      release.replace(/(\n {2}pack:[\s\S]*?)contents: read/, '$1id-token: write'),
    ],
  ] as const) {
    it(`are refused when one ${problem}`, () => {
      expect([ci, release]).to.not.include(text);
      expect(readProblems(text)).to.include(problem);
    });
  }

  it('release with one version of pnpm, the one that is developed with', () => {
    const [, version] = /^pnpm@([\d.]+)\+/.exec(manifest.packageManager) ?? [];
    expect(new Set(release.match(/\bpnpm@\S+/g))).to.eql(new Set([`pnpm@${version}`]));
  });

  it('publish the tarballs that were packed by a job without rights', () => {
    expect(release).to.match(/\n {2}publish:\n {4}needs: pack\n/);
    expect(release).to.match(/\n {2}pack:[\s\S]*\brelease tarballs\n[\s\S]*\n {2}publish:/);
    expect(manifest.scripts.release).to.equal('pnpm qa packages && node scripts/pack-release.js');
  });
});
