import { expect } from 'chai';
import { checkRegExp } from '../packages/logic/src/index.ts';
import { listFiles, readText } from './workspace.ts';

/** Files with slow expressions, and why they are harmless. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['packages/openapi/src/schemas/registry.ts', "reads names of the program's own schemas, at start"],
  ['packages/router/src/core/load/import-default.ts', 'reads errors of Node at start'],
  ['packages/router/src/core/load/load-hint.ts', 'reads errors of Node and paths of the project at start'],
  ['packages/openapi/src/docs/load-assets.ts', 'reads the own files of the page, once per process'],
  ['packages/model/src/create-models.ts', 'reads the URL of the database at start'],
  ['packages/model/src/core/read-value.ts', 'the length of the text is checked first'],
]);

/** A regular expression literal. False matches do not compile or are harmless. */
const LITERAL = /(?<=[=(,:[!&|?]\s?|return )\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([a-z]*)/g;

describe('regular expressions of the packages', () => {
  const found = listFiles('packages')
    // The command line reads no requests.
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

  it('take linear time', () => {
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
