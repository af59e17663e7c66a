import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readDocument } from '../../src/openapi/read-document.ts';
import { compareDocument, documentText } from '../../src/openapi/write-document.ts';
import { makeDirectory, put, removeDirectories, thrownBy } from '../fixture.ts';

after(removeDirectories);

const DOCUMENT = {
  openapi: '3.1.1',
  info: { title: 'Blog: "posts"', version: '1.0' },
  paths: { '/post': {} },
} as Parameters<typeof documentText>[0];

describe('documentText', () => {
  it('is JSON, or YAML by the name of the file, with a line feed at its end', async () => {
    expect(await documentText(DOCUMENT, 'a.json')).to.equal(`${JSON.stringify(DOCUMENT, null, 2)}\n`);
    const yaml = 'openapi: 3.1.1\ninfo:\n  title: \'Blog: "posts"\'\n  version: "1.0"\npaths:\n  /post: {}\n';
    for (const file of ['a.yaml', 'b.YML']) expect(await documentText(DOCUMENT, file)).to.equal(yaml);
  });
});

describe('compareDocument', () => {
  it('says what becomes of the file', async () => {
    const root = makeDirectory();
    const text = await documentText(DOCUMENT, 'a.json');
    put(root, 'same.json', text);
    put(root, 'other.json', '{}');
    symlinkSync('other.json', join(root, 'link.json'));
    mkdirSync(join(root, 'docs'));
    const compare = (name: string) => compareDocument(root, join(root, name), DOCUMENT);
    expect(await compare('new/a.json')).to.deep.equal({
      path: 'new/a.json',
      status: 'create',
      after: text,
      target: join(root, 'new/a.json'),
    });
    expect(await compare('same.json'))
      .to.include({ status: 'identical' })
      .and.not.have.property('after');
    const overwritten = { status: 'overwrite', before: '{}', after: text, target: join(root, 'other.json') };
    expect(await compare('link.json')).to.include(overwritten);
    expect(await thrownBy(() => compare('docs'))).to.include({ code: 'E_USAGE' });
  });

  it('names a file outside of the project too', async () => {
    const [root, other] = [makeDirectory(), makeDirectory()];
    const { status, target } = await compareDocument(root, join(other, 'a.json'), DOCUMENT);
    expect([status, target]).to.deep.equal(['create', join(other, 'a.json')]);
  });
});

describe('readDocument', () => {
  for (const file of ['a.json', 'a.yaml']) {
    it(`reads what was written: ${file}`, async () => {
      const root = makeDirectory();
      put(root, file, await documentText(DOCUMENT, file));
      expect(await readDocument(join(root, file))).to.deep.equal(DOCUMENT);
    });
  }
});
