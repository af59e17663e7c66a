import { expect } from 'chai';
import fc from 'fast-check';
import ts from 'typescript5';
import { FIELD_TYPES } from '../../packages/cli/src/arguments/field-types.ts';
import { fileNames, read } from '../../packages/cli/test/fixture.ts';
import { HOSTILE_NAMES } from './hostile-names.ts';

/** Text that shows up wherever it comes to be code. */
export const MARK = 'pwned';
/** Text that nobody gives in good faith. */
export const HOSTILE = [
  ...HOSTILE_NAMES.map(([, name]) => name.slice(0, 200)),
  `'+${MARK}()+'`,
  `*/${MARK}()/*`,
  `\`\${${MARK}()}\``,
  `\n${MARK}()\n`,
];

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,12}$/);
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 12 }));
/** Names, most of which are right, or nearly: what is refused at once reaches no template. */
export const names = fc.oneof(
  { arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('/')), weight: 5 },
  { arbitrary: fc.tuple(word, hostile).map(([before, text]) => before + text), weight: 1 },
  { arbitrary: hostile, weight: 1 },
);
const field = fc.oneof(
  {
    arbitrary: fc
      .tuple(
        fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/),
        fc.constantFrom(...FIELD_TYPES),
        fc.constantFrom('', '!', '?'),
        fc.constantFrom('', '', ':unique', ':index'),
      )
      .map((parts) => `${parts[0]}:${parts.slice(1).join('')}`),
    weight: 12,
  },
  { arbitrary: hostile.map((text) => `${text}:string`), weight: 1 },
  { arbitrary: hostile.map((text) => `title:${text}`), weight: 1 },
);
/** Fields of a resource, as the names. */
export const fields = fc.array(field, { maxLength: 4 });

/** All programs of a project parse, and hold no hostile text but in literals. */
export function checkFiles(root: string, given: readonly string[]): void {
  for (const file of fileNames(root)) {
    if (/\.[jt]s$/.test(file)) check(read(root, file), file, given);
    if (/\.json$/.test(file) && file !== 'tsconfig.json') JSON.parse(read(root, file));
  }
}

/**
 * A program parses, and its tokens hold no hostile text, but in literals and where a name was asked for.
 *
 * @param given - the words of the command line
 */
export function check(text: string, file: string, given: readonly string[]): void {
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true, fileName: file });
  expect(
    diagnostics?.map(({ messageText }) => messageText),
    `${file}\n${text}`,
  ).to.deep.equal([]);
  const asked = new Set(given.flatMap((one) => one.split(/\W+/)));
  for (const { text: token, kind } of tokensOf(text)) {
    if (kind === ts.SyntaxKind.StringLiteral || asked.has(token)) continue;
    expect(token, file)
      .to.match(/^[\x20-\x7e\n]+$/)
      .and.not.contain(MARK)
      .and.not.contain('process.exit');
  }
}

/** The tokens of a program. */
export function tokensOf(text: string): { text: string; kind: ts.SyntaxKind }[] {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const tokens: { text: string; kind: ts.SyntaxKind }[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (children.length === 0 && node.kind !== ts.SyntaxKind.EndOfFileToken && node.getText(source) !== '') {
      tokens.push({ text: node.getText(source), kind: node.kind });
    }
    children.forEach(visit);
  };
  const [list] = source.getChildren(source);
  const statements = list?.getChildren(source) ?? [];
  for (const statement of statements) visit(statement);
  return text.startsWith("'") ? tokens.filter(({ text: token }) => token !== ';') : tokens;
}
