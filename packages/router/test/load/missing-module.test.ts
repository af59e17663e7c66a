import { expect } from 'chai';
import { missingModule } from '../../src/core/load/load-hint.ts';
import { StartError } from '../../src/index.ts';
import { startErrorOf } from './load-project.ts';
import { removeProjects, writeProject } from './project.ts';

const RULES = "export default [['/post/:id?', 'rest']];\n";
const REST = "import { Controller } from '@rest-gen/router';\nexport default class extends Controller {}\n";
const from = (name: string) => `import Rest from '${name}';\nexport default class extends Rest {}\n`;

/** The files beside the rules, as an ES module says it or CommonJS, and the fix. */
const ROWS: readonly (readonly [what: string, files: Record<string, string>, hint: string | RegExp])[] = [
  [
    'the base class',
    { 'controller/post.js': from('./rest.js') },
    'Write the base class with: npx rest-gen controller post -r --skip (what is there stays as it is).',
  ],
  [
    'the base class in the directory of a version',
    { 'controller/v1/post.js': from('./rest.js'), 'controller/rest.js': REST },
    /^The base class is .*controller\/rest\.js: import it from '\.\.\/rest\.js'\.$/,
  ],
  [
    'the base class for a version',
    { 'controller/v1/post.js': from('../rest.js') },
    'Write the base class with: npx rest-gen controller v1/post -r --skip (what is there stays as it is).',
  ],
  [
    'an extension',
    { 'controller/post.js': from('./rest'), 'controller/rest.js': REST },
    /controller\/rest\.js is there: write its whole name, '\.\/rest\.js'\.$/,
  ],
  [
    'a file in a directory',
    { 'controller/post.js': "import '../lib';", 'lib/index.js': '' },
    /lib\/index\.js is there: write its whole name, '\.\.\/lib\/index\.js'\.$/,
  ],
  ['a logic', { 'controller/post.js': "import '../logic/post.js';" }, 'Write it with: npx rest-gen logic post'],
  [
    'a controller',
    { 'controller/post.js': "import './v1/tag.js';" },
    'Write it with: npx rest-gen controller v1/tag -r',
  ],
  [
    'a logic of nearly this name',
    { 'controller/post.js': "import '../logic/pst.js';", 'logic/post.js': 'export default {};' },
    "Did you mean '../logic/post.js'?",
  ],
  ['any other file', { 'controller/post.js': "import '../lib/x.js';" }, 'Check the path: there is no such file.'],
  ['a package', { 'controller/post.js': "import 'zod';" }, 'Install it: npm install zod'],
  [
    'a part of a package',
    { 'controller/post.js': "import '@acme/thing/part';" },
    'Install it: npm install @acme/thing',
  ],
  ['a misspelt one', { 'controller/post.js': "import '@rest-gen/modle';" }, 'Did you mean "@rest-gen/model"?'],
];

describe('a file that imports what is not there', () => {
  after(removeProjects);

  for (const [what, files, hint] of ROWS) {
    it(`says how to fix it: ${what}`, async () => {
      const given = Object.entries(files).map(([name, text]) => [`src/${name}`, text]);
      const { root } = writeProject({ 'src/config/router.js': RULES, ...Object.fromEntries(given) });
      const error = await startErrorOf({ root });
      expect(error).to.be.instanceOf(StartError).and.to.include({ code: 'E_LOAD' });
      if (typeof hint === 'string') expect(error.hint).to.equal(hint);
      else expect(error.hint).to.match(hint);
    });
  }

  it('says the same for CommonJS, without the list of modules that required it', async () => {
    const { root } = writeProject(
      {
        'src/config/router.js': "module.exports = [['/post/:id?', 'rest']];",
        'src/controller/post.js': "const Rest = require('./rest.js');\nmodule.exports = class extends Rest {};",
      },
      'commonjs',
    );
    const { hint, message } = await startErrorOf({ root });
    expect(hint).to.match(/^Write the base class with: npx rest-gen controller post -r --skip/);
    expect(message).not.to.contain('Require stack');
  });

  it('names the TypeScript source of an import that Node does not resolve', () => {
    const { root } = writeProject({ 'src/base.ts': '' });
    expect(missingModule(`Cannot find module '${root}/base.js' imported from ${root}/x.js`, `${root}/x.js`)).to.match(
      /base\.ts is there: run the compiled files, start with tsx, or import '\.\/base\.ts'/,
    );
  });

  it('is told to look at what cannot be read', () => {
    expect(missingModule('No such thing', '/x.js')).to.equal('Check the import.');
    expect(missingModule("Cannot find package '@rest-gen/openapi' imported from /x.js", '/x.js')).to.equal(
      'Install it: npm install @rest-gen/openapi',
    );
    expect(missingModule("Cannot find package '#x' imported from /x.js", '/x.js')).to.equal('Check the import.');
    expect(missingModule("Cannot find module 'file:///nothing/x.js' imported from /y.js", '/y.js')).to.equal(
      'Check the path: there is no such file.',
    );
  });
});
