import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { listFiles, ROOT, readText } from './workspace.ts';

const page = readText('THREAT_MODEL.md');
/** Test files in backticks; a name without a folder is in `qa/security`. */
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
});
