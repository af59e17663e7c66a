import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { listMembers, ROOT } from './workspace.ts';

describe('entries', () => {
  for (const { path, manifest } of listMembers('packages')) {
    for (const [name, target] of Object.entries(manifest.exports ?? {})) {
      if (typeof target === 'string') continue;

      // A default export is another thing to `require()` than to `import`.
      it(`${manifest.name}${name.slice(1)} has named exports only`, async () => {
        const source = pathToFileURL(join(ROOT, path, target['rest-source'] ?? ''));
        const names = Object.keys((await import(source.href)) as object);
        expect(names).to.not.be.empty;
        expect(names).to.not.include('default');
      });

      it(`${manifest.name}${name.slice(1)} gives types and code of the same module`, () => {
        const stem = target['rest-source']?.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1');
        expect(Object.entries(target).slice(1)).to.eql([
          ['types', `${stem}.d.ts`],
          ['default', `${stem}.js`],
        ]);
      });
    }
  }
});
