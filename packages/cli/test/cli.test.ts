import { expect } from 'chai';
import { COMMANDS } from '../src/commands.ts';
import { run } from '../src/main.ts';
import { cli, fileNames, makeDirectory, makeProject, PACKAGE, read, removeDirectories } from './fixture.ts';

after(removeDirectories);

const REFUSED: [line: string, message: string, fix: string][] = [
  ['contoller post', 'There is no command "contoller".', 'Did you mean controller? See rest-gen --help.'],
  ['frobnicate', 'There is no command "frobnicate".', 'See rest-gen --help.'],
  ['serve', 'There is no command "serve".', 'Did you mean npm run dev? See rest-gen --help.'],
  ['make:controller post', 'There is no command "make:controller".', 'Did you mean rest-gen controller post -r?'],
  ['rollback', 'There is no command "rollback".', 'Did you mean rest-gen migrate --down?'],
  ['completion neww', 'Unknown argument: neww.', 'Did you mean new? See rest-gen --help.'],
  ['controller', 'The argument <name> is missing.', 'Usage: rest-gen controller <name> [field..].'],
  ['action post', 'The argument <action> is missing.', 'Usage: rest-gen action <name> <action>'],
  ['new blog shop', 'Unknown argument: shop.', 'Usage: rest-gen new <dir>. See rest-gen new --help.'],
  ['new blog --db oracle', '--db can be sqlite, postgres, mysql, none, not "oracle".', 'new --help'],
  ['new blog --db postgress', 'not "postgress".', 'Did you mean postgres? Usage: rest-gen new <dir>.'],
  ['destroy model post', '<what> can only be controller, not "model".', 'See rest-gen destroy --help.'],
  ['controller post --forse', 'There is no option --forse.', 'Did you mean --force? Usage: rest-gen controller'],
  ['controller post --no-rout --x1', 'There is no option --no-rout or --x1.', 'Did you mean --no-route?'],
  ['--josn', 'There is no option --josn.', 'Did you mean --json? See rest-gen --help.'],
  ['controller post --$0', 'Unknown argument: --$0.', 'See rest-gen --help.'],
  ['controller post --_=x', 'Unknown argument: --_=x.', 'See rest-gen --help.'],
  ['controller post --cwd=', 'The option --cwd has an empty value.', 'See rest-gen controller --help.'],
  ['controller post --dry-run=yes', 'The option --dry-run takes no value.', 'See rest-gen controller --help.'],
  ['openapi --out=', 'The option --out has an empty value.', 'See rest-gen openapi --help.'],
  ['controller post --a.b', 'There is no option --a.b.', 'See rest-gen controller --help.'],
  ['controller post --force --skip', 'Arguments force and skip are mutually exclusive.', 'controller --help.'],
  ['controller post --ts --js', 'Arguments ts and js are mutually exclusive.', 'See rest-gen controller --help.'],
  ['migrate --force', 'Missing dependent arguments: force -> fresh.', 'See rest-gen migrate --help.'],
  ['controller post --cwd', 'Not enough arguments following: cwd.', 'See rest-gen controller --help.'],
  ['controller PostController', 'would be its path: /PostController.', 'Did you mean post?'],
  ['controller v1/BlogPost -r', 'would be its path: /v1/BlogPost.', 'Did you mean v1/blog-post?'],
  ['logic src/controller/post', 'would be its path: /src/controller/post.', 'Did you mean post?'],
  ['controller ../x -r', 'The controller name "../x" has the segment "..".', 'Names are relative'],
  ['controller post --cwd no/such', 'There is no directory', 'Create it first.'],
];

const squeeze = (text: string) => text.replace(/\s+/g, ' ');

describe('rest-gen', () => {
  for (const [line, message, fix] of REFUSED) {
    it(`refuses "${line}", and writes nothing`, async () => {
      const root = makeDirectory();
      const ran = await cli(root, line);
      expect(ran).to.include({ code: 2, out: '' });
      expect(squeeze(ran.err)).to.match(/^error /);
      expect(squeeze(ran.err)).to.contain(message).and.contain(fix);
      expect(fileNames(root)).to.deep.equal([]);
    });
  }

  it('prints its version', async () => {
    const { version } = JSON.parse(read(PACKAGE, 'package.json')) as { version: string };
    expect(await cli(makeDirectory(), '--version')).to.deep.equal({ code: 0, out: `${version}\n`, err: '' });
  });

  it('shows English help within 80 columns', async () => {
    const env = { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' };
    const ran = await cli(makeDirectory(), '--help', { env });
    expect(ran).to.include({ code: 0, err: '' });
    expect(ran.out).to.contain('Start:\n  new         Create').and.contain('rest-gen <command> --help');
    for (const line of ran.out.split('\n')) expect(line.length).to.be.at.most(80);
    expect((await cli(makeDirectory(), 'help')).out).to.equal(ran.out);
  });

  it('shows the help of each command, with its options and examples', async () => {
    for (const command of Object.keys(COMMANDS)) {
      const ran = await cli(makeDirectory(), [command, '--help']);
      expect(ran).to.include({ code: 0, err: '' });
      expect(ran.out).to.contain('Options:\n').and.contain(`Examples:\n  rest-gen ${command}`);
      expect((await cli(makeDirectory(), ['help', command])).out).to.equal(ran.out);
    }
  });

  it('prints its help without arguments', async () => {
    const root = makeDirectory();
    expect(await cli(root, '')).to.deep.equal(await cli(root, '--help'));
  });

  it('uses the last value of an option that is given twice', async () => {
    const root = makeProject('empty');
    await cli('/', ['controller', 'tag', '-r', '--cwd', '/tmp', '--cwd', root]);
    expect(fileNames(root)).to.include('src/controller/tag.js');
  });

  it('prints errors as JSON to stdout, and as text to stderr', async () => {
    const ran = await cli(makeDirectory(), 'controller rest --json');
    expect(ran.code).to.equal(2);
    expect(JSON.parse(ran.out)).to.deep.equal({
      notes: [],
      error: {
        code: 'E_NAME',
        message: 'The controller name "rest" is the base class of all REST controllers.',
        fix: 'Choose another word for the resource.',
      },
    });
    expect(ran.err).to.contain('(E_NAME)');
    expect(JSON.parse((await cli(makeDirectory(), '--json=true --nope')).out).error.code).to.equal('E_USAGE');
    expect((await cli(makeDirectory(), 'controller rest -- --json')).out).to.equal('');
  });

  it('colors messages on a terminal only', async () => {
    const start = async (line: string, env: Record<string, string> = {}) => {
      const { out, err } = await cli(makeProject('empty'), line, { isTTY: true, env });
      return (out || err).slice(0, 17);
    };
    expect(await start('controller')).to.equal('\u001b[31merror\u001b[39m T');
    expect(await start('controller', { NO_COLOR: '1' })).to.equal('error The argumen');
    expect(await start('controller x')).to.equal('\u001b[32mcreate    \u001b[');
  });

  for (const thrown of [new TypeError('x is not a function'), 'a string']) {
    it(`exits with 70 for a bug (${typeof thrown})`, async () => {
      let err = '';
      const io = {
        cwd: makeProject('empty'),
        env: {},
        stdout: { write: () => undefined },
        stderr: { write: (text: string) => (err += text) },
        now: () => {
          throw thrown;
        },
      };
      expect(await run(['controller', 'post'], io)).to.equal(70);
      expect(err).to.contain('This is a bug in rest-gen.').and.contain('E_INTERNAL');
      expect(err).to.contain(thrown instanceof Error ? 'x is not a function' : thrown);
    });
  }
});
