import { expect } from 'chai';
import { loadAssets } from '../../src/docs/load-assets.ts';

describe('loadAssets', () => {
  it('reads and compresses once, however many pages a process has', async () => {
    const contents = [...loadAssets().contents];
    expect(contents).to.have.length(4);
    for (const [path, content] of contents) {
      const again = loadAssets().contents.get(path);
      expect(await again?.encode('gzip'), path).to.equal(await content.encode('gzip'));
    }
  });
});
