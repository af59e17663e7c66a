import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { COMPILERS, compile } from '../../../../test/compilers.ts';
import { readText } from '../../../../test/workspace.ts';
import { makeDirectory, put, removeDirectories, WORKSPACE } from '../fixture.ts';

after(removeDirectories);

describe('the programs of the pages about the client', function () {
  this.timeout(60_000);

  it('compile with each supported TypeScript', async () => {
    const root = makeDirectory();
    put(root, 'package.json', '{ "type": "module" }');
    put(root, 'api.ts', readFileSync(new URL('api.ts', import.meta.url)));
    const texts = ['README.md', 'docs/client.md', 'packages/client/README.md']
      .flatMap((page) => Array.from(readText(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, text]) => text as string))
      .filter((text) => text.includes('api'));
    expect(texts).to.have.lengthOf(12);
    for (const folder of ['planned', 'changing']) {
      put(root, `${folder}/api.ts`, readFileSync(new URL(`${folder}/api.ts`, import.meta.url)));
    }
    const files = texts.map((text, index) => {
      const before = text.includes('createApi(')
        ? ''
        : `import { createApi } from './${folderOf(text)}api.ts';\nconst api = createApi();\n`;
      put(root, `program-${index}.ts`, `declare function getToken(): Promise<string>;\n${before}${text}`);
      return `program-${index}.ts`;
    });
    const [, hook = ''] = /^```tsx\n(\/\/ src\/use-live[\s\S]*?)^```$/m.exec(readText('docs/front-end.md')) ?? [];
    put(root, 'use-live.ts', `import { createApi } from './changing/api.ts';\n${hook}${USE}`);
    put(root, 'react.d.ts', REACT);
    files.push('use-live.ts', 'react.d.ts');
    put(root, 'auth/api.ts', readText('packages/auth/test/api.ts'));
    const [, session = ''] =
      /^```ts\n(import \{ createSession[\s\S]*?)^```$/m.exec(readText('docs/authentication.md')) ?? [];
    put(root, 'auth/program.ts', session);
    files.push('auth/program.ts');
    put(root, 'tsconfig.json', JSON.stringify({ compilerOptions: OPTIONS, files }));
    for (const [version, compiler] of COMPILERS) expect(await compile(compiler, ['-p', root]), version).to.equal('');
  });
});

// --- internal ---

/** Where the client is that a program needs. */
function folderOf(text: string): string {
  if (text.includes('.plan.')) return 'planned/';
  return /\.(?:changes|live)\(/.test(text) ? 'changing/' : '';
}

/** What the hook takes of React, as its types say. */
const REACT = `declare module 'react' {
  export function useEffect(effect: () => (() => void) | void, deps?: readonly unknown[]): void;
  export function useState<S = undefined>(): [S | undefined, (value: S | undefined) => void];
  export function useSyncExternalStore<T>(subscribe: (onChange: () => void) => () => void, get: () => T, getServer?: () => T): T;
}`;
const USE = `
export const titles: string[] = useLive(() => createApi().issue.live({ sort: '-id' })).map(({ title }) => title);`;

const OPTIONS = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM'],
  module: 'NodeNext',
  types: [],
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  customConditions: ['rest-source'],
  paths: {
    '@rest-gen/client': [join(WORKSPACE, 'packages/client/src/index.ts')],
    '@rest-gen/client/changes': [join(WORKSPACE, 'packages/client/src/changes.ts')],
    '@rest-gen/client/plans': [join(WORKSPACE, 'packages/client/src/plans.ts')],
    '@rest-gen/client/session': [join(WORKSPACE, 'packages/client/src/session.ts')],
    '@rest-gen/client/progress': [join(WORKSPACE, 'packages/client/src/progress.ts')],
  },
};
