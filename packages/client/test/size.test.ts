import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { rolldown } from 'rolldown';

describe('the size of @rest-gen/client', () => {
  it('is less than 5 KB, minified and compressed', async () => {
    const input = fileURLToPath(new URL('../src/index.ts', import.meta.url));
    const bundle = await rolldown({ input, platform: 'browser' });
    const { output } = await bundle.generate({ format: 'es', minify: true });
    await bundle.close();
    expect(output).to.have.lengthOf(1);
    expect(output[0].imports).to.eql([]);
    expect(gzipSync(output[0].code).length).to.be.below(5_000);
  });
});
