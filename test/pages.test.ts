import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect } from 'chai';
import { execute } from '../packages/cli/src/cli.ts';
import { COMMANDS } from '../packages/cli/src/commands.ts';
import { listFiles, listMembers, ROOT, readText } from './workspace.ts';

const docs = listFiles('docs').filter((file) => file.endsWith('.md'));
const readmes = listMembers('packages').map(({ path }) => `${path}/README.md`);
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'THREAT_MODEL.md',
  'llms.txt',
  ...docs,
  ...readmes,
];
/** Bytes of a page of `docs`. */
const LONGEST_PAGE = 20_000;
const scripts = Object.keys((JSON.parse(readText('package.json')) as { scripts: object }).scripts);

describe('pages', () => {
  let commands: Map<string, string[]>;
  before(async () => {
    commands = new Map([['completion', []]]);
    for (const command of Object.keys(COMMANDS)) commands.set(command, await optionsOf(command));
  });

  for (const page of pages) {
    const text = readText(page);
    describe(page, () => {
      it('links to pages and headings that exist', () => {
        for (const [, path = '', anchor] of withoutCode(text).matchAll(
          /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]+))?\)/g,
        )) {
          const target = path === '' ? page : normalize(join(dirname(page), path)).replaceAll('\\', '/');
          expect(existsSync(join(ROOT, target)), `${target} exists`).to.equal(true);
          if (anchor !== undefined) expect(anchorsOf(readText(target)), target).to.include(anchor);
        }
      });

      it('names files that exist', () => {
        for (const [, path = ''] of text.matchAll(/`((?:docs|packages|test|tools|scripts|bench|examples)\/[\w./-]+)`/g))
          expect(existsSync(join(ROOT, path)), path).to.equal(true);
      });

      it('names commands and options of rest-gen that exist', () => {
        for (const [line, word = '', rest = ''] of text.matchAll(/npx rest-gen ([a-z]+)([^`\n|#]*)/g)) {
          expect([...commands.keys(), 'help'], line).to.include(word);
          const options = [...rest.matchAll(/ --(?:no-)?([a-z][a-z-]*)/g)].map(([, name = '']) => name);
          for (const option of options) {
            const known = commands.get(word) ?? [];
            expect(known.includes(option) || known.includes(`no-${option}`), line).to.equal(true);
          }
        }
      });

      it('names scripts that exist', () => {
        for (const [line, script = ''] of text.matchAll(/npx -y pnpm@10 (?:run )?([\w-]+)/g)) {
          expect([...scripts, 'install', 'exec', 'mocha'], line).to.include(script);
        }
      });

      it('has valid JSON', () => {
        for (const [, json = ''] of text.matchAll(/^```json\n([\s\S]*?)^```$/gm)) JSON.parse(json);
      });
    });
  }

  for (const page of docs) {
    it(`${page} is short, with one heading of its own`, () => {
      const text = readText(page);
      const size = Buffer.byteLength(text);
      const hint = `${page} has ${size} bytes: move a section to a page of its own, and link it here and in docs/README.md`;
      expect(size, hint).to.be.at.most(LONGEST_PAGE);
      const headings = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^# .+$/gm)];
      expect(headings.map(({ index }) => index)).to.eql([0]);
      if (page !== 'docs/README.md') expect(text, 'begins with what it is for').to.match(/^# .+\n\n[\w`[]/);
    });
  }

  it('are all linked from llms.txt', () => {
    const named = [...readText('llms.txt').matchAll(/\]\((docs\/[\w-]+\.md)/g)].map(([, path]) => path);
    expect(named).to.include.members(docs);
  });

  it('are all linked from docs/README.md, and once in its lists of pages', () => {
    const index = readText('docs/README.md');
    const named = linksOf(index);
    expect(named).to.include.members(docs.filter((page) => page !== 'docs/README.md'));
    const listed = linksOf(index.replace(/^## How[\s\S]*?(?=^## )/m, ''));
    expect(listed).to.eql([...new Set(listed)]);
  });
});

// --- internal ---

/** The pages that the index of `docs` links to. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([\w-]+\.md)/g)].map(([, path]) => `docs/${path}`);
}

/** The options in the help of a command. */
async function optionsOf(command: string): Promise<string[]> {
  const output = { write: () => undefined };
  const { text } = await execute([command, '--help'], { cwd: ROOT, env: {}, stdout: output, stderr: output });
  return [...text.matchAll(/^ {2}(?:-\w, | {4})--([\w-]+)/gm)].map(([, option = '']) => option);
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '``');
}

/** The anchors of headings, as code hosts derive them, and explicit anchors. */
function anchorsOf(text: string): string[] {
  const headings = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="(\w+)">/g)].map(([, id = '']) => id)];
}
