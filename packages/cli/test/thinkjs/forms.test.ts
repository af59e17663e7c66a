import { expect } from 'chai';
import { removeDirectories } from '../fixture.ts';
import { convert, convertBody, convertFile } from './convert.ts';

after(removeDirectories);

/** A class body of ThinkJS 3, the logic, and what is listed with its line. */
type Row = readonly [name: string, body: string, logic: string, left?: readonly string[]];

const VALIDATE =
  'const flag = this.validate(rules, msgs);\nif (!flag) { return this.fail(1001, this.validateErrors); }';

const OF_3: readonly Row[] = [
  [
    'rules of a method',
    'postAction() { this.allowMethods = "post"; this.rules = { name: { required: true, string: true } }; }',
    '{ postAction: { body: { name: { required: true, string: true } } } }',
  ],
  [
    'this.validate with a constant and messages',
    `postAction() {\nconst rules = { name: { required: true } };\nconst msgs = { required: '{name}?', name: 'No name' };\n${VALIDATE}\n}`,
    "{ messages: { '*': { required: '{name}?' } }, postAction: { body: { name: { required: true, message: 'No name' } } } }",
  ],
  [
    'an if around this.validate',
    'postAction() { let rules = { id: { int: true } }; if (!this.validate(rules)) return this.fail(this.validateErrors); }',
    '{ postAction: { body: { id: { int: true } } } }',
  ],
  [
    'Object.assign, spread and a constant of the file',
    'putAction() { const page = { int: { min: 1 } }; this.rules = Object.assign({}, { page }, { ...{ size: page } }); }',
    '{ putAction: { body: { page: { int: { min: 1 } }, size: { int: { min: 1 } } } } }',
  ],
  [
    'changes of an object',
    'postAction() { const rules = { a: { int: true } }; rules.b = { string: true }; rules.a.required = true; this.rules = rules; this.rules.c = {}; }',
    '{ postAction: { body: { a: { int: true, required: true }, b: { string: true }, c: {} } } }',
  ],
  [
    'another method of the class, a getter and a class field',
    'size = { int: true };\nget page() { return { int: true }; }\nlist() { this.rules = { page: this.page, size: this.size }; }\ngetAction() { this.list(); }',
    '{ getAction: { query: { page: { int: true }, size: { int: true } } } }',
  ],
  [
    'a getter with a setter',
    'get rules() { return { a: { int: true } }; }\nset rules(rules) { this.own = rules; }\npostAction() {}',
    '{ postAction: { body: { a: { int: true } } } }',
  ],
  [
    'scope',
    'get scope() { return { app: { required: true } }; }\ngetAction() {}\npostAction() { this.rules = { a: {} }; }',
    '{ getAction: { query: { app: { required: true } } }, postAction: { body: { app: { required: true }, a: {} } } }',
    ['2 scope is part of all actions of the controller, here of getAction, postAction'],
  ],
  [
    '__before',
    '__before() { this.allowMethods = "post"; this.rules = { a: {} }; }\nindexAction() {}',
    '{ postAction: { body: { a: {} } } }',
    ['3 indexAction: is postAction here'],
  ],
  [
    'a condition about the method',
    "loginAction() { this.allowMethods = 'post'; if (this.isGet) { return; } this.rules = { a: {} }; }",
    '{ loginAction: { body: { a: {} } } }',
    [
      "2 loginAction: an action with a name runs for POST, and needs a rule such as ['/user/login', 'user#login', 'rest']",
    ],
  ],
  [
    'the method of a rule',
    "postAction() { this.rules = { a: { method: 'GET', int: true }, b: {}, c: { method: 'file', image: true, required: true } }; }",
    '{ postAction: { query: { a: { int: true } }, body: { b: {} }, files: { c: { file: true, image: true, required: true } } } }',
    ['2 postAction.c: image also accepts apng, avif, heic, ico, tiff and webp here'],
  ],
  [
    'indexAction of two methods',
    "indexAction() { this.allowMethods = ['get', 'POST']; this.rules = { a: {} }; }",
    '{ getAction: { query: { a: {} } }, postAction: { body: { a: {} } } }',
    ['2 indexAction: is getAction here', '2 indexAction: is postAction here'],
  ],
  [
    'an async function, a class field with a function',
    'async postAction() { this.rules = { a: {} }; }\nputAction = async () => { this.rules = { a: {} }; };',
    '{ postAction: { body: { a: {} } }, putAction: { body: { a: {} } } }',
  ],
  [
    'messages by field and rule, with other names here',
    "postAction() { this.rules = { a: { requiredIf: ['b', 1] , uuid: true }, b: { int: true } }; this.messages = { a: { required: 'A?', uuid: 'B?' } }; }",
    "{ postAction: { body: { a: { requiredIf: ['b', 1], regexp: /^[0-9A-F]{8}-[0-9A-F]{4}-[345][0-9A-F]{3}-[0-9A-F]{4}-[0-9A-F]{12}$/i, message: { requiredIf: 'A?', regexp: 'B?' } }, b: { int: true } } } }",
  ],
  [
    'messages by rule, which differ from action to action',
    "get messages() { return this.texts; }\npostAction() { this.rules = { a: { required: true } }; this.messages = { required: '1' }; }\nputAction() { this.rules = { a: { required: true } }; this.messages = { required: '2' }; }",
    "{ postAction: { body: { a: { required: true, message: { required: '1' } } } }, putAction: { body: { a: { required: true, message: { required: '2' } } } } }",
  ],
  [
    'a field that rules refer to',
    "postAction() { this.rules = { password: { equals: 'again' } }; }",
    "{ postAction: { body: { password: { equals: 'again' }, again: {} } } }",
  ],
  [
    'children of a list',
    'postAction() { this.rules = { ids: { array: true, required: true, children: { int: { min: 1 }, trim: true } } }; }',
    '{ postAction: { body: { ids: { array: true, required: true, children: { int: { min: 1 }, trim: true } } } } }',
  ],
  [
    'types of values in in, default and conditions',
    "postAction() { this.rules = { a: { int: true, in: ['1', '2'], default: '1' }, b: { string: true, in: [1], requiredIf: ['a', '2'] } }; }",
    "{ postAction: { body: { a: { int: true, in: [1, 2], default: 1 }, b: { string: true, in: ['1'], requiredIf: ['a', 2] } } } }",
  ],
];

