import { expect } from 'chai';
import { type Command, placesOf, wordOf } from '../../src/commands/command.ts';
import { COMMAND_WORDS, loadCommands } from '../../src/commands.ts';
import { COMMON } from '../../src/options.ts';
import { readArguments } from '../../src/read-arguments.ts';
import { readWords } from '../../src/read-words.ts';
import { cli, makeDirectory, removeDirectories } from '../fixture.ts';

after(removeDirectories);

const commands = await loadCommands();

/** The words of an example, without the quotes and redirections of a shell. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ >+ /);
  return command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
}

const read = (command: Command, line: string) =>
  readArguments(readWords(wordsOf(line), { ...COMMON, ...command.options }), command);

describe('every command', () => {
  it('is found by its word', () => expect(commands.map(wordOf)).to.deep.equal([...COMMAND_WORDS]));

  for (const command of commands) {
    const word = wordOf(command);
    describe(word, () => {
      it('says what its arguments and options are', () => {
        expect(Object.keys(command.positionals)).to.deep.equal(placesOf(command).map(({ name }) => name));
        for (const { describe } of [...Object.values(command.positionals), ...Object.values(command.options)])
          expect(describe).not.to.equal('');
        expect(command.summary).to.match(/^[A-Z].*[^.]$/);
      });

      it('has examples that its command line takes', async () => {
        expect(command.examples).not.to.be.empty;
        for (const [line, effect] of command.examples) {
          expect(wordsOf(line)[0]).to.equal(word);
          expect(effect).not.to.equal('');
          await read(command, line);
        }
      });

      it('shows its help within 80 columns, by --help and by the word help', async () => {
        const ran = await cli(makeDirectory(), `${word} --help`);
        expect(ran).to.include({ code: 0, err: '' });
        for (const line of ran.out.split('\n')) expect(line.length, line).to.be.at.most(80);
        for (const [line] of command.examples) expect(ran.out).to.contain(`  rest-gen ${line}\n`);
        expect(await cli(makeDirectory(), `help ${word}`)).to.deep.equal(ran);
      });
    });
  }
});

describe('rest-gen help', () => {
  it('lists all commands', async () => {
    const ran = await cli(makeDirectory(), 'help');
    expect(ran).to.deep.equal(await cli(makeDirectory(), '--help'));
    for (const { usage, summary } of commands) expect(ran.out.replace(/\s+/g, ' ')).to.contain(`${usage} ${summary}`);
  });

  it('refuses what is no command, with the nearest one', async () => {
    const ran = await cli(makeDirectory(), 'help rotues');
    expect(ran).to.include({ code: 2, out: '' });
    expect(ran.err).to.contain('Unknown command: rotues.').and.contain('Did you mean routes?');
    expect((await cli(makeDirectory(), 'hlep')).err).to.contain('Did you mean help?');
  });
});

describe('a place that may stay empty', () => {
  const command = { usage: 'x [method] <url>', options: {} } as unknown as Command;
  const ROWS: [line: string, args: Record<string, string>][] = [
    ['x /post', { url: '/post' }],
    ['x GET /post', { method: 'GET', url: '/post' }],
  ];
  for (const [line, args] of ROWS) {
    it(`takes a word only where there is one to spare: ${line}`, async () => {
      expect(await read(command, line)).to.deep.equal(args);
    });
  }
});
