import { expect } from 'chai';
import { compareVersions, majorOf } from './compare-versions.ts';
import { readLockFile } from './read-lock-file.ts';
import { listFiles, listMembers } from './workspace.ts';

/**
 * The lowest version of each major that has no known advisory. A major between two of these, or below, has none that is safe.
 *
 * `npm audit` does not work with every registry mirror.
 */
const FLOORS: Record<string, readonly string[]> = {
  ajv: ['6.14.0', '8.18.0'],
  'body-parser': ['1.20.8', '2.3.0'],
  busboy: ['1.0.0'],
  cookie: ['0.7.0'],
  debug: ['2.6.9', '3.1.0', '4.3.1'],
  diff: ['3.5.1', '4.0.4', '5.2.2', '8.0.3'],
  ejs: ['3.1.10'],
  express: ['4.22.3', '5.2.1'],
  'fast-uri': ['3.1.6'],
  'form-data': ['2.5.4', '3.0.4', '4.0.4'],
  formidable: ['1.2.6', '2.1.3', '3.5.3'],
  'js-yaml': ['3.14.2', '4.1.1'],
  kysely: ['0.28.17'],
  ms: ['2.0.0'],
  multer: ['2.3.0'],
  mysql2: ['3.23.1'],
  negotiator: ['0.6.1'],
  'path-to-regexp': ['0.1.13', '8.4.2'],
  qs: ['6.16.0'],
  send: ['0.19.0', '1.1.0'],
  'serialize-javascript': ['7.0.3'],
  'serve-static': ['1.16.0', '2.1.0'],
  'swagger-ui-dist': ['4.1.3'],
  validator: ['13.15.22'],
  yaml: ['1.10.3', '2.8.3'],
  'yargs-parser': ['13.1.2', '15.0.1', '18.1.1'],
};

/** Older versions in development tools, and why they are harmless. */
const KNOWN: Record<string, Record<string, string>> = {
  'bench/pnpm-lock.yaml': {
    'ms 1.0.0': 'of a server that is compared; it serves one machine for a minute',
    'path-to-regexp 1.9.0': 'of a server that is compared',
    'path-to-regexp 6.3.0': 'of a server that is compared',
  },
  'qa/adapters/pnpm-lock.yaml': { 'mysql2 3.15.3': 'of a command that is not run; the driver under test is ours' },
  'qa/openapi/pnpm-lock.yaml': {
    'qs 6.5.5': 'of a test tool, for requests of the test',
    'qs 6.14.3': 'of a test tool, for requests of the test',
    'yaml 1.10.2': 'of a generator that reads our own document',
  },
  'qa/openapi/node20/pnpm-lock.yaml': { 'js-yaml 4.1.0': 'of a generator that reads our own document' },
  'qa/middleware/pnpm-lock.yaml': { 'path-to-regexp 6.3.0': 'of a test tool, for addresses of the test' },
};

const LOCK_FILES = listFiles().filter((path) => path.endsWith('pnpm-lock.yaml'));

describe('version floors', () => {
  it('read every lock file', () => {
    expect(LOCK_FILES).to.include.members(['pnpm-lock.yaml', 'bench/pnpm-lock.yaml', 'qa/openapi/pnpm-lock.yaml']);
    expect(LOCK_FILES).to.include.members(Object.keys(KNOWN));
  });

  it('read the locked versions', () =>
    expect(readLockFile('pnpm-lock.yaml').map(({ name }) => name)).to.include.members(['express', 'qs', 'validator']));

  for (const path of LOCK_FILES) {
    const locked = readLockFile(path);

    it(`hold for ${path}`, () => {
      const below = locked.filter(({ name, version }) => !isSafe(name, version));
      expect(below.map(({ name, version }) => `${name} ${version}`)).to.have.members(Object.keys(KNOWN[path] ?? {}));
    });
  }

  for (const { manifest } of listMembers('packages')) {
    it(`hold for every dependency range of ${manifest.name}`, () => {
      const { dependencies, optionalDependencies, peerDependencies } = manifest;
      const ranges = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies });
      expect(ranges.filter(([name, range]) => !lowestOf(range).every((version) => isSafe(name, version)))).to.eql([]);
    });
  }
});

// --- internal ---

/** `'^4.22.3 || ^5.2.1'` → `['4.22.3', '5.2.1']`. */
function lowestOf(range: string): string[] {
  return range.match(/\d+\.\d+\.\d+[\w.-]*/g) ?? [];
}

function isSafe(name: string, version: string): boolean {
  const floors = FLOORS[name] ?? [];
  const floor = floors.find((one) => majorOf(one) === majorOf(version));
  return floor === undefined
    ? floors.every((one) => majorOf(one) < majorOf(version))
    : compareVersions(version, floor) >= 0;
}
