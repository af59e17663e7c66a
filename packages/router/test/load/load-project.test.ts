import { relative } from 'node:path';
import { expect } from 'chai';
import { type RestRouterOptions, StartError } from '../../src/index.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { removeProjects, writeProject } from './project.ts';

const ESM_CONTROLLER = "import { Controller } from '@rest-gen/router';\nexport default class extends Controller {}\n";
const CJS_CONTROLLER =
  "const { Controller } = require('@rest-gen/router');\nmodule.exports = class extends Controller {};\n";
const RULES = "export default [['/post/:id?', 'rest']];\n";

describe('loadProject', () => {
  afterEach(removeProjects);

  it('finds rules, controllers, logic and model of an ES module project', () => {
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
    const project = loadProject({ root });
    expect(project.rules).to.deep.equal([['/post/:id?', 'rest']]);
    expect([...project.controllers.keys()]).to.deep.equal(['old', 'post', 'v1/deep/x', 'v1/post']);
    expect([...project.logics.keys()]).to.deep.equal(['v1/post']);
    expect(project.model).to.have.property('repository');
    expect(project.ownsModel).to.equal(true);
  });

  it('finds those of a CommonJS project, compiled TypeScript among them', () => {
    const { root } = writeProject(
      {
        'src/config/router.js': "module.exports = [['/post/:id?', 'rest']];",
        'src/controller/post.js': CJS_CONTROLLER,
        'src/controller/compiled.js':
          "Object.defineProperty(exports, '__esModule', { value: true });\nexports.default = require('./post.js');",
      },
      'commonjs',
    );
    const { controllers, rules } = loadProject({ root });
    expect([...controllers.keys()]).to.deep.equal(['compiled', 'post']);
    expect(controllers.get('compiled')?.Class).to.equal(controllers.get('post')?.Class);
    expect(rules).to.have.length(1);
  });

  it('passes over base classes, tests, declarations, hidden files and other things', () => {
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
    expect([...loadProject({ root }).controllers.keys()]).to.deep.equal(['post']);
  });

  it('does without logic and model', () => {
    const { root } = writeProject({ 'src/config/router.js': RULES });
    const project = loadProject({ root });
    expect(project.logics.size).to.equal(0);
    expect(project.controllers.size).to.equal(0);
    expect(project.model).to.equal(undefined);
  });

  it('looks for nothing when rules and controllers are given', () => {
    const project = loadProject({ rules: [], controllers: {}, logics: { a: { postAction: {} } } });
    expect(project.logics.has('a')).to.equal(true);
    expect(project.rulesFile).to.equal(undefined);
  });

  const broken: readonly [string, Record<string, string>, string, string, RegExp][] = [
    ['no rules', {}, 'E_NO_ROOT', '', /no config\/router in .*src/],
    ['rules that are no list', { 'src/config/router.js': 'export default {};' }, 'E_RULES_EXPORT', 'src/config/router.js', /it is an object, not a list of rules/],
    ['rules without a default export', { 'src/config/router.js': 'export const rules = [];' }, 'E_RULES_EXPORT', 'src/config/router.js', /it has no default export/],
    ['a syntax error', { 'src/config/router.js': RULES, 'src/controller/post.js': 'export default class {' }, 'E_LOAD', 'src/controller/post.js', /SyntaxError: /],
    ['an error while loading', { 'src/config/router.js': RULES, 'src/controller/post.js': 'null.x' }, 'E_LOAD', 'src/controller/post.js', /TypeError: Cannot read/],
    ['something else thrown', { 'src/config/router.js': RULES, 'src/controller/post.js': 'throw "text"' }, 'E_LOAD', 'src/controller/post.js', /text/],
    ['a file whose error says what to do', { 'src/config/router.js': RULES, 'src/config/model.js': 'throw Object.assign(new Error("odd URL"), { hint: "Write another." })' }, 'E_LOAD', 'src/config/model.js', /odd URL\n {2}Write another\./],
    ['an import that only a compiler understands', { 'src/config/router.js': RULES, 'src/controller/post.js': "import '../base.js'", 'src/base.ts': '' }, 'E_LOAD', 'src/controller/post.js', /base\.ts is there: run the compiled files, start with tsx, or import '\.\.\/base\.ts'/],
    ['a missing import', { 'src/config/router.js': RULES, 'src/controller/post.js': "import './gone.js'" }, 'E_LOAD', 'src/controller/post.js', /npx rest-gen controller gone -r/],
    ['a top-level await', { 'src/config/router.js': RULES, 'src/controller/post.js': 'await 1; export default 1' }, 'E_LOAD', 'src/controller/post.js', /move the top-level await/],
    ['one rule in place of a list', { 'src/config/router.js': "export default ['/post/:id?', 'rest'];" }, 'E_RULES_EXPORT', 'src/config/router.js', /it is one rule, not a list of rules\n.*a list of lists/],
    ['a controller that is none', { 'src/config/router.js': RULES, 'src/controller/post.js': 'export default class {}' }, 'E_CONTROLLER_EXPORT', 'src/controller/post.js', /"post" is a class, not a class that extends Controller/],
    ['a controller without export', { 'src/config/router.js': RULES, 'src/controller/post.js': '' }, 'E_CONTROLLER_EXPORT', 'src/controller/post.js', /"post" has no default export\n.*What is no controller belongs outside of controller/],
    ['a logic that is none', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export default 7' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" is a number, not an object/],
    ['a logic that is null', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export default null' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" is null, not an object/],
    ['a logic that is a function', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export default () => ({})' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" is a function, not an object/],
    ['a logic that is a class', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export default class {}' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" is a class, not an object/],
    ['a logic without a default export', { 'src/config/router.js': RULES, 'src/logic/post.js': 'export const logic = {};' }, 'E_LOGIC_EXPORT', 'src/logic/post.js', /"post" has no default export/],
    ['a model that is none', { 'src/config/router.js': RULES, 'src/config/model.js': 'export default {}' }, 'E_MODEL_EXPORT', 'src/config/model.js', /it is an object, not a model provider with repository\(name\)/],
  ]; // biome-ignore format: one project a line
  for (const [name, files, code, file, message] of broken) {
    it(`refuses ${name} with ${code}, naming the file`, () => {
      const { root } = writeProject(files);
      const error = errorOf({ root });
      expect(error).to.be.instanceOf(StartError).and.to.include({ code });
      expect(error.message).to.match(message);
      if (file) expect(error.file).to.match(new RegExp(`${file}$`));
    });
  }

  it('names a logic that was handed over and is none', () => {
    const logics = { post: undefined } as never;
    expect(() => loadProject({ rules: [], controllers: {}, logics })).to.throw(StartError, /"post" is undefined, not/);
  });

  it("shows the file's own error first, and keeps it as the cause", () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/controller/post.js': '\n\nthrow new RangeError("mine");',
    });
    const error = errorOf({ root });
    expect(error.cause).to.be.instanceOf(RangeError);
    expect(error.stack).to.match(/post\.js:3/);
  });

  it('names the file of a logic that does not compile', () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/logic/post.js': 'export default { postAction: { body: { a: { strng: true } } } };',
    });
    expect(() => loadProject({ root })).to.throw(/src\/logic\/post\.js[\s\S]*string/);
  });

  it('unwraps compiled TypeScript that an ES module passes on', () => {
    const { root } = writeProject({
      'src/config/router.js': RULES,
      'src/controller/compiled.cjs':
        "Object.defineProperty(exports, '__esModule', { value: true });\nconst { Controller } = require('@rest-gen/router');\nexports.default = class extends Controller {};",
      'src/controller/post.js': "export { default } from './compiled.cjs';",
    });
    expect([...loadProject({ root }).controllers.keys()]).to.deep.equal(['compiled', 'post']);
  });

  it('takes a root that is relative to the working directory', () => {
    expect(() => loadProject({ root: 'no/such/directory' })).to.throw(
      StartError,
      /no config\/router in no\/such\/directory/,
    );
    const { root } = writeProject({ 'src/config/router.js': RULES });
    expect(loadProject({ root: relative(process.cwd(), root) }).rules).to.have.length(1);
  });
});

function errorOf(options: RestRouterOptions): StartError {
  try {
    loadProject(options);
  } catch (error) {
    return error as StartError;
  }
  throw new Error('The project was loaded.');
}
