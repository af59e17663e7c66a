import { expect } from 'chai';
import { listFiles, ROOT, readText } from './workspace.ts';

/** What makes a checkout work on the machine of its author only. */
const FORBIDDEN: readonly [what: string, pattern: RegExp][] = [
  ['the host of a registry', /\bregistry\.[a-z0-9-]+\.[a-z]+|\bnpm\.pkg\.[a-z]+|\btarball: *http/i],
  ['a path of one machine', /(?<![\w.~:/-])\/(?:home|root|work|Users|mnt)\/[\w.-]+|\b[A-Z]:\\Users\\/],
];

const files = listFiles();

describe('text of the repository', () => {
  for (const [what, sample] of [
    // In pieces, because this file is searched too.
    ['the host of a registry', ['{tarball:', 'https://example.com/a.tgz}'].join(' ')],
    ['the host of a registry', ['//registry', 'example', 'org/'].join('.')],
    ['a path of one machine', ['open ', 'home', 'me', 'x.ts'].join('/')],
    ['a path of one machine', ['C:', 'Users', 'me'].join('\\')],
  ] as const) {
    it(`is searched for ${what}: ${sample}`, () => {
      expect(FORBIDDEN.find(([name]) => name === what)?.[1].test(sample)).to.equal(true);
    });
  }

  it('is found', () => expect(files).to.include.members(['package.json', 'pnpm-lock.yaml', '.ci/run']));

  for (const [what, pattern] of [...FORBIDDEN, ['the path of this checkout', { test: includesRoot }] as const]) {
    it(`does not hold ${what}`, () => expect(files.filter((file) => pattern.test(readText(file)))).to.eql([]));
  }
});

// --- internal ---

function includesRoot(text: string): boolean {
  return text.includes(`${ROOT}/`);
}
