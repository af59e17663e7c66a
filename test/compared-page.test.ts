import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listFiles, ROOT, readText } from './workspace.ts';

/** `rest-gen` and PostgREST have no version on npm. */
const PACKAGES: Record<string, string> = {
  nestjs: '@nestjs/core',
  adonisjs: '@adonisjs/core',
  feathers: '@feathersjs/feathers',
  payload: 'payload',
};

interface Program {
  status: { invalid: number; unknown: number; refused: number };
}

const page = readText('docs/compared.md');
const [names = [], , ...rows] = [...page.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => row.split('|').map(trim));
const cellOf = (row: string, column: number) => rows.find(([title]) => title === row)?.[column];

/** qa/compared/run.js runs the programs. */
describe('the page of other frameworks', () => {
  it('has a column for each program', () => {
    const folders = readdirSync(join(ROOT, 'qa/compared'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'programs')
      .map(({ name }) => name);
    expect(names.slice(1).map((name) => name.toLowerCase())).to.have.members(folders);
  });

  for (const [column, title] of names.entries()) {
    if (column === 0) continue;
    const name = title.toLowerCase();
    const resource = listFiles(`qa/compared/${name}/resource`);
    const project = listFiles(`qa/compared/${name}/project`);

    it(`counts the lines and files of ${title}`, () => {
      const shared = linesOf(project).filter((line) => /issue/i.test(line));
      expect(cellOf('lines', column)).to.equal(String(linesOf(resource).length + shared.length));
      expect(cellOf('files', column)).to.equal(String(resource.length));
    });

    if (name === 'postgrest') continue;

    it(`has the statuses of ${title}`, async () => {
      const { default: program } = (await import(`../qa/compared/programs/${name}.js`)) as { default: Program };
      const { invalid, unknown, refused } = program.status;
      expect(cellOf('status of an invalid body', column)).to.equal(String(invalid));
      expect(cellOf('of an unknown field', column)).to.equal(unknown === 201 ? 'dropped' : String(unknown));
      expect(cellOf('of a change by another user', column)).to.equal(String(refused));
    });

    const installed = PACKAGES[name];
    if (installed === undefined) continue;

    it(`has the version of ${title}`, () => {
      const { dependencies } = JSON.parse(readText(`qa/compared/${name}/package.json`)) as {
        dependencies: Record<string, string>;
      };
      expect(dependencies[installed]).to.match(new RegExp(`^${cellOf('version', column)}\\.\\d+$`));
    });
  }

  it('shows the files', () => {
    expect(page).to.include(readText('qa/compared/postgrest/resource/issue.sql'));
    const fields = /^const fields = \{[\s\S]*?^\}/m.exec(readText('qa/compared/rest-gen/resource/src/logic/issue.ts'));
    expect(page).to.include(fields?.[0]);
  });
});

// --- internal ---

function trim(text: string): string {
  return text.trim();
}

/** Without blank lines and comments. */
function linesOf(files: readonly string[]): string[] {
  const lines = files.flatMap((file) => readText(file).split('\n'));
  return lines.filter((line) => !/^\s*(?:$|\/\/|\/\*|\*|--)/.test(line));
}
