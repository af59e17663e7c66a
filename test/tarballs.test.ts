import { expect } from 'chai';
import { listFiles, ROOT } from './workspace.ts';

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
  'dist/index.js',
  'cjs/index.cjs',
  ...listFiles('packages/server/src').map((path) => path.replace(/^packages\/server\/src\/(.*)\.ts$/, 'dist/$1.d.ts')),
];

describe('a tarball', () => {
  it('contains the build of each module, the manifest, README and license', () =>
    expect(judge(rightContent)).to.eql([]));

  for (const stray of [
    '.env',
    'dist/.tsbuildinfo',
    'dist/index.js.map',
    'dist/probes.js~',
    'src/index.ts',
    'tsconfig.json',
  ]) {
    it(`does not contain ${stray}`, () => {
      expect(judge([...rightContent, stray])).to.eql([`${stray} does not belong into the tarball`]);
    });
  }

  for (const needed of ['LICENSE', 'README.md', 'dist/index.js', 'cjs/index.cjs']) {
    it(`contains ${needed}`, () => {
      expect(judge(rightContent.filter((path) => path !== needed))).to.eql([`${needed} is missing in the tarball`]);
    });
  }

  for (const [what, path, text, problem] of [
    // Split, so that secret scanners ignore this file.
    ['a private key', 'dist/a.js', ['-----BEGIN', 'EC', 'PRIVATE', 'KEY-----'].join(' '), 'holds a private key'],
    ['a token of npm', 'README.md', `npm${'_'}${'a1'.repeat(18)}`, 'holds a token of npm'],
    ['a path of one machine', 'dist/a.js', `// ${ROOT}/packages/x/src/a.ts`, 'holds the path of this workspace'],
    [
      'a script at install',
      'package.json',
      '{"scripts":{"postinstall":"x"}}',
      'runs "postinstall" when it is installed',
    ],
    ['a range of the workspace', 'package.json', '{"dependencies":{"a":"workspace:^"}}', 'takes a from workspace:^'],
    ['a dependency by address', 'package.json', '{"dependencies":{"a":"https://localhost/a"}}', 'takes a from https:'],
  ] as const) {
    it(`does not contain ${what}`, () => {
      const problems = scripts.judgeText(path, text, ROOT);
      expect(
        problems.some((one) => one.startsWith(`${path} ${problem}`)),
        problems.join('\n'),
      ).to.equal(true);
    });
  }

  it('lists dependencies in a fixed order', () => {
    const first = { name: 'a', dependencies: { b: '1', a: '2' }, exports: { '.': 'x' } };
    const second = { name: 'a', exports: { '.': 'x' }, dependencies: { a: '2', b: '1' } };
    const [one, other] = [first, second].map((manifest) => JSON.stringify(scripts.beforePacking(manifest)));
    expect(one).to.equal(other);
    expect(JSON.parse(String(one))).to.eql(first);
  });
});

// --- internal ---

function judge(content: readonly string[]): string[] {
  return scripts.judgeContent({ name: '@rest-gen/server', folder, content });
}
