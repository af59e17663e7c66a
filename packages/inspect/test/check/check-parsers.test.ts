import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { removeProjects, writeProject } from '../../../router/test/load/project.ts';
import { checkParsers } from '../../src/check/check-parsers.ts';

// biome-ignore format: a table
const SOURCES: readonly [string, string | undefined][] = [
  ["app.use(express.json());\napp.use(createRestRouter());", 'express.json'],
  ["app.use(\n  bodyParser.json({ limit: '1mb' }));\napp.use(createRestRouter());", 'bodyParser.json'],
  ["const router = createRestRouter();\napp.use(express.json());\napp.use('/api', router, router.errors);", 'express.json'],
  ["const router = createRestRouter();\napp.use(router);\napp.use(express.json());\napp.use(router.errors);", undefined],
  ["app.use(createRestRouter());\napp.use(express.json());", undefined],
  ["app.use('/webhook', express.json());\napp.use(createRestRouter());", undefined],
  ['app.use(express.json());\napp.use(api);', undefined],
  ['app.use(createRestRouter());', undefined],
  ["// app.use(express.json());\napp.use(createRestRouter());", undefined],
  ["// createRestRouter() takes JSON\napp.use(express.json());\napp.use(createRestRouter());", 'express.json'],
];

describe('checkParsers', () => {
  after(removeProjects);

  for (const [source, name] of SOURCES) {
    it(`${name ? 'reports' : 'does not report'} ${source.replace(/\s+/g, ' ')}`, () => {
      const { root } = writeProject({ 'src/config/router.js': 'export default [];', 'src/app.js': `${source}\n` });
      const found = checkParsers({ project: { rulesFile: join(root, 'config/router.js') } } as never);
      expect(found.map((one) => [one.code, one.level, one.name])).to.eql(
        name === undefined ? [] : [['C_PARSER_FIRST', 'note', name]],
      );
    });
  }

  it('reads files only', () => {
    const { root } = writeProject({ 'src/config/router.js': 'export default [];', 'src/parts.js/a.txt': '' });
    symlinkSync('nobody@host.1', join(root, '.#app.js'));
    expect(checkParsers({ project: { rulesFile: join(root, 'config/router.js') } } as never)).to.eql([]);
  });

  it('has nothing to read without files', () => {
    expect(checkParsers({ project: {} } as never)).to.eql([]);
  });
});
