import { expect } from 'chai';
import type { Command } from '../src/commands/command.ts';
import { controllerCommand } from '../src/commands/controller.ts';
import { cli, fileNames, makeDirectory, makeProject, PACKAGE, read, removeDirectories } from './fixture.ts';

after(removeDirectories);

const REFUSED: [line: string, message: string, wayOut: string][] = [
  ['', 'There is no command.', 'See rest-gen --help.'],
  ['contoller post', 'Unknown command: contoller.', 'Did you mean controller? See rest-gen --help.'],
  ['frobnicate', 'Unknown command: frobnicate.', 'See rest-gen --help.'],
  ['controller', 'An argument is missing: rest-gen controller <name> [field..].', 'See rest-gen controller --help.'],
  ['new blog shop', 'Too many arguments: "shop". It is rest-gen new <dir>.', 'See rest-gen new --help.'],
  ['controller post --forse', 'Unknown option: --forse.', 'Did you mean --force? See rest-gen controller --help.'],
  ['controller post --no-rout --x1', 'Unknown options: --no-rout, --x1.', 'Did you mean --no-route?'],
  ['controller -x', 'Unknown option: -x.', 'See rest-gen controller --help.'],
  ['controller post --a.b', 'Unknown option: --a.b.', 'See rest-gen controller --help.'],
  ['controller post --force --skip', '--force and --skip exclude each other.', 'See rest-gen controller --help.'],
  ['controller post --ts --js', '--ts and --js exclude each other.', 'See rest-gen controller --help.'],
  ['migrate --force', '--force goes with --fresh only.', 'See rest-gen migrate --help.'],
  ['controller post --cwd', '--cwd needs a value.', 'See rest-gen controller --help.'],
  ['controller ../x -r', 'The controller name "../x" has the segment "..".', 'Names cannot leave'],
  ['controller -r -- --post', 'An argument is missing', 'See rest-gen controller --help.'],
  ['controller -', 'The word "-" is no name, field or option.', 'nothing is read from stdin'],
  ['controller post - -r', 'The word "-" is no name, field or option.', 'Leave it out'],
  ['controller post -- title:string --x', 'Nothing is read behind "--": "title:string" "--x".', 'controller --help.'],
  ['controller post title', 'The field "title" has no type.', 'Write name:type'],
  ['controller post --cwd no/such', 'There is no directory', 'Create it first.'],
];

const squeeze = (text: string) => text.replace(/\s+/g, ' ');

describe('run', () => {
  for (const [line, message, wayOut] of REFUSED) {
    it(`refuses "${line}" before anything is written`, async () => {
      const root = makeDirectory();
      const ran = await cli(root, line);
      expect(ran).to.include({ code: 2, out: '' });
      expect(squeeze(ran.err)).to.match(/^error /);
      expect(squeeze(ran.err)).to.contain(message).and.contain(wayOut);
      expect(fileNames(root)).to.deep.equal([]);
    });
  }

  it('takes every word as text', async () => {
    const root = makeDirectory();
    expect((await cli(root, 'controller 12 -r')).err).to.contain('"12"');
    expect((await cli(root, ['controller', '', '-r'])).err).to.contain('The controller name "" is empty.');
  });

  it('says its version', async () => {
    const { version } = JSON.parse(read(PACKAGE, 'package.json')) as { version: string };
    expect(await cli(makeDirectory(), '--version')).to.deep.equal({ code: 0, out: `${version}\n`, err: '' });
  });

  it('shows help within 80 columns, whatever the language of the system', async () => {
    const env = { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' };
    const ran = await cli(makeDirectory(), '--help', { env });
    expect(ran).to.include({ code: 0, err: '' });
    expect(ran.out).to.contain('Commands:\n  rest-gen new <dir>').and.contain('rest-gen <command> --help');
    for (const line of ran.out.split('\n')) expect(line.length).to.be.at.most(80);
  });

  it('shows the help of a command with its options and examples', async () => {
    const ran = await cli(makeDirectory(), 'controller --help');
    expect(ran).to.include({ code: 0, err: '' });
    for (const option of Object.keys(controllerCommand.options)) expect(ran.out).to.contain(`--${option}`);
    for (const [line, effect] of controllerCommand.examples)
      expect(ran.out).to.contain(`  rest-gen ${line}\n      ${effect}\n`);
    for (const line of ran.out.split('\n')) expect(line.length).to.be.at.most(80);
  });

  it('gives examples that work', async () => {
    for (const [line] of controllerCommand.examples) {
      const words = line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
      expect((await cli(makeProject('ts-esm', { model: true }), words)).code, line).to.equal(0);
    }
  });

  it('writes errors as JSON too, and the message still to stderr', async () => {
    const ran = await cli(makeDirectory(), 'controller rest --json');
    expect(ran.code).to.equal(2);
    expect(JSON.parse(ran.out)).to.deep.equal({
      notes: [],
      error: {
        code: 'E_NAME',
        message: 'The controller name "rest" is the base class of all REST controllers.',
        wayOut: 'Choose another word for the resource.',
      },
    });
    expect(ran.err).to.contain('(E_NAME)');
    expect(JSON.parse((await cli(makeDirectory(), '--json=true --nope')).out).error.code).to.equal('E_USAGE');
    expect((await cli(makeDirectory(), 'controller rest -- --json')).out).to.equal('');
  });

  it('colours messages on a terminal only', async () => {
    const start = async (line: string, env: Record<string, string> = {}) => {
      const { out, err } = await cli(makeDirectory(), line, { isTTY: true, env });
      return (out || err).slice(0, 17);
    };
    expect(await start('controller')).to.equal('\u001b[31merror\u001b[39m A');
    expect(await start('controller', { NO_COLOR: '1' })).to.equal('error An argument');
    expect(await start('controller x')).to.equal('\u001b[32mcreate    \u001b[');
  });

  for (const thrown of [new TypeError('x is not a function'), 'a string']) {
    it(`exits with 70 for a defect (${typeof thrown})`, async () => {
      const command = controllerCommand as { -readonly [K in keyof Command]: Command[K] };
      const { run } = command;
      command.run = () => Promise.reject(thrown);
      try {
        const ran = await cli(makeDirectory(), 'controller post');
        expect(ran).to.include({ code: 70, out: '' });
        expect(ran.err).to.contain('This is a defect of rest-gen.').and.contain('E_INTERNAL');
        expect(ran.err).to.contain(thrown instanceof Error ? 'x is not a function' : thrown);
      } finally {
        command.run = run;
      }
    });
  }
});
