import { expect } from 'chai';
import { listFiles, readText } from './workspace.ts';

const page = readText('docs/middleware.md');
const rows = [...page.matchAll(/^\| `([^`]+)` \| (\S+) \| (\S) \| (\S) \|/gm)].map(
  ([, name = '', version, express4, express5]) => ({ name, version, express4, express5 }),
);

/** The entries of the check: the name of the package, and the major that it is for; an error of a library is a line. */
const ENTRY = /^ {4}(?:name: '([^']+)',\n(?:.+\n)*? {2}\},$|\['([^']+)', \(\) => .+$)/gm;
const entries = listFiles('qa/middleware/packages').flatMap((file) =>
  [...readText(file).matchAll(ENTRY)].map(([text, name, library]) => ({
    name: name ?? library ?? '',
    express5: text.includes("\n    only: 'express4',") ? '–' : '✓',
  })),
);

describe('docs/middleware.md', () => {
  it('has the packages that are run', () => {
    const names = new Set(entries.map(({ name }) => name));
    expect(names.size).to.be.greaterThan(25);
    expect(rows.map(({ name }) => name)).to.have.members([...names]);
  });

  it('says which version is run', () => {
    const manifests = ['qa/middleware/package.json', 'qa/middleware/express4/package.json'];
    const [first, second] = manifests.map((path) => JSON.parse(readText(path)).dependencies);
    const versions = { ...second, ...first };
    expect(rows.filter(({ name, version }) => versions[name] !== version)).to.deep.equal([]);
  });

  it('says on which Express', () => {
    const majors = new Map(entries.map(({ name, express5 }) => [name, express5]));
    for (const { name, express4, express5 } of rows)
      expect([express4, express5], name).to.deep.equal(['✓', majors.get(name)]);
  });
});
