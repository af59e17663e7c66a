import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { runExample } from './run-example.ts';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

describe('README', () => {
  it('shows examples that run and print what they say', async () => {
    const shown = [...(await read('../README.md')).matchAll(/```ts\n([\s\S]+?)```/g)].map(([, source]) => source);
    const files = (await readdir(new URL('./readme/', import.meta.url))).map((name) => `./readme/${name}`);
    expect(shown).to.have.members(await Promise.all(files.map(read)));
    for (const file of files) {
      const { lines, promised } = await runExample(new URL(file, import.meta.url));
      expect(lines, file).to.eql(promised);
      expect(lines, file).not.to.be.empty;
    }
  });

  it('points to the reference', async () => {
    const readme = await read('../README.md');
    expect(readme).to.include('`docs/logic.md`');
    expect(await read('../../../docs/logic.md')).to.include('`@rest-gen/logic`');
  });
});
