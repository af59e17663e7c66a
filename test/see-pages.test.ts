import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { listMembers, ROOT, readText } from './workspace.ts';

/** Values that the entries of a package export, each with the file that declares it. */
function exportsOf(entry: string): { readonly name: string; readonly file: string }[] {
  const text = readText(entry);
  return [...text.matchAll(/^export \{([^}]*)\} from '(\.[^']*)';/gm)].flatMap(([, names = '', from = '']) => {
    const values = names.split(',').map((name) => name.trim());
    return values
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ name: name.replace(/^\w+ as /, ''), file: join(dirname(entry), from).replaceAll('\\', '/') }));
  });
}

/** The doc comment of a declaration; `undefined` without one, and for what the file itself imports. */
function docOf(file: string, name: string): string | undefined {
  const declaration = new RegExp(
    `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*export (?:declare |abstract |async )*(?:function\\*?|class|const|interface|type) ${name}\\b`,
  );
  return declaration.exec(readText(file))?.[1];
}

describe('doc comments of public values', () => {
  for (const { path, manifest } of listMembers('packages')) {
    const entry = `${path}/src/index.ts`;
    if (!existsSync(join(ROOT, entry))) continue;
    it(`of ${manifest.name} name their page`, () => {
      const pages = exportsOf(entry).map(({ name, file }) => {
        const [, page = ''] = /@see (docs\/[\w-]+\.md)/.exec(docOf(file, name) ?? '') ?? [];
        return { name, isPage: page !== '' && existsSync(join(ROOT, page)) };
      });
      expect(pages.filter(({ isPage }) => !isPage).map(({ name }) => name)).to.eql([]);
    });
  }
});
