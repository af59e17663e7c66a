import { expect } from 'chai';
import { resolveOptions } from '../packages/server/src/options.ts';
import { compilePrograms } from './compile-programs.ts';
import { readText } from './workspace.ts';

const page = readText('docs/deployment.md');

describe('docs/deployment.md', () => {
  it('shows programs that the types accept', async function () {
    this.timeout(60_000);
    const programs = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, text = ''], index) => {
      return [`program-${index}.ts`, text] as const;
    });
    expect(programs).to.have.length(2);
    // What the second one starts.
    const server = "import './program-0.js';\n";
    expect(await compilePrograms({ ...Object.fromEntries(programs), 'server.ts': server })).to.equal('');
  });

  it('names variables that are read', () => {
    const named = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)*)(?:=[^`]*)?`/g)].map(([, name]) => name);
    expect(new Set(named)).to.eql(new Set(['NODE_ENV', 'DATABASE_URL', 'DEBUG']));
  });

  it('states the defaults that are in force', () => {
    expect(readText('packages/model/src/create-models.ts')).to.include('connections = 10');
    expect(readText('packages/router/src/options.ts')).to.include('body: 102_400').and.to.include('?? 30_000');
    expect(resolveOptions({}).keepAliveTimeout).to.equal(65_000);
  });
});
