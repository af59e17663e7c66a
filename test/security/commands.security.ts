import { expect } from 'chai';
import { cli, removeDirectories } from '../../packages/cli/test/fixture.ts';
import { makeOne } from '../../packages/cli/test/inspect/projects.ts';

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
      const printed = out + err;
      expect(printed).not.to.equal('');
      expect(printed).not.to.match(/[^\P{Cc}\n]|[\p{Bidi_C}\p{Zl}\p{Zp}]/u);
      expect(printed).not.to.match(/^E_FORGED/m);
    });
  }
});
