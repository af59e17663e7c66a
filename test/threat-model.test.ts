import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { listFiles, ROOT, readText } from './workspace.ts';

const page = readText('THREAT_MODEL.md');
/** Names in backticks that end like a test; a name without a folder is one of `qa/security`. */
const named = [...page.matchAll(/`([\w./-]+\.(?:test|e2e|security)\.ts)`/g)].map(([, name = '']) =>
  name.includes('/') ? name : `qa/security/${name}`,
);

describe('THREAT_MODEL.md', () => {
  it('names tests that exist', () => {
    expect(named).to.have.length.above(50);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).to.eql([]);
  });

  it('names every file of qa/security', () => {
    const attacks = listFiles('qa/security').filter((path) => path.endsWith('.security.ts'));
    const missing = attacks.filter((path) => !named.includes(path)).map((path) => basename(path));
    expect(missing).to.eql([]);
  });

  it('has at most 10 KB', () => expect(Buffer.byteLength(page)).to.be.at.most(10 * 1024));

  it('is linked from SECURITY.md, README.md and CONTRIBUTING.md', () => {
    for (const path of ['SECURITY.md', 'README.md', 'CONTRIBUTING.md']) {
      expect(readText(path), path).to.include('(THREAT_MODEL.md)');
    }
    expect(page).to.include('(SECURITY.md)');
  });
});

describe('SECURITY.md', () => {
  for (const promise of ['acknowledgement within 2 days', 'released within 30 days', 'for 12 months after']) {
    it(`promises: ${promise}`, () => expect(readText('SECURITY.md')).to.include(promise));
  }
});
