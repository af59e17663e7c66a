import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import { completionScript, SHELLS, type Shell } from '../../src/completion/scripts.ts';
import { cli, makeDirectory, makeProject, program, put, removeDirectories } from '../fixture.ts';

after(removeDirectories);

/** What shows the completions of a line, one a line, as the shell itself finds them. */
const ASK: Readonly<Record<Shell, string>> = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a script of a shell.
  bash: 'source "$1"; COMP_LINE=$2 COMP_POINT=${#2}; _rest_gen; printf "%s\\n" "${COMPREPLY[@]}"',
  // Widgets run on a terminal only: what the function hands to the shell is printed.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a script of a shell.
  zsh: 'compdef() {}; compadd() { print -l -- $found }; _files() { print files }; source "$1"; words=("${(@s: :)2}"); CURRENT=$#words; _rest_gen',
  fish: 'source $argv[1]; complete -C $argv[2]',
};

const LINES: [line: string, words: string[], inBash?: string[]][] = [
  ['rest-gen con', ['controller']],
  ['rest-gen destroy controller ', ['post', 'v1/tag']],
  ['rest-gen routes --me', ['--method']],
  // What stands before the colon is on the line already.
  ['rest-gen logic x title:st', ['title:string', 'title:string!'], ['string', 'string!']],
];

describe('completion scripts', function () {
  this.timeout(60_000);
  let cwd: string;
  let env: NodeJS.ProcessEnv;
  before(() => {
    cwd = makeProject('js-esm', { files: { 'src/controller/post.js': '', 'src/controller/v1/tag.js': '' } });
    const bin = makeDirectory();
    put(
      bin,
      'rest-gen',
      `#!/bin/sh\nexec ${program()
        .map((word) => `'${word}'`)
        .join(' ')} "$@"\n`,
    );
    chmodSync(join(bin, 'rest-gen'), 0o755);
    env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: bin };
  });

  for (const shell of SHELLS) {
    it(`for ${shell} are what the command writes`, async () => {
      expect(await cli(cwd, `completion ${shell}`)).to.deep.equal({ code: 0, out: completionScript(shell), err: '' });
    });

    // A shell that is not installed has nobody who completes in it.
    if (spawnSync(shell, ['-c', 'true']).error) continue;
    for (const [line, words, inBash = words] of LINES) {
      it(`complete "${line}" in ${shell}`, () => {
        put(cwd, 'script', completionScript(shell));
        const flags = shell === 'zsh' ? ['-f', '-c'] : ['-c'];
        const rest = shell === 'fish' ? ['./script', line] : [shell, './script', line];
        const ran = spawnSync(shell, [...flags, ASK[shell], ...rest], { cwd, env, encoding: 'utf8' });
        expect(ran.stderr).to.equal('');
        expect(ran.stdout.trim().split('\n')).to.have.members(shell === 'bash' ? inBash : words);
      });
    }
  }

  it('are there for known shells', async () => {
    const ran = await cli(cwd, 'completion bahs');
    expect(ran).to.include({ code: 2, out: '' });
    expect(ran.err).to.contain('Did you mean bash?');
    expect((await cli(cwd, 'completion powershell')).err).to.contain('bash, zsh, fish');
  });
});
