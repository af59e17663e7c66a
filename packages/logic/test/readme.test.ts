import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { runExample } from './run-example.ts';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

describe('README', () => {
  it('shows an example that runs and prints what it says', async () => {
    const source = await read('./readme-example.ts');
    const [, shown] = /```ts\n([\s\S]+?)```/.exec(await read('../README.md')) ?? [];
    expect(shown).to.equal(source);
    const { lines, promised } = await runExample(new URL('./readme-example.ts', import.meta.url));
    expect(lines).to.eql(promised);
    expect(lines).to.have.lengthOf(4);
  });

  it('points to the reference', async () => {
    const readme = await read('../README.md');
    expect(readme).to.include('`docs/logic.md`');
    expect(await read('../../../docs/logic.md')).to.include('`@rest-gen/logic`');
  });
});
