import { expect } from 'chai';
import { type Database, packageJson } from '../src/new/package-json.ts';
import { planProject } from '../src/new/plan-project.ts';
import { SQLITE_DRIVER } from '../src/project/runtime.ts';
import { read, WORKSPACE } from './fixture.ts';

const [driver, range] = SQLITE_DRIVER;

describe('the SQLite driver of a new project', () => {
  for (const [database, nodeVersion, section, engine] of [
    ['sqlite', '20.19.0', 'dependencies', '>=20.19'],
    ['sqlite', '24.14.9', 'dependencies', '>=22.18'],
    ['sqlite', '24.15.0', undefined, '>=24.15'],
    ['sqlite', '26.0.0', undefined, '>=24.15'],
    ['postgres', '20.19.0', undefined, '>=20.19'],
    ['mysql', '22.17.0', undefined, '>=20.19'],
    ['mysql', '22.20.0', undefined, '>=22.18'],
    ['postgres', '24.15.0', undefined, '>=22.18'],
    ['none', '20.19.0', undefined, '>=20.19'],
  ] as const) {
    it(`${database}, Node ${nodeVersion}: ${section ?? 'none'}`, () => {
      const manifest = JSON.parse(packageJson(request(database, nodeVersion)));
      const found = ['dependencies', 'devDependencies'].filter((name) => driver in manifest[name]);
      expect(found).to.eql(section === undefined ? [] : [section]);
      expect(manifest.engines.node).to.equal(engine);
    });
  }

  it('needs no tsx where Node runs TypeScript', () => {
    const textOf = (nodeVersion: string) =>
      planProject(request('sqlite', nodeVersion))
        .map(({ path, contents }) => `${path}\n${contents}`)
        .join('\n');
    expect(textOf('20.19.0')).to.contain('tsx watch').and.contain("from './app.ts'");
    for (const version of ['22.18.0', '24.15.0']) expect(textOf(version)).to.not.match(/\btsx\b/);
  });

  it('runs in an image with a Node that has one', () => {
    const image = (nodeVersion: string) => {
      const files = planProject(request('sqlite', nodeVersion));
      const { contents } = files.find(({ path }) => path === 'Dockerfile') ?? { contents: '' };
      return [...contents.matchAll(/^FROM node:(\d+)-slim/gm)].map(([, major]) => major);
    };
    expect(image('26.0.0')).to.eql(['24', '24']);
    expect(image('20.19.0')).to.eql(['22', '22']);
  });

  // As a peer with a range, even an optional one, npm would keep it in production where it is a development dependency.
  it('is a peer of the models without a range, tested in the range of new projects', () => {
    const model = JSON.parse(read(WORKSPACE, 'packages/model/package.json'));
    expect(model.peerDependenciesMeta[driver]).to.eql({ optional: true });
    expect(model.peerDependencies).not.to.have.property(driver);
    expect(model.devDependencies[driver]).to.equal(range);
  });
});

// --- internal ---

function request(database: Database, nodeVersion: string): Parameters<typeof packageJson>[0] {
  return { name: 'app', language: 'ts', database, testRunner: 'mocha', version: '1.1.0', nodeVersion };
}
