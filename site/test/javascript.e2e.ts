import { expect } from 'chai';
import { parseAst } from 'rolldown/parseAst';

interface Page {
  readonly path: string;
  readonly text: string;
}

const { readPages } = await import(new URL('../read-pages.js', import.meta.url).href);
const { toJavaScript } = await import(new URL('../to-javascript.js', import.meta.url).href);
const { pages } = readPages() as { pages: Page[] };

describe('JavaScript of the pages', () => {
  const rows: [string, 'ts' | 'tsx', string, string][] = [
    ['types of values', 'ts', 'const a: number = b as number;', 'const a = b;\n'],
    [
      'imports of types',
      'ts',
      "// src/a.ts\nimport type { A } from 'a';\nimport { b, type C } from './b.ts';\nb();",
      "// src/a.js\nimport { b } from './b.js';\nb();\n",
    ],
    [
      'a type with its comment',
      'ts',
      'a();\n\n/** Is gone. */\ninterface A {\n  b: string;\n}\n\n/** Stays. */\nb();',
      'a();\n\n/** Stays. */\nb();\n',
    ],
    [
      'fields of classes',
      'ts',
      'class A<T> extends B<T> {\n  declare c: T;\n  static d = 1;\n  private e?: T;\n}',
      'class A extends B {\n  static d = 1;\n  e;\n}\n',
    ],
    [
      'members without their class',
      'ts',
      'override async getAction(): Promise<void> {\n  await a!.b();\n}',
      'async getAction() {\n  await a.b();\n}\n',
    ],
    [
      'components',
      'tsx',
      "import { A } from './a.tsx';\nexport const B = ({ c }: { c: string }) => <A c={c} />;",
      "import { A } from './a.jsx';\nexport const B = ({ c }) => <A c={c} />;\n",
    ],
    ['only types', 'ts', 'export type A = string;', ''],
  ];
  for (const [title, language, code, expected] of rows) {
    it(`is without ${title}`, async () => expect(await toJavaScript(code, language)).to.equal(expected));
  }

  it('is refused where types are more than types', async () => {
    const error = await toJavaScript('enum A { b }', 'ts').catch((reason: Error) => reason);
    expect(error).to.have.property('message').that.includes('Not only types: enum A');
  });

  const blocks = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
      path,
      language,
      code,
    })),
  );
  it('is made of every TypeScript block', () => expect(blocks.length).to.be.above(100));

  for (const { path, language, code } of blocks) {
    it(`is valid in ${path}: ${code.split('\n').find((line) => line.trim() !== '')}`, async () => {
      const shown = await toJavaScript(code, language);
      expect(() => parse(shown)).not.to.throw();
      // No hole of a type that was removed.
      expect(shown).not.to.match(/\n\n\n|^\n/);
    });
  }
});

// --- internal ---

/** By another parser than the one that removed the types. */
function parse(code: string): void {
  try {
    parseAst(code, { lang: 'jsx', sourceType: 'module' });
  } catch {
    parseAst(`class Fragment {\n${code}}`, { lang: 'jsx', sourceType: 'module' });
  }
}
