import { expect } from 'chai';
import { COMMAND_WORDS } from '../../src/commands.ts';
import { complete } from '../../src/completion/complete.ts';
import { FIELD_TYPES } from '../../src/field-types.ts';
import { cli, makeDirectory, makeProject, removeDirectories } from '../fixture.ts';

after(removeDirectories);

/** What is typed, the last word to be completed, and what it may become. */
const ROWS: [line: string, words: string[]][] = [
  ['con', ['controller']],
  ['mig', ['migration', 'migrate']],
  ['he', ['help']],
  ['--he', ['--help']],
  ['help rou', ['routes']],
  ['frobnicate ', []],
  ['routes --m', ['--method', '--md']],
  ['routes --json --m', ['--method']],
  ['routes --md --js', []],
  ['controller post --force --f', []],
  ['controller post --force --s', []],
  ['routes --method p', []],
  ['routes --method P', ['POST', 'PUT', 'PATCH']],
  ['routes -m D', ['DELETE']],
  ['routes --controller ', ['post', 'v1/tag']],
  ['routes --cwd ', []],
  ['explain G', ['GET']],
  ['explain GET ', []],
  ['destroy c', ['controller']],
  ['destroy controller ', ['post', 'v1/tag']],
  ['destroy controller v', ['v1/tag']],
  ['destroy controller post v', []],
  ['new blog --db m', ['mysql']],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['controller post title', []],
  ['controller post title:te', ['title:text', 'title:text!']],
  ['controller post a:string body:uu', ['body:uuid', 'body:uuid!']],
  ['-- con', ['controller']],
];

describe('complete', () => {
  let cwd: string;
  before(() => {
    const files = ['rest.ts', 'post.ts', 'post.test.ts', 'v1/rest.ts', 'v1/tag.mjs', 'notes.txt'];
    cwd = makeProject('ts-esm', { files: Object.fromEntries(files.map((file) => [`src/controller/${file}`, ''])) });
  });

  for (const [line, words] of ROWS) {
    it(`makes ${words.join(', ') || 'nothing'} of "${line}"`, async () => {
      expect(await complete(line.split(' '), { cwd })).to.deep.equal(words);
    });
  }

  it('knows all commands, and all types of fields', async () => {
    expect(await complete([''], { cwd })).to.deep.equal([...COMMAND_WORDS, 'help']);
    const fields = FIELD_TYPES.flatMap((type) => [`a:${type}`, `a:${type}!`]);
    expect(await complete(['logic', 'x', 'a:'], { cwd })).to.deep.equal(fields);
  });

  it('knows no controllers where there is no project', async () => {
    expect(await complete(['destroy', 'controller', ''], { cwd: makeDirectory() })).to.deep.equal([]);
  });

  it('is what the scripts ask for, one word a line, whatever the words are', async () => {
    expect(await cli(cwd, '__complete con')).to.deep.equal({ code: 0, out: 'controller\n', err: '' });
    expect(await cli(cwd, ['__complete', 'routes', '--json', '-'])).to.include({ code: 0, err: '' });
    expect(await cli(cwd, ['__complete', 'destroy', 'x', '--help', 'y'])).to.deep.equal({ code: 0, out: '', err: '' });
  });
});
