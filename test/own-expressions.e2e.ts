import { expect } from 'chai';
import { checkRegExp } from '../packages/logic/src/index.ts';
import { listFiles, readText } from './workspace.ts';

/** Expressions that may take more than linear time, and why that harms nobody. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['packages/openapi/src/schemas/registry.ts', "reads names of the program's own schemas, at start"],
  ['packages/router/src/load/import-default.ts', 'reads errors of Node at start'],
  ['packages/router/src/load/load-hint.ts', 'reads errors of Node and paths of the project at start'],
  ['packages/router/src/model/read-value.ts', 'the length of the text is checked first'],
]);

/** A literal where an expression can stand; what is taken by mistake does not compile, or is harmless. */
const LITERAL = /(?<=[=(,:[!&|?]\s?|return )\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([a-z]*)/g;

describe('the expressions of the packages themselves', () => {
  const found = listFiles('packages')
    // The command line gets nothing from requests.
    .filter((file) => /^packages\/(?!cli\/)\w+\/src\/.*\.ts$/.test(file))
    .flatMap((file) =>
      [...readText(file).matchAll(LITERAL)].map(([text, source, flags]) => ({
        file,
        text,
        source: source as string,
        flags,
      })),
    );

  it('are found', () => expect(found.length).to.be.above(80));

  it('cannot hang on what a request can send', () => {
    const slow = found.filter(({ file, source, flags }) => {
      if (ALLOWED.has(file)) return false;
      try {
        return checkRegExp(new RegExp(source, flags)) !== undefined;
      } catch {
        return false;
      }
    });
    expect(slow.map(({ file, text }) => `${file}: ${text}`)).to.deep.equal([]);
  });
});
