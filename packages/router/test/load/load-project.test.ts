import { relative } from 'node:path';
import { expect } from 'chai';
import { givenModules } from '../../src/core/load/load-modules.ts';
import { StartError } from '../../src/index.ts';
import { toProject } from '../../src/load/to-project.ts';
import { loadProject, startErrorOf } from './load-project.ts';
import { removeProjects, writeProject } from './project.ts';

const ESM_CONTROLLER = "import { Controller } from '@rest-gen/router';\nexport default class extends Controller {}\n";
const CJS_CONTROLLER =
  "const { Controller } = require('@rest-gen/router');\nmodule.exports = class extends Controller {};\n";
const RULES = "export default [['/post/:id?', 'rest']];\n";

describe('a project', () => {
  afterEach(removeProjects);

  it('finds rules, controllers, logic and model of an ES module project', async () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/config/model.js': 'export default { repository() {}, close() {} };',
      'src/controller/post.js': ESM_CONTROLLER,
      'src/controller/v1/post.js':
        "import { Controller } from '@rest-gen/router';\nexport default class extends Controller { postAction() {} }\n",
      'src/controller/v1/deep/x.mjs': ESM_CONTROLLER,
      'src/controller/old.cjs': CJS_CONTROLLER,
      'src/logic/v1/post.js': 'export default { postAction: { body: {} } };',
    });
    const project = await loadProject({ root });
    expect(project.rules).to.deep.equal([['/post/:id?', 'rest']]);
    expect([...project.controllers.keys()]).to.deep.equal(['old', 'post', 'v1/deep/x', 'v1/post']);
    expect([...project.logics.keys()]).to.deep.equal(['v1/post']);
    expect(project.model).to.have.property('repository');
    expect(project.ownsModel).to.equal(true);
  });

  it('finds those of a CommonJS project, compiled TypeScript among them', async () => {
    const { root } = writeProject(
      {
        'src/config/router.js': "module.exports = [['/post/:id?', 'rest']];",
        'src/controller/post.js': CJS_CONTROLLER,
        'src/controller/compiled.js':
          "Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = require('./post.js');",
      },
      'commonjs',
    );
    const { controllers, rules } = await loadProject({ root });
    expect([...controllers.keys()]).to.deep.equal(['compiled', 'post']);
    expect(controllers.get('compiled')?.Class).to.equal(controllers.get('post')?.Class);
    expect(rules).to.have.length(1);
  });

  it('passes over base classes, tests, declarations, hidden files and other things', async () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/controller/rest.js': 'throw new Error("the base class is not loaded for itself");',
      'src/controller/v1/rest.js': ESM_CONTROLLER,
      'src/controller/base.js':
        "import { Controller } from '@rest-gen/router';\nexport default class Base extends Controller { static abstract = true; }",
      'src/controller/post.js': "import Base from './base.js';\nexport default class extends Base {}",
      'src/controller/post.test.js': 'throw new Error()',
      'src/controller/post.d.ts': 'nothing',
      'src/controller/.hidden.js': 'throw new Error()',
      'src/controller/README.md': 'text',
      'src/controller/data.json': '{}',
    });
    expect([...(await loadProject({ root })).controllers.keys()]).to.deep.equal(['post']);
  });

  it('may use top-level await in its files', async () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/controller/post.js': `await undefined;\n${ESM_CONTROLLER}`,
    });
    expect([...(await loadProject({ root })).controllers.keys()]).to.deep.equal(['post']);
  });

  it('does without logic and model', async () => {
    const { root } = writeProject({ 'src/config/router.js': RULES });
    const project = await loadProject({ root });
    expect(project.logics.size).to.equal(0);
    expect(project.controllers.size).to.equal(0);
    expect(project.model).to.equal(undefined);
  });

  it('looks for nothing when rules and controllers are given', async () => {
    const options = { rules: [], controllers: {}, logics: { a: { postAction: {} } } };
    const project = toProject(givenModules(options), options);
    expect(project.logics.has('a')).to.equal(true);
    expect(project.rulesFile).to.equal(undefined);
  });

  const broken: readonly [string, Record<string, string>, string, string, RegExp][] = [
    ['no rules', {}, 'E_NO_ROOT', '', /no config\/router in .*src/],
    ['rules that are no list', { 'src/config/router.js': 'export default {};' }, 'E_RULES_EXPORT', 'src/config/router.js', /it is an object, not a list of rules/],
    ['rules without a default export', { 'src/config/router.js': 'export const rules = [];' }, 'E_RULES_EXPORT', 'src/config/router.js', /it has no default export/],
    ['a syntax error', { 'src/config/router.js': RULES, 'src/controller/post.js': 'export default class {' }, 'E_LOAD', 'src/controller/post.js', /SyntaxError: /],
    ['an error while loading', { 'src/config/router.js': RULES, 'src/controller/post.js': 'null.x' }, 'E_LOAD', 'src/controller/post.js', /TypeError: Cannot read/],
    ['a thrown string', { 'src/config/router.js': RULES, 'src/controller/post.js': 'throw "text"' }, 'E_LOAD', 'src/controller/post.js', /text/],
    ['a file whose error says what to do', { 'src/config/router.js': RULES, 'src/config/model.js': 'throw Object.assign(new Error("odd URL"), { hint: "Write another." })' }, 'E_LOAD', 'src/config/model.js', /odd URL\n {2}Write another\./],
    ['a missing import', { 'src/config/router.js': RULES, 'src/controller/post.js': "import './gone.js'" }, 'E_LOAD', 'src/controller/post.js', /npx rest-gen controller gone -r/],
    ['one rule in place of a list', { 'src/config/router.js': "export default ['/post/:id?', 'rest'];" }, 'E_RULES_EXPORT', 'src/config/router.js', /it is one rule, not a list of rules\n.*a list of lists/],
    ['a controller that is none', { 'src/config/router.js': RULES, 'src/controller/post.js': 'export default class {}' }, 'E_CONTROLLER_EXPORT', 'src/controller/post.js', /"post" is a class, not a class that extends Controller/],
    ['a controller without export', { 'src/config/router.js': RULES, 'src/controller/post.js': '' }, 'E_CONTROLLER_EXPORT', 'src/controller/post.js', /"post" has no default export\n.*Move files that are not controllers out of controller/],
    ['a logic that is none', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export default 7' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" is a number, not an object/],
    ['a logic that is null', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export default null' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" is null, not an object/],
    ['a logic that is a function', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export default () => ({})' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" is a function, not an object/],
    ['a logic that is a class', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export default class {}' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" is a class, not an object/],
    ['a logic without a default export', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export const logic = {};' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" has no default export/],
    ['a model that is none', { 'src/config/router.js': RULES, 'src/config/model.js': 'export default {}' }, 'E_MODEL_EXPORT', 'src/config/model.js', /it is an object, not a model provider with repository\(name\)/],
  ]; // biome-ignore format: one project a line
  for (const [name, files, code, file, message] of broken) {
    it(`refuses ${name} with ${code}, naming the file`, async () => {
      const { root } = writeProject(files);
      const error = await startErrorOf({ root });
      expect(error).to.be.instanceOf(StartError).and.to.include({ code });
      expect(error.message).to.match(message);
      if (file) expect(error.file).to.match(new RegExp(`${file}$`));
    });
  }

  it('names a logic that was handed over and is none', async () => {
    const logics = { post: undefined } as never;
    const options = { rules: [], controllers: {}, logics };
    expect(() => toProject(givenModules(options), options)).to.throw(StartError, /"post" is undefined, not/);
  });

  it("shows the file's own error first, and keeps it as the cause", async () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/controller/post.js': '\n\nthrow new RangeError("mine");',
    });
    const error = await startErrorOf({ root });
    expect(error.cause).to.be.instanceOf(RangeError);
    expect(error.stack).to.match(/post\.js:3/);
  });

  it('names the file of a logic that does not compile', async () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/logic/post.js': 'export default { postAction: { body: { a: { strng: true } } } };',
    });
    expect((await startErrorOf({ root })).message).to.match(/src\/logic\/post\.js[\s\S]*string/);
  });

  it('unwraps compiled TypeScript that an ES module passes on', async () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/controller/compiled.cjs':
        "Object.defineProperty(exports, '__esModule', { value: true });\nconst { Controller } = require('@rest-gen/router');\nexports.default = class extends Controller {};",
      'src/controller/post.js': "export { default } from './compiled.cjs';",
    });
    expect([...(await loadProject({ root })).controllers.keys()]).to.deep.equal(['compiled', 'post']);
  });

  it('takes a root that is relative to the working directory', async () => {
    expect((await startErrorOf({ root: 'no/such/directory' })).message).to.match(
      /no config\/router in no\/such\/directory/,
    );
    const { root } = writeProject({ 'src/config/router.js': RULES });
    expect((await loadProject({ root: relative(process.cwd(), root) })).rules).to.have.length(1);
  });
});
