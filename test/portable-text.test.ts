import { expect } from 'chai';
import { listFiles, ROOT, readText } from './workspace.ts';

/** Text that works only on the machine of its author. */
const FORBIDDEN: readonly [what: string, pattern: RegExp][] = [
  ['the host of a registry', /\bregistry\.[a-z0-9-]+\.[a-z]+|\bnpm\.pkg\.[a-z]+|\btarball: *http/i],
  ['a path of one machine', /(?<![\w.~:/-])\/(?:home|root|work|Users|mnt)\/[\w.-]+|\b[A-Z]:\\Users\\/],
];

const files = listFiles();

describe('text of the repository', () => {
  it('is read', () => expect(files).to.include.members(['package.json', 'pnpm-lock.yaml', '.ci/run']));

  for (const [what, pattern] of [...FORBIDDEN, ['the path of this checkout', { test: includesRoot }] as const]) {
    it(`does not contain ${what}`, () => expect(files.filter((file) => pattern.test(readText(file)))).to.eql([]));
  }
});

// --- internal ---

function includesRoot(text: string): boolean {
  return text.includes(`${ROOT}/`);
}
