import { expect } from 'chai';
import { resolveOptions } from '../packages/router/src/options.ts';
import { readTables } from './read-tables.ts';
import { readText } from './workspace.ts';

const tables = readTables(readText('docs/router.md'));

describe('docs/router.md', () => {
  it('has exactly the options of createRestRouter', () => {
    expect(namesIn('option')).to.have.members(membersOf('options.ts', 'RestRouterOptions'));
  });

  it('has exactly the limits, with their defaults', () => {
    const rows = tables.find(({ head }) => head[0] === 'limit')?.rows ?? [];
    const said = rows.map(([name = '', value = '']) => [
      name.slice(1, -1),
      Number.parseInt(value.replaceAll(',', ''), 10),
    ]);
    // The default of `memory` is a share of the heap.
    expect(Object.fromEntries(said)).to.deep.equal({ ...resolveOptions({}).limits, memory: Number.NaN });
  });

  it('has exactly the members of the router', () => {
    const source = readText('packages/router/src/create-rest-router.ts');
    const [, body = ''] = /export type RestRouter = Router & \{\n([\s\S]*?)\n\};/.exec(source) ?? [];
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name]) => name);
    expect(namesIn('member')).to.have.members(members);
  });
});

describe('docs/controllers.md', () => {
  const page = readTables(readText('docs/controllers.md'));

  it('has every static member', () => {
    const rows =
      page.find(({ head, rows: [first] }) => head[0] === 'member' && first?.[0] === '`abstract`')?.rows ?? [];
    const names = rows.flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const members = [
      ['core/contracts/controller.ts', 'CoreStatics'],
      ['resource/contracts/statics.ts', 'ResourceStatics'],
      ['parts/callable/statics.ts', 'CallableStatics'],
      ['parts/idempotency/statics.ts', 'IdempotencyStatics'],
      ['parts/deprecation/statics.ts', 'DeprecationStatics'],
      ['parts/raw-body/statics.ts', 'RawBodyStatics'],
      ['parts/csv/statics.ts', 'CsvStatics'],
      ['parts/documents/statics.ts', 'DocumentStatics'],
    ].flatMap(([file = '', type = '']) => membersOf(file, type));
    expect(names).to.have.members(members);
  });

  it('has every member of the base class', () => {
    const files = ['controller.ts', 'core/controller.ts', 'resource/rest-controller.ts'];
    const source = files.map((file) => readText(`packages/router/src/${file}`)).join('\n');
    const members = [...source.matchAll(/^ {2}(?:async |get )?([a-z]\w*)(?:<[^>]*>)?\(/gm)].map(
      ([, name]) => name as string,
    );
    const text = ['controllers', 'hooks'].map((name) => readText(`docs/${name}.md`)).join('\n');
    expect(new Set(members).size).to.be.above(20);
    expect(
      members.filter((name) => name !== 'constructor' && !new RegExp(`\`(?:this\\.)?${name}\\b`).test(text)),
    ).to.eql([]);
  });
});

// --- internal ---

function namesIn(head: string): (string | undefined)[] {
  const rows = tables.find((table) => table.head[0] === head)?.rows ?? [];
  return rows.flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name));
}

/** The members of an interface of the router. */
function membersOf(file: string, name: string): (string | undefined)[] {
  const [, body = ''] =
    new RegExp(`export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(readText(`packages/router/src/${file}`)) ?? [];
  return [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, member]) => member);
}
