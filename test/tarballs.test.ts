import { expect } from 'chai';
import { listFiles, listMembers, ROOT, readText } from './workspace.ts';

interface Scripts {
  judgeContent(tarball: { name: string; folder: string; content: readonly string[] }): string[];
  judgeText(path: string, text: string, root: string): string[];
  beforePacking(manifest: object): object;
}

const scripts: Scripts = {
  ...(await import(`${ROOT}/scripts/tarball-content.js`)),
  ...(await import(`${ROOT}/scripts/tarball-text.js`)),
  ...(await import(`${ROOT}/scripts/pack-hooks.cjs`)).default.hooks,
};

const folder = `${ROOT}/packages/server`;
const rightContent = [
  ...['package.json', 'README.md', 'LICENSE'],
  ...['dist/index.js', 'dist/index.js.map'],
  ...listFiles('packages/server/src').map((path) => path.replace(/^packages\/server\/src\/(.*)\.ts$/, 'dist/$1.d.ts')),
];

describe('what is in a tarball', () => {
  it('is what was built from each module, and little else', () => expect(judge(rightContent)).to.eql([]));

  for (const stray of [
    '.env',
    '.npmrc',
    'dist/.tsbuildinfo',
    'dist/index.test.js',
    'dist/probes.d.ts.map',
    'dist/probes.js~',
    'templates/rest.ejs',
    'src/index.ts',
    'test/probes.test.js',
    'tsconfig.json',
    'bin/server.js',
  ]) {
    it(`is not ${stray}`, () => {
      expect(judge([...rightContent, stray])).to.eql([
        stray === 'dist/index.test.js'
          ? `${stray} has no source any more: delete the dist folders and build again`
          : `${stray} does not belong into the tarball`,
      ]);
    });
  }

  for (const needed of ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/index.js.map']) {
    it(`has ${needed}`, () => {
      expect(judge(rightContent.filter((path) => path !== needed))).to.eql([`${needed} is missing in the tarball`]);
    });
  }

  for (const [what, path, text, problem] of [
    // In pieces, so that no search for secrets finds this file.
    ['a private key', 'dist/a.js', ['-----BEGIN', 'EC', 'PRIVATE', 'KEY-----'].join(' '), 'holds a private key'],
    ['a token of npm', 'README.md', `npm${'_'}${'a1'.repeat(18)}`, 'holds a token of npm'],
    ['a token in settings of npm', 'dist/a.js', `//localhost/:_auth${'Token'}=x`, 'holds a token of npm'],
    ['a token of GitHub', 'dist/a.js', `ghp${'_'}${'a1'.repeat(18)}`, 'holds a token of GitHub'],
    ['a key of AWS', 'dist/a.js', `AKIA${'A1'.repeat(8)}`, 'holds a key of AWS'],
    ['a signed token', 'dist/a.js', `eyJ${'a'.repeat(12)}.eyJ${'a'.repeat(12)}.x`, 'holds a signed token'],
    ['a path of one machine', 'dist/a.js.map', map(`${ROOT}/packages/x/src/a.ts`), 'holds the path of this workspace'],
    ['a map without sources', 'dist/a.js.map', map('../src/a.ts', null), 'leads to sources that are not there'],
    [
      'a script at install',
      'package.json',
      '{"scripts":{"postinstall":"x"}}',
      'runs "postinstall" when it is installed',
    ],
    ['a range of the workspace', 'package.json', '{"dependencies":{"a":"workspace:^"}}', 'takes a from workspace:^'],
    ['a dependency by address', 'package.json', '{"dependencies":{"a":"https://localhost/a"}}', 'takes a from https:'],
    ['any version', 'package.json', '{"optionalDependencies":{"a":"*"}}', 'takes a from *'],
  ] as const) {
    it(`holds not ${what}`, () => {
      const problems = scripts.judgeText(path, text, ROOT);
      expect(
        problems.some((one) => one.startsWith(`${path} ${problem}`)),
        problems.join('\n'),
      ).to.equal(true);
    });
  }

  for (const [path, text] of [
    ['dist/a.js.map', map('../../src/b/a.ts')],
    ['package.json', '{"scripts":{"bundle":"x"},"peerDependencies":{"a":"^4.22.3 || ^5.2.1","b":"~0.28.18"}}'],
  ] as const) {
    it(`may hold ${text}`, () => expect(scripts.judgeText(path, text, ROOT)).to.eql([]));
  }

  it('names dependencies in one order, whatever was read first', () => {
    const first = { name: 'a', dependencies: { b: '1', a: '2' }, exports: { '.': 'x' } };
    const second = { name: 'a', exports: { '.': 'x' }, dependencies: { a: '2', b: '1' } };
    const [one, other] = [first, second].map((manifest) => JSON.stringify(scripts.beforePacking(manifest)));
    expect(one).to.equal(other);
    expect(JSON.parse(String(one))).to.eql(first);
  });
});

describe('an install of our packages', () => {
  for (const { path, manifest } of listMembers('packages')) {
    it(`runs nothing of ${manifest.name}`, () => {
      const { scripts: own = {} } = JSON.parse(readText(`${path}/package.json`)) as { scripts?: object };
      expect(own).to.not.have.any.keys('preinstall', 'install', 'postinstall');
      expect(listFiles(path).filter((file) => file.endsWith('binding.gyp'))).to.eql([]);
    });
  }
});

// --- internal ---

function judge(content: readonly string[]): string[] {
  return scripts.judgeContent({ name: '@rest-gen/server', folder, content });
}

function map(source: string, content: string | null = 'x'): string {
  return JSON.stringify({ sources: [source], sourcesContent: [content] });
}