const OF_2: readonly Row[] = [
  [
    'rules as text',
    "postAction() { this.rules = { name: 'required|string|minLength:2', nick: 'length:2,20', size: 'int|max:9|default:1' }; }",
    '{ postAction: { body: { name: { required: true, string: true, length: { min: 2 } }, nick: { length: { min: 2, max: 20 }, string: true }, size: { int: { min: 0, max: 9 }, default: 1 } } } }',
  ],
  [
    'conditions, lists of values and arguments in brackets',
    "postAction() { let rules = { step: 'int|in:1,2', title: 'requiredIf:step,2', tags: 'array|default:[1]', mail: 'email:{\"require_tld\": false}' }; let flag = this.validate(rules); if (!flag) return this.fail(this.errors()); }",
    "{ postAction: { body: { step: { int: true, in: [1, 2] }, title: { requiredIf: ['step', 2], string: true }, tags: { array: true, default: [1] }, mail: { email: { require_tld: false }, string: true } } } }",
  ],
  [
    'where the value is from, and items of a list',
    "postAction() { this.rules = { page: 'get|int|min:1', ids: 'required|array|int', photo: 'file|image' }; }",
    '{ postAction: { query: { page: { int: { min: 1 } } }, body: { ids: { required: true, array: true, children: { required: true, int: true } } }, files: { photo: { file: true, image: true } } } }',
    ['2 postAction.photo: image also accepts apng, avif, heic, ico, tiff and webp here'],
  ],
  [
    'objects, think.extend and this.isPost()',
    "installAction() { this.rules = { step: 'int' }; if (this.isPost()) { this.rules = think.extend({ a: { length: [2, 4] } }, this.rules); } }",
    '{ installAction: { body: { a: { length: { min: 2, max: 4 }, string: true }, step: { int: true } } } }',
    [
      "2 installAction: an action with a name runs for POST, and needs a rule such as ['/user/install', 'user#install', 'rest']",
    ],
  ],
];

describe('forms of logic files', () => {
  for (const [version, rows] of [
    [3, OF_3],
    [2, OF_2],
  ] as const) {
    for (const [name, body, logic, left = []] of rows) {
      it(`ThinkJS ${version}: ${name}`, () => expect(convertBody(body, version)).to.eql({ logic, left }));
    }
  }

  const file = 'module.exports = class extends Base { postAction() { this.rules = { a: {} }; } };';
  const base = 'module.exports = class extends think.Logic { get scope() { return { app: {} }; } };';

  it('a base class of the project', () => {
    const heads = [
      "const Base = require('./base');",
      "const Base = require('./base.js');",
      "import Base from './base';",
    ];
    for (const head of heads) {
      const { logic, left } = convert({ 'src/logic/user.js': `${head}\n${file}`, 'src/logic/base.js': base });
      expect([logic, left]).to.eql([{ postAction: { body: { app: {}, a: {} } } }, []]);
    }
    const { left } = convert({ 'src/logic/user.js': file });
    expect(left.map(({ message }) => message)).to.eql([
      'extends Base, whose rules are not known: it is not a logic file of the project',
    ]);
  });

  it('modules, TypeScript, and a class with a name', () => {
    const text = `import { think } from 'thinkjs';\nconst rules: object = { a: { int: true } as any };\nclass User extends think.Logic { postAction() { this.rules = rules; } }\nexport default User;\n`;
    const { logic } = convert({ 'src/admin/logic/v1/user.ts': text }, 'admin/v1/user');
    expect(logic).to.eql({ postAction: { body: { a: { int: true } } } });
  });

  it('parameters of a rule, and the query of a DELETE', () => {
    const text =
      'module.exports = class extends think.Logic { deleteAction() { this.rules = { id: { int: true }, soft: {} }; } };';
    const { logic, left } = convert({ 'src/logic/user.js': text }, 'user', ['id']);
    expect(logic).to.eql({ deleteAction: { params: { id: { int: true } }, query: { soft: {} } } });
    expect(left.map(({ message }) => message)).to.eql([
      'deleteAction.soft is read from the query: a DELETE has no body here',
    ]);
  });

  it('writes the file in the language of the project', () => {
    const logic = { postAction: { body: { a: { regexp: /^a$/ } } } };
    expect(convertFile('ts-esm', logic)).to.equal(
      "import { defineLogic } from '@rest-gen/logic';\n\nexport default defineLogic({\n  postAction: { body: { a: { regexp: /^a$/ } } },\n});\n",
    );
    expect(convertFile('js-cjs', logic)).to.equal(
      "const { defineLogic } = require('@rest-gen/logic');\n\nmodule.exports = defineLogic({\n  postAction: { body: { a: { regexp: /^a$/ } } },\n});\n",
    );
  });
});
