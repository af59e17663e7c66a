import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { findUnproved, readPromises } from './read-promises.ts';
import { listFiles, ROOT, readText } from './workspace.ts';

const promises = readPromises(readText('THREAT_MODEL.md'));
const named = new Set(promises.flatMap(({ proofs }) => proofs.map(({ path }) => path)));
const files = listFiles().filter((path) => /^(?:packages|test|examples|qa)\/.+\.(?:test|e2e|security)\.ts$/.test(path));

describe('the threat model', () => {
  it('has at least 60 promises, each once', () => {
    expect(promises).to.have.length.of.at.least(60);
    expect(new Set(promises.map(({ promise }) => promise))).to.have.property('size', promises.length);
  });

  it('names a test for each promise, and each of them exists', function () {
    this.timeout(120_000);
    expect(findUnproved(promises, readTitles())).to.eql([]);
  });

  it('has a promise for every file of attacks', () => {
    const attacks = files.filter((path) => path.endsWith('.security.ts'));
    expect(attacks.filter((path) => !named.has(path))).to.eql([]);
  });

  for (const [cell, problem] of [
    ['', 'A has no proof'],
    ['a test of it', 'A has no proof'],
    ['`test/a.test.ts`', 'A has no proof'],
    ['`test/a.test.ts` › "b"', 'A is proved by "b", which test/a.test.ts does not test'],
    ['`test/a.test.ts` › "A"', 'A is proved by "A", which test/a.test.ts does not test'],
    ['`test/a.test.ts` › "a"<br>`test/a.test.ts` › "c"', 'A is proved by "c", which test/a.test.ts does not test'],
    ['`test/b.test.ts` › "a"', 'A is proved by test/b.test.ts, which is no file of tests'],
    ['`test/a.test.ts` › "a" and more', 'A has no proof'],
    ['surely `test/a.test.ts` › "a"', 'A is proved by surely '],
  ] as const) {
    it(`would not have ${cell || 'nothing'} for a proof`, () => expect(unproved(cell)).to.include(problem));
  }

  for (const cell of ['`test/a.test.ts` › "a"', '`test/a.test.ts` › "a"<br>`test/a.test.ts` › "says "a""']) {
    it(`has ${cell} for a proof`, () => expect(unproved(cell)).to.eql([]));
  }

  it('is what SECURITY.md, the README and CONTRIBUTING.md lead to', () => {
    for (const page of ['SECURITY.md', 'README.md', 'CONTRIBUTING.md']) {
      expect(readText(page), page).to.include('(THREAT_MODEL.md)');
    }
    expect(readText('THREAT_MODEL.md')).to.include('(SECURITY.md)');
  });

  for (const promise of ['acknowledgement within 2 days', 'released within 30 days', 'for 12 months after']) {
    it(`comes with an answer to reports: ${promise}`, () => expect(readText('SECURITY.md')).to.include(promise));
  }
});

// --- internal ---

function unproved(cell: string): string[] {
  const page = `| promise | proof |\n|---|---|\n| A | ${cell} |\n`;
  return findUnproved(readPromises(page), new Map([['test/a.test.ts', new Set(['a', 'says "a"'])]]));
}

/** In a process of its own, since a file of tests adds its tests to the run that loads it. */
function readTitles(): Map<string, Set<string>> {
  const script = join(ROOT, 'test', 'list-titles.ts');
  const args = [...process.execArgv, script, ...files.filter((path) => named.has(path))];
  const printed = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20 });
  const titles = JSON.parse(printed.slice(printed.lastIndexOf('\n') + 1)) as Record<string, string[]>;
  return new Map(Object.entries(titles).map(([path, list]) => [path, new Set(list)]));
}
