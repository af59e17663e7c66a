import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { attributeNames } from '../src/declaration/read-attributes.ts';
import { conditionNames } from '../src/rules/conditions.ts';
import { vocabulary } from '../src/rules/vocabulary.ts';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

describe('README', () => {
  it('shows an example that runs and prints what it says', async () => {
    const source = await read('./readme-example.ts');
    const [, shown] = /```ts\n([\s\S]+?)```/.exec(await read('../README.md')) ?? [];
    expect(shown).to.equal(source.replace("'../src/index.ts'", "'@rest-gen/logic'"));

    const printed: unknown[][] = [];
    const { log } = console;
    console.log = (...values: unknown[]) => printed.push(values);
    try {
      await import('./readme-example.ts');
    } finally {
      console.log = log;
    }
    expect(printed).to.deep.equal([
      [{ title: 'Hello', views: 0 }],
      [{ ids: [1, 2] }],
      [422, 'E_VALIDATION'],
      ['"titel" is not a field here; did you mean "title"?'],
    ]);
  });

  it('names every rule and every code', async () => {
    const readme = await read('../README.md');
    const names = [...attributeNames, ...new Set(conditionNames.values()), ...vocabulary.keys()];
    for (const name of names) expect(readme).to.include(`\`${name}\``);
    const codes = new Set((await read('../src/errors.ts')).match(/E_[A-Z]+(?:_[A-Z]+)*/g));
    for (const code of codes) expect(readme).to.include(`\`${code}\``);
    for (const code of readme.match(/E_[A-Z]+(?:_[A-Z]+)*/g) ?? []) expect(codes).to.include(code);
  });
});
