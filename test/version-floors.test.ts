import { expect } from 'chai';
import { compareVersions, majorOf } from './compare-versions.ts';
import { readText } from './workspace.ts';

/**
 * The lowest version of each major that has no known advisory. A major between two of these, or below, has none that is safe.
 *
 * A test over the lock file, because a registry's mirror can refuse `audit`.
 */
const FLOORS: Record<string, readonly string[]> = {
  'body-parser': ['1.20.8', '2.3.0'],
  ejs: ['3.1.10'],
  express: ['4.22.3', '5.2.1'],
  mongoose: ['8.24.3'],
  mysql2: ['3.23.1'],
  'path-to-regexp': ['0.1.13', '8.4.2'],
  qs: ['6.16.0'],
  validator: ['13.15.22'],
  'yargs-parser': ['18.1.1'],
};

const locked = readLocked();

describe('version floors', () => {
  for (const [name, version, allowed] of [
    ['express', '4.22.2', false],
    ['express', '4.22.3', true],
    ['express', '5.2.1-beta.1', false],
    ['express', '6.0.0', true],
    ['express', '3.21.2', false],
    ['path-to-regexp', '6.3.0', false],
    ['qs', '6.16.10', true],
  ] as const) {
    it(`${allowed ? 'allow' : 'refuse'} ${name} ${version}`, () => expect(isSafe(name, version)).to.equal(allowed));
  }

  it('see what is locked', () =>
    expect(locked.map(([name]) => name)).to.include.members(['express', 'qs', 'validator']));

  for (const [name, version] of locked.filter(([name]) => Object.hasOwn(FLOORS, name))) {
    it(`hold for ${name} ${version} of the lock file`, () => expect(isSafe(name, version)).to.equal(true));
  }
});

// --- internal ---

function isSafe(name: string, version: string): boolean {
  const floors = FLOORS[name] ?? [];
  const floor = floors.find((one) => majorOf(one) === majorOf(version));
  return floor === undefined
    ? floors.every((one) => majorOf(one) < majorOf(version))
    : compareVersions(version, floor) >= 0;
}

/** Name and version of everything below `packages:` of the lock file. */
function readLocked(): [name: string, version: string][] {
  const packages = /\npackages:\n(.*?)\nsnapshots:\n/s.exec(readText('pnpm-lock.yaml'))?.[1] ?? '';
  const entries = packages.matchAll(/^ {2}'?(?<name>@?[^@'\s]+)@(?<version>\d[^'(:\s]*)'?:$/gm);
  return [...entries].map(({ groups }) => [groups?.name ?? '', groups?.version ?? '']);
}
