import { expect } from 'chai';
import { readText } from './workspace.ts';

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };

/** The commands of a page: lines of its code blocks and text between backticks. */
function commandsOf(file: string): string[] {
  return [...readText(file).matchAll(/npx -y pnpm@10 (?:run )?([\w-]+)/g)].map((match) => match[1] ?? '');
}

describe('commands', () => {
  it('to start and to test stand in code blocks of the README', () => {
    const code = [...readText('README.md').matchAll(/^```\w*\n(.*?)^```$/gms)].map((match) => match[1]).join('');
    expect(code.split('\n')).to.include.members(['npx -y pnpm@10 start', 'npx -y pnpm@10 test']);
  });

  it('of .ci/run begin with the test command of the README', () => {
    expect(/npx .*/.exec(readText('.ci/run'))?.[0]).to.equal('npx -y pnpm@10 test');
  });

  for (const file of ['.ci/run', '.github/workflows/ci.yml', '.github/workflows/nightly.yml', '.changeset/README.md']) {
    it(`that ${file} names exist`, () => {
      const known = [...Object.keys(scripts), 'install', 'exec', 'mocha'];
      expect(commandsOf(file)).not.to.be.empty;
      expect(commandsOf(file).filter((name) => !known.includes(name))).to.eql([]);
    });
  }
});
