import { expect } from 'chai';
import { StartError } from '../../src/index.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { wayOut } from '../../src/load/way-out.ts';
import { removeProjects, writeProject } from './project.ts';

const RULES = "export default [['/post/:id?', 'rest']];\n";

describe('wayOut', () => {
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
    ['an error of the file', { 'controller/post.js': 'null.x' }, 'Mend the file; its own error follows.'],
    [
      'what is thrown and is no error',
      { 'controller/post.js': 'throw 1' },
      'Mend the file; what it throws is no error.',
    ],
    [
      'a top-level await',
      { 'controller/post.js': 'await 1; export default 1' },
      /move the top-level await into a function/,
    ],
  ] as [string, Record<string, string>, string | RegExp][]) {
    it(`is told for ${what}`, () => {
      const given = Object.entries(files).map(([name, text]) => [`src/${name}`, text]);
      const { root } = writeProject({ 'src/config/router.js': RULES, ...Object.fromEntries(given) });
      const told = expect(() => loadProject({ root })).to.throw(StartError);
      if (typeof hint === 'string') told.with.property('hint', hint);
      else told.with.property('hint').that.matches(hint);
    });
  }

  it('sends TypeScript to its compiler', () => {
    expect(wayOut(new SyntaxError('Unexpected token'), '/src/post.ts')).to.equal(
      'Run `npx tsc --noEmit` to see the place.',
    );
  });

  it('leaves out what Node tells of its own loader', () => {
    const { root } = writeProject({ 'src/config/router.js': RULES, 'src/controller/post.js': 'await 1;' });
    expect(() => loadProject({ root }))
      .to.throw(StartError)
      .that.satisfies(({ message }: Error) => message.split('\n').length === 3);
  });
});
