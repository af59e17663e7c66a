import { expect } from 'chai';
import { loadHint } from '../../src/core/load/load-hint.ts';
import { startErrorOf } from './load-project.ts';
import { removeProjects, writeProject } from './project.ts';

const RULES = "export default [['/post/:id?', 'rest']];\n";

describe('loadHint', () => {
  after(removeProjects);

  for (const [what, files, hint] of [
    [
      'an export that is not there',
      { 'controller/post.js': "import { Rest } from '../lib.js';", 'lib.js': 'export default 1;' },
      "Correct the name; for the default export of that file write: import Rest from '../lib.js'.",
    ],
    [
      'a default export that is not there',
      { 'controller/post.js': "import Rest from '../lib.js';", 'lib.js': 'export const a = 1;' },
      "Write export default in '../lib.js', or import what it exports: import { … } from '../lib.js'.",
    ],
    [
      'CommonJS in an ES module',
      { 'controller/post.js': 'module.exports = 1;' },
      'Write import and export default, or name the file .cjs.',
    ],
    [
      'require in an ES module',
      { 'controller/post.js': "require('x');" },
      'Write import and export default, or name the file .cjs.',
    ],
    [
      'a syntax error',
      { 'controller/post.js': 'export default class {' },
      /^Run `node .*controller\/post\.js` to see the place\.$/,
    ],
    [
      'an error of the file',
      { 'controller/post.js': "import '../lib.js';", 'lib.js': '\n  null.x' },
      /^It was thrown at .*src\/lib\.js:2:8\.$/,
    ],
    [
      'a thrown value that is not an error',
      { 'controller/post.js': 'throw 1' },
      'Fix the file: it throws a value that is not an error.',
    ],
  ] as [string, Record<string, string>, string | RegExp][]) {
    it(`says how to fix ${what}`, async () => {
      const given = Object.entries(files).map(([name, text]) => [`src/${name}`, text]);
      const { root } = writeProject({ 'src/config/router.js': RULES, ...Object.fromEntries(given) });
      const error = await startErrorOf({ root });
      if (typeof hint === 'string') expect(error.hint).to.equal(hint);
      else expect(error.hint).to.match(hint);
    });
  }

  it('sends TypeScript to its compiler', () => {
    expect(loadHint(new SyntaxError('Unexpected token'), '/src/post.ts')).to.equal(
      'Run `npx tsc --noEmit` to see the place.',
    );
  });
});
