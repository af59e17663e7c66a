import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readInfo } from '../../src/docs/read-info.ts';
import type { Described } from '../../src/options.ts';

describe('readInfo', () => {
  let root: string;
  let file: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'rest-gen-info-'));
    mkdirSync(join(root, 'dist/config'), { recursive: true });
    file = join(root, 'dist/config/router.js');
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const describing = (rules: readonly { file: string | undefined }[]): Described =>
    ({ describe: () => ({ rules }) }) as unknown as Described;

  for (const [what, nearest, manifest, info] of [
    [
      'name, version and description',
      '{"type":"commonjs"}',
      '{"name":"blog","version":"2.0.0","description":"Posts."}',
      { title: 'blog', version: '2.0.0', description: 'Posts.' },
    ],
    ['a package without version', 'no JSON', '{"name":"blog"}', { title: 'blog', version: '0.0.0' }],
    [
      'the nearest package with a name',
      '{"name":"near","version":"1.0.0"}',
      '{"name":"far"}',
      { title: 'near', version: '1.0.0' },
    ],
    [
      'a package.json that is not an object',
      'null',
      '{"name":"blog","version":3,"description":4}',
      { title: 'blog', version: '0.0.0' },
    ],
  ] as const) {
    it(`reads ${what}`, () => {
      writeFileSync(join(root, 'dist/package.json'), nearest);
      writeFileSync(join(root, 'package.json'), manifest);
      expect(readInfo(describing([{ file: undefined }, { file }]))).to.eql(info);
    });
  }

  it('has defaults without a package.json', () => {
    expect(readInfo(describing([{ file: '/router.js' }]))).to.eql({ title: 'API', version: '0.0.0' });
  });
});
