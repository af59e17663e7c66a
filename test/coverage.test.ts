import { expect } from 'chai';
import blankTypes from 'ts-blank-space';
import { listFiles, readText } from './workspace.ts';

const settings = JSON.parse(readText('.c8rc.json')) as { exclude: string[] };

/** Nothing of such a file is left when the program runs, so nothing of it can be covered. */
function isTypesOnly(file: string): boolean {
  const code = blankTypes(readText(file)).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return /^[\s;]*$/.test(code);
}

describe('coverage', () => {
  it('leaves out exactly the files that hold types only', () => {
    const sources = listFiles('packages/logic/src').filter((file) => file.endsWith('.ts'));
    expect(settings.exclude, 'exclude in .c8rc.json').to.have.members(sources.filter(isTypesOnly));
  });
});
