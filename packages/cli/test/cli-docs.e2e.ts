import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { FIELD_TYPES } from '../src/arguments/field-types.ts';
import { COMMANDS } from '../src/commands.ts';
import { PROJECTS } from './cli-docs/projects.ts';
import { cli, makeProject, PACKAGE, read, removeDirectories, start, WORKSPACE } from './fixture.ts';

after(removeDirectories);

const FIRST_PAGE = readFileSync(join(WORKSPACE, 'docs/cli.md'), 'utf8');
const PAGES = ['cli', 'cli-generate', 'cli-access', 'cli-database', 'cli-inspect', 'cli-serve']
  .map((name) => readFileSync(join(WORKSPACE, `docs/${name}.md`), 'utf8'))
  .join('\n');
const env = process.env as Record<string, string>;

/** What is shortened is so on terminals only. */
const TERMINAL = { env: { ...env, NO_COLOR: '1' }, isTTY: true, columns: 80 };

interface Section {
  /** `routes`, of the heading `rest-gen routes [path]`. */
  readonly command: string;
  readonly text: string;
  /** Command lines after `npx rest-gen`, and their output. */
  readonly sessions: readonly { readonly line: string; readonly printed: string }[];
}

const sections: Section[] = PAGES.split(/^## /m).flatMap((text) => {
  const [, command] = /^`rest-gen (\w+)/.exec(text) ?? [];
  return command === undefined ? [] : [{ command, text, sessions: sessionsOf(text) }];
});

describe('docs/cli.md and its neighbors', function () {
  this.timeout(120_000);

  it('have a section for each command', () => {
    const commands = [...Object.keys(COMMANDS), 'completion'];
    expect(sections.map(({ command }) => command).sort()).to.deep.equal(commands.sort());
  });

  it('have a link to the section of each command', () => {
    const links = [...FIRST_PAGE.matchAll(/\[`(\w+)`\]\([\w.-]*#rest-gen-(\w+)/g)].map(([, text, anchor]) => [
      text,
      anchor,
    ]);
    expect(links.map(([text]) => text).sort()).to.deep.equal([...Object.keys(COMMANDS), 'completion'].sort());
    for (const [text, anchor] of links) expect(anchor).to.equal(text);
  });

  it('name every option of each command, and what --json gives', async () => {
    const common = optionsOf((await cli(PACKAGE, '--help')).out);
    for (const command of Object.keys(COMMANDS)) {
      const section = sections.find((one) => one.command === command);
      const options = optionsOf((await cli(PACKAGE, [command, '--help'])).out);
      for (const option of [...options.filter((one) => !common.includes(one)), '--json'])
        expect(section?.text, command).to.contain(`\`${option}`);
    }
  });

  it('name every type of a field', () => {
    for (const type of FIELD_TYPES) expect(PAGES).to.contain(`| \`${type}\` |`);
  });

  it('show a template that works', async () => {
    const template = /^```ejs\n([\s\S]*?)^```/m.exec(PAGES)?.[1] as string;
    const root = makeProject('ts-esm', { files: { 'templates/controller.ejs': template } });
    await cli(root, 'controller post -r');
    expect(read(root, 'src/controller/post.ts')).to.match(/^import Rest from '.\/rest.js';\n\n.* class Post /);
  });

  for (const { command, sessions } of sections) {
    if (sessions.length === 0) continue;
    describe(command, () => {
      let root: string;
      before(async () => {
        root = (await PROJECTS[command]?.()) as string;
      });
      for (const { line, printed } of sessions) {
        it(`prints the output of the page: ${line}`, async () => {
          const words = (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, '$1'));
          // A process loads the models of a project once.
          const ran = ['migrate', 'types'].includes(command)
            ? await start(root, words, env)
            : await cli(root, words, command === 'routes' ? TERMINAL : { env });
          expect(ran.out + ran.err).to.equal(printed);
        });
      }
    });
  }
});

// --- internal ---

/** The options of a help text. */
function optionsOf(help: string): string[] {
  return [...help.matchAll(/^ {2}(?:-\w, | {4})(--[\w-]+)/gm)].map(([, option = '']) => option);
}

function sessionsOf(text: string): { line: string; printed: string }[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(/^\$ npx rest-gen (.*)\n([\s\S]*?)(?=^\$ |$(?![\s\S]))/gm)].map(
      ([, line = '', printed = '']) => ({
        line,
        printed,
      }),
    ),
  );
}
