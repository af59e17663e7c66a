import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDescription } from '@rest-gen/router';
import { expect } from 'chai';
import { completeInfo } from '../src/complete-info.ts';

describe('completeInfo', () => {
  let root: string;
  let file: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'rest-gen-info-'));
    mkdirSync(join(root, 'dist/config'), { recursive: true });
    file = join(root, 'dist/config/router.js');
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const describing = (rules: readonly { file: string | undefined }[]): Pick<ServiceDescription, 'rules'> =>
    ({ rules }) as unknown as ServiceDescription;

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
    [
      'author and license',
      '{}',
      '{"name":"blog","version":"1.0.0","author":"Ada <ada@example.org> (https://example.org)","license":"MIT"}',
      {
        title: 'blog',
        version: '1.0.0',
        contact: { name: 'Ada', url: 'https://example.org', email: 'ada@example.org' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
    ],
    [
      'an author as an object, and no license that is no permission',
      '{}',
      '{"name":"blog","version":"1.0.0","author":{"name":"Ada","email":4},"license":"SEE LICENSE IN LICENSE"}',
      { title: 'blog', version: '1.0.0', contact: { name: 'Ada' } },
    ],
  ] as const) {
    it(`reads ${what}`, () => {
      writeFileSync(join(root, 'dist/package.json'), nearest);
      writeFileSync(join(root, 'package.json'), manifest);
      expect(completeInfo(describing([{ file: undefined }, { file }]))).to.eql(info);
    });
  }

  it('adds to what is given, which wins', () => {
    writeFileSync(join(root, 'dist/package.json'), '{}');
    writeFileSync(
      join(root, 'package.json'),
      '{"name":"blog","version":"1.0.0","license":"MIT","description":"Posts."}',
    );
    expect(completeInfo(describing([{ file }]), { title: 'Blog', description: 'All posts.' })).to.eql({
      title: 'Blog',
      version: '1.0.0',
      description: 'All posts.',
      license: { name: 'MIT', identifier: 'MIT' },
    });
  });

  it('has defaults without a package.json', () => {
    expect(completeInfo(describing([{ file: '/router.js' }]))).to.eql({ title: 'API', version: '0.0.0' });
  });
});
