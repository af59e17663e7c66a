import { expect } from 'chai';
import { resolveOptions } from '../packages/server/src/options.ts';
import { compilePrograms } from './compile-programs.ts';
import { readTables } from './read-tables.ts';
import { readText } from './workspace.ts';

const SECTIONS = ['createServer', 'gracefulShutdown', 'live and ready', 'Kubernetes', 'Docker'];

/** The interfaces of options, and the heading of each in the page. */
const OPTIONS: readonly [file: string, names: readonly string[], heading: string][] = [
  ['options.ts', ['ServerLimits', 'ServerOptions'], 'createServer'],
  ['options.ts', ['ShutdownOptions'], 'gracefulShutdown'],
  ['probes.ts', ['ReadyOptions'], 'live and ready'],
];

const page = readText('docs/server.md');

describe('docs/server.md', () => {
  it('has its sections in order', () => {
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).to.deep.equal(SECTIONS);
  });

  for (const [file, interfaces, heading] of OPTIONS) {
    const source = readText(`packages/server/src/${file}`);
    const options = interfaces.flatMap((name) => readOptions(source, name));

    it(`has exactly the options of ${heading}, with their units and defaults`, () => {
      const rows = tableOf(section(page, heading));
      expect(rows.map(([name]) => name)).to.deep.equal(options.map(({ name }) => `\`${name}\``));
      for (const [index, { name, text }] of options.entries()) {
        const [, unit = '', value = ''] = rows[index] as string[];
        expect(unit === 'ms', `milliseconds of ${name}`).to.equal(/^Milliseconds/.test(text));
        const stated = /Default (`[^`]+`|\d+(?:,\d+)*)/.exec(text)?.[1];
        expect(value, `default of ${name}`).to.equal(stated ?? (name === 'close' ? '`[]`' : 'none'));
      }
    });
  }

  it('has the defaults in force', () => {
    const stated = tableOf(section(page, 'createServer')).filter(([, unit]) => unit !== '');
    expect(
      Object.fromEntries(
        stated.map(([name = '', , value = '']) => [name.slice(1, -1), Number(value.replace(',', ''))]),
      ),
    ).to.deep.equal(resolveOptions({}));
  });

  it('has programs that compile', async function () {
    this.timeout(60_000);
    const [program = '', servers = ''] = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(
      ([, text]) => text as string,
    );
    const printed = await compilePrograms({
      'config/model.ts':
        "import { createModels } from '@rest-gen/model';\nexport default createModels('sqlite::memory:');\n",
      'program.ts': program,
      'servers.ts': `import { createServer } from '@rest-gen/server';\nimport express from 'express';\nconst app = express();\nconst [key, cert] = ['', ''];\n${servers}`,
    });
    expect(printed).to.equal('');
  });
});

// --- internal ---

function section(text: string, heading: string): string {
  const part = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  if (part === undefined) throw new Error(`There is no section ${heading}`);
  return part;
}

function tableOf(text: string): readonly (readonly string[])[] {
  const table = readTables(text).find(({ head }) => head[0] === 'option');
  return table?.rows ?? [];
}

/** The members of an interface, with their doc comments. */
function readOptions(source: string, name: string): { name: string; text: string }[] {
  const [, body = ''] = new RegExp(`interface ${name} (?:extends \\w+ )?\\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? [];
  return [...body.matchAll(/\/\*\*([\s\S]*?)\*\/\n {2}(\w+)\?:/g)].map(([, text = '', option = '']) => ({
    name: option,
    text: text.trim(),
  }));
}
