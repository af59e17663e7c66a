import { expect } from 'chai';
import { cli, removeDirectories } from '../../packages/cli/test/fixture.ts';
import { makeOne, POST } from '../../packages/cli/test/inspect/projects.ts';

/** What a developer copies from a log, where a client has written it: all that a terminal acts on. Each run of a command takes a second. */
const HOSTILE = '\x1b[2J\x1b]0;title\x07\x9b2J\b\x7f\r\nE_FORGED\nE_FORGED\u2028E_FORGED\u0085\u202e\u2066\u200f\ud80a';

const COMMANDS: readonly (readonly [name: string, words: (text: string) => readonly string[]])[] = [
  ['the URL of explain', (text) => ['explain', `/post/${text}`]],
  ['the URL of explain, without a slash', (text) => ['explain', `post${text}`]],
  ['the escaped URL of explain', (text) => ['explain', `/post/${encodeURIComponent(Buffer.from(text).toString())}`]],
  ['the method of explain', (text) => ['explain', `GET${text}`, '/post']],
  ['the path of routes', (text) => ['routes', `/post/1/${text}`]],
  ['the controller of routes', (text) => ['routes', '-c', `post${text}`]],
  ['an option', (text) => ['routes', `--x${text}`]],
  ['a command', (text) => [`explain${text}`]],
];

/** As the name of a file can be. */
const NAME = HOSTILE.replace(/\ud80a/, '');

/** What a project says by names of its files, its rules, and a document that somebody else has written. */
const PROJECT: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['the report of check', ['check']],
  ['the JSON of check', ['check', '--json']],
  ['the list of routes', ['routes']],
  ['the table of routes', ['routes', '--md']],
  ['the JSON of routes', ['routes', '--json']],
  ['an OpenAPI document', ['openapi']],
  ['the changes to a document', ['openapi', '--check', 'before.json']],
  ['the JSON of changes to a document', ['openapi', '--check', 'before.json', '--json']],
];

describe('commands', function () {
  this.timeout(120_000);
  let root: string;
  before(() => {
    root = makeOne('js-esm');
  });
  after(removeDirectories);

  for (const [way, words] of COMMANDS) {
    it(`escapes of a terminal in ${way}`, async () => {
      const { out, err, code } = await cli(root, words(HOSTILE), { env: process.env as Record<string, string> });
      expect(code).to.be.oneOf([0, 1, 2]);
      isHarmless(out + err);
    });
  }

  for (const [way, words] of PROJECT) {
    it(`escapes of a terminal in ${way}`, async () => {
      const own = makeOne('js-esm', {
        'src/config/router.js': `export default [['/post/:id?', 'rest'], [/\\/([^]+)/, ':1', 'rest'], ['/x', ${JSON.stringify(NAME)}]];`,
        [`src/controller/${NAME}/${NAME}.js`]: POST.esm,
        [`src/logic/${NAME}.js`]: 'export default {};',
        'before.json': JSON.stringify({ openapi: '3.1.1', paths: { [`/${NAME}`]: { get: { responses: {} } } } }),
      });
      const { out, err } = await cli(own, words, { env: process.env as Record<string, string> });
      expect(err).not.to.include('This is a bug');
      isHarmless(out + err);
    });
  }

  it('a name that a shell would act on is not completed', async () => {
    const odd = ['$(id)', '`id`', 'a b', "a'b", 'a;b', '*', 'a\nb', '-x', '~', NAME];
    const own = makeOne('js-esm', Object.fromEntries(odd.map((name) => [`src/controller/${name}.js`, ''])));
    const { out } = await cli(own, ['--get-yargs-completions', 'rest-gen', 'destroy', 'controller', '']);
    expect(out.split('\n').filter((word) => word !== '' && !/^--[a-z-]+$/.test(word))).to.deep.equal(['post']);
  });
});

// --- internal ---

function isHarmless(printed: string): void {
  expect(printed).not.to.equal('');
  expect(printed).not.to.match(/[^\P{Cc}\n]|[\p{Bidi_C}\p{Zl}\p{Zp}]/u);
  expect(printed).not.to.match(/^E_FORGED/m);
}
