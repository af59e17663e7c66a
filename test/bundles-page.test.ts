import { expect } from 'chai';
import { readTables } from './read-tables.ts';
import { readText } from './workspace.ts';

/** qa/bundles/run.js runs the configurations of the page. */
describe('docs/bundles.md', () => {
  it('has the versions of the bundlers that are run', () => {
    const { dependencies } = JSON.parse(readText('qa/bundles/package.json')) as {
      dependencies: Record<string, string>;
    };
    const [{ rows = [] } = {}] = readTables(readText('docs/bundles.md'));
    const said = rows.map(([name = '', version]) => [/\[(.+)\]/.exec(name)?.[1]?.toLowerCase(), version]);
    expect(said).to.have.length.greaterThan(7);
    for (const [name, version] of said)
      expect(dependencies[name === 'ncc' ? '@vercel/ncc' : `${name}`]).to.equal(version);
  });
});
