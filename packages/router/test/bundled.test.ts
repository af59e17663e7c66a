import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { StartError } from '../src/errors.ts';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

describe('in a bundle', () => {
  let place: string;

  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'bundled-'));
  });
  afterEach(() => rm(place, { recursive: true }));

  it('loads the tools with `ready`, and refuses earlier use with a hint', async () => {
    // As in a bundle, it runs from a place that has no file of the tools; a bundler resolves imports while it builds.
    const text = await readFile(join(SOURCES, 'tools.ts'), 'utf8');
    const bundled = text
      .replace("(await import('./inspect/tools.ts')).tools", '{ isBundled: true } as unknown as Tools')
      .replace("'./errors.ts'", JSON.stringify(pathToFileURL(join(SOURCES, 'errors.ts')).href));
    await writeFile(join(place, 'package.json'), '{ "type": "module" }');
    await writeFile(join(place, 'tools.ts'), bundled);
    const { getTools, loadTools } = await import(pathToFileURL(join(place, 'tools.ts')).href);
    expect(getTools).to.throw(StartError, 'await router.ready').that.includes({ code: 'E_NOT_READY' });
    await loadTools();
    expect(getTools()).to.eql({ isBundled: true });
  });
});
