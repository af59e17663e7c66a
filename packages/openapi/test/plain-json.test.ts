import { expect } from 'chai';
import fc from 'fast-check';
import { createPause } from '../src/pause.ts';
import { toBytes, toPlain } from '../src/plain-json.ts';

describe('a document in steps', () => {
  it('is what JSON makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.anything({ maxDepth: 4, withDate: true })), async (document) => {
        let text: string;
        try {
          text = JSON.stringify(document);
        } catch {
          return;
        }
        const plain = await toPlain(document, createPause());
        expect(JSON.stringify(plain)).to.equal(text);
        expect(String(await toBytes(plain, createPause()))).to.equal(text);
      }),
    );
  });

  it('shares nothing with its source', async () => {
    const source = { paths: { '/a': { get: { tags: ['a'] } } } };
    const plain = await toPlain(source, createPause());
    plain.paths['/a'].get.tags.push('b');
    expect(source.paths['/a'].get.tags).to.eql(['a']);
  });
});
