import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path/posix';
import { expect } from 'chai';
import { FOLDER_ORDER } from './folder-order.ts';
import { compareOrder, findBackEdges, findCycle, toGraph } from './import-graph.ts';
import { type Import, readImports } from './read-imports.ts';
import { listFiles, listMembers, type Member } from './workspace.ts';

/** The entries of our packages that a package may import. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  '@rest-gen/logic': [],
  '@rest-gen/model': ['@rest-gen/logic/common'],
  '@rest-gen/router': ['@rest-gen/logic', '@rest-gen/logic/common', '@rest-gen/model/core'],
  '@rest-gen/auth': ['@rest-gen/model', '@rest-gen/model/core', '@rest-gen/router', '@rest-gen/router/part'],
  '@rest-gen/plans': ['@rest-gen/model/core', '@rest-gen/router', '@rest-gen/router/internal', '@rest-gen/router/part'],
  '@rest-gen/changes': ['@rest-gen/model', '@rest-gen/model/core', '@rest-gen/router', '@rest-gen/router/part'],
  '@rest-gen/mcp': [
    '@rest-gen/model/core',
    '@rest-gen/plans',
    '@rest-gen/router',
    '@rest-gen/router/internal',
    '@rest-gen/router/part',
  ],
  '@rest-gen/inspect': [
    '@rest-gen/logic',
    '@rest-gen/logic/common',
    '@rest-gen/model/core',
    '@rest-gen/router',
    '@rest-gen/router/internal',
  ],
  '@rest-gen/server': [],
  '@rest-gen/client': [],
  '@rest-gen/openapi': ['@rest-gen/logic', '@rest-gen/router'],
  'create-rest-gen': ['rest-gen'],
  'rest-gen': [
    '@rest-gen/logic',
    '@rest-gen/logic/common',
    '@rest-gen/router',
    '@rest-gen/router/internal',
    '@rest-gen/router/part',
    '@rest-gen/inspect',
    '@rest-gen/model',
    '@rest-gen/openapi',
  ],
};

const packages = listMembers('packages');
const examples = listMembers('examples');

describe('imports', () => {
  it('have a rule for every package', () => {
    expect(packages.map(({ manifest }) => manifest.name)).to.have.members(Object.keys(MAY_IMPORT));
  });

  for (const member of packages) {
    const { name } = member.manifest;
    const imports = importsOf(member);

    describe(`of ${name}`, () => {
      it('import no package of the workspace above it', () => {
        const wrong = imports.filter(({ specifier }) => isOurs(specifier) && !MAY_IMPORT[name]?.includes(specifier));
        expect(wrong).to.eql([]);
      });

      it('name only dependencies of its package.json', () => {
        const { dependencies, peerDependencies, optionalDependencies } = member.manifest;
        const brought = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
        const foreign = imports.filter(({ specifier, typeOnly }) => {
          return !typeOnly && !specifier.startsWith('.') && !isBuiltin(specifier);
        });
        expect(foreign.filter(({ specifier }) => !brought.includes(packageOf(specifier)))).to.eql([]);
      });

      it('stay inside its sources and end in .ts', () => {
        const relative = imports.filter(({ specifier }) => specifier.startsWith('.'));
        const wrong = relative.filter((one) => {
          return !targetOf(one).startsWith(`${member.path}/src/`) || !one.specifier.endsWith('.ts');
        });
        expect(wrong).to.eql([]);
      });

      it('do not use its own index', () => {
        const entries = entriesOf(member);
        const wrong = imports.filter((one) => entries.includes(targetOf(one)) && !entries.includes(one.file));
        expect(wrong).to.eql([]);
      });

      const graph = toGraph(`${member.path}/src`, sourcesOf(member), imports);
      const order = FOLDER_ORDER[name] ?? [];

      it('have no cycle', () => expect(findCycle(graph)).to.equal(undefined));

      it('follow the order of the folders', () => expect(findBackEdges(graph, order)).to.eql([]));

      it('have an order for every folder', () => {
        expect(compareOrder(graph, order)).to.eql({ unknown: [], missing: [] });
      });
    });
  }

  it('of the core of the router name no feature', () => {
    const router = packages.find(({ manifest }) => manifest.name === '@rest-gen/router') as Member;
    const core = `${router.path}/src/core/`;
    const abroad = importsOf(router)
      .filter(({ file, specifier }) => file.startsWith(core) && specifier.startsWith('.'))
      .filter((one) => !targetOf(one).startsWith(core));
    expect(abroad).to.eql([]);
  });

  for (const member of examples) {
    it(`of ${member.path} name public entries only`, () => {
      const entries = packages.flatMap(publicNames);
      const wrong = importsOf(member).filter(({ specifier }) => isOurs(specifier) && !entries.includes(specifier));
      expect(wrong).to.eql([]);
      const abroad = importsOf(member).filter((one) => {
        return one.specifier.startsWith('.') && !targetOf(one).startsWith(`${member.path}/`);
      });
      expect(abroad).to.eql([]);
    });
  }
});

// --- internal ---

function importsOf(member: Member): Import[] {
  return sourcesOf(member).flatMap(readImports);
}

function sourcesOf(member: Member): string[] {
  return listFiles(member.path).filter((file) => file.startsWith(`${member.path}/src/`) && /\.[jt]s$/.test(file));
}

function isOurs(specifier: string): boolean {
  return /^(?:@rest-gen\/|rest-gen(?:\/|$))/.test(specifier);
}

/** `ajv/dist/2020.js` → `ajv`, `@rest-gen/model/core` → `@rest-gen/model`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The target of a relative import, relative to the root. */
function targetOf({ file, specifier }: Import): string {
  return join(dirname(file), specifier);
}

/** The source files of `exports`. */
function entriesOf({ path, manifest }: Member): string[] {
  return Object.values(manifest.exports ?? {})
    .map((target) => (typeof target === 'string' ? undefined : target['rest-source']))
    .filter((source) => source !== undefined)
    .map((source) => join(path, source));
}

/** Every public entry. */
function publicNames({ manifest }: Member): string[] {
  return Object.keys(manifest.exports ?? {}).map((path) => manifest.name + path.slice(1));
}
