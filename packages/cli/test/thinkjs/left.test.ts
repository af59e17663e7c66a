import { expect } from 'chai';
import { convertRouter } from '../../src/thinkjs/convert-router.ts';
import { convertSettings } from '../../src/thinkjs/convert-settings.ts';
import { findFiles } from '../../src/thinkjs/find-files.ts';
import { removeDirectories } from '../fixture.ts';
import { convert, convertBody, makeThink } from './convert.ts';

after(removeDirectories);

const only = (rules: string) => `postAction() { this.rules = { ${rules} }; }`;
const READ = 'depends on what is not known before a request';

/** A class body of ThinkJS 3, what is converted of it, and what is listed. */
const ROWS: readonly (readonly [body: string, logic: string, left: string])[] = [
  [
    only('a: { int: true, in: Object.keys(dict.roles) }'),
    '{ postAction: { body: { a: { int: true } } } }',
    'postAction.a.in: Object.keys(dict.roles) is not a constant of the file',
  ],
  [
    only('a: { slug: true }'),
    '{ postAction: { body: { a: {} } } }',
    'postAction.a.slug: there is no rule "slug"; a rule of your own is written with defineRule',
  ],
  [
    only('a: { value: 1 }'),
    '{ postAction: { body: { a: {} } } }',
    'postAction.a.value: there is no rule "value"; a rule of your own is written with defineRule',
  ],
  [
    only('a: { object: true, children: { string: true } }'),
    '{ postAction: { body: { a: { object: true } } } }',
    'postAction.a.children: ThinkJS applies it to every member; name the fields of the object',
  ],
  [
    only('a: { int: true, length: 3 }'),
    '{ postAction: { body: { a: { int: true } } } }',
    'postAction.a.length: length applies to string, but the field has the type int',
  ],
  [
    only('a: { alphaDash: true, uuid: true }'),
    '{ postAction: { body: { a: { regexp: /^[A-Z_]+$/i } } } }',
    'postAction.a.uuid: the field has regexp already, for alphaDash',
  ],
  [
    only('a: { array: true, children: { int: true, email: true } }'),
    '{ postAction: { body: { a: { array: true, children: { int: true } } } } }',
    'postAction.a.children.email: email applies to string, but the field has the type int',
  ],
  [
    only('a: { boolean: true }'),
    '{ postAction: { body: { a: { boolean: true } } } }',
    'postAction.a: boolean refuses what is neither true nor false, such as "maybe"',
  ],
  [
    only('a: { date: true, string: true }'),
    '{ postAction: { body: { a: { date: true } } } }',
    'postAction.a: only dates of ISO 8601 that exist are accepted here: 2024-02-29, not 2024/2/29',
  ],
  [only('a: roles, b: {}'), '{ postAction: { body: { b: {} } } }', 'postAction.a: roles is not a constant of the file'],
  [only('a: 1, b: {}'), '{ postAction: { body: { b: {} } } }', 'postAction.a: its rules are not an object'],
  [only('...others, b: {}'), '{ postAction: { body: { b: {} } } }', 'postAction: others is not a constant of the file'],
  [
    only('[name]: {}, b: {}'),
    '{ postAction: { body: { b: {} } } }',
    'postAction: [name]: {} is not a constant of the file',
  ],
  [
    only("b: {}, ['__proto__']: {}"),
    '{ postAction: { body: { b: {} } } }',
    'postAction.__proto__: its rules are not an object',
  ],
  ['postAction() { this.rules = load(); }', '', 'postAction: load() is not a constant of the file'],
  [
    'postAction() { if (this.get("x")) { this.rules = { a: {} }; } }',
    '',
    `postAction: if (this.get("x")) { this.rules = { a: {} }; } ${READ}`,
  ],
  [
    'postAction() { for (const name of list) this.rules[name] = {}; }',
    '',
    `postAction: for (const name of list) this.rules[name] = {}; ${READ}`,
  ],
  ['postAction() { think.session("user"); }', '', 'postAction: think.session("user"); is not a rule'],
  ['postAction() { return this.fail(); }', '', 'postAction: return this.fail(); is not a rule'],
  [
    'postAction() { const user = this.session("user"); }',
    '',
    'postAction: const user = this.session("user"); is not a rule',
  ],
  ['postAction = create(this);', '', 'postAction: postAction = create(this); is not a rule'],
  ['__before() { this.check(); }', '', '__before: this.check(); is not a rule'],
  ['__before() { this.rules = { a: {} }; }', '', 'a is a rule, but the logic has no action'],
  ['__after() { return this.fail(); }', '', '__after is not converted'],
  ['__call() { return this.fail(); }', '', '__call is not converted'],
  ['@check\npostAction() {}', '', 'postAction: @check is not converted'],
  [
    "getAction() { this.allowMethods = 'post'; this.rules = { a: {} }; }",
    '',
    'getAction: here it runs for GET, but allowMethods is POST; rename the action, then run this command again',
  ],
  [
    'queryAction() { this.rules = { a: {} }; }',
    '',
    'queryAction: here it would run for QUERY; rename the action, then run this command again',
  ],
  [
    "listAction() { this.allowMethods = 'get'; }",
    '',
    'listAction: an action with a name runs for POST; for GET, move it to a controller of its own: getAction of user/list',
  ],
  [
    'postAction() { this.allowMethods = config.methods; }',
    '',
    'postAction: allowMethods is not a constant: config.methods',
  ],
  [
    "getAction() { this.rules = { a: { method: 'post' } }; }",
    '{ getAction: { body: { a: {} } } }',
    'getAction.a is in the body, which a GET does not have here',
  ],
  [
    "postAction() { this.rules = { a: { required: true } }; this.messages = { b: 'B' }; }",
    '{ postAction: { body: { a: { required: true } } } }',
    'postAction: the message of b: the action has no field or rule b',
  ],
  [
    "postAction() { this.rules = { a: { required: true } }; this.messages = { a: { int: 'B' } }; }",
    '{ postAction: { body: { a: { required: true } } } }',
    'postAction: the message of a.int: the field does not have the rule',
  ],
  [
    "postAction() { this.rules = { a: { required: true } }; this.messages = { required: '{pargs}' }; }",
    '{ postAction: { body: { a: { required: true } } } }',
    'postAction: the message of required: it has {pargs}; the placeholders are {name} and {args}',
  ],
  [
    'postAction() { this.rules = { a: { required: true } }; this.messages = { a: () => "A" }; }',
    '{ postAction: { body: { a: { required: true } } } }',
    'postAction: the message of a: () => "A" is not a constant of the file',
  ],
];

describe('what convert leaves out', () => {
  for (const [body, logic, message] of ROWS) {
    it(message, () => {
      const result = convertBody(body);
      expect(result.logic).to.equal(logic);
      expect(result.left.map((line) => line.replace(/^\d+ /, ''))).to.eql([message]);
    });
  }

  it('a condition about a default, which ThinkJS 2 does not see', () => {
    const { left } = convertBody(
      "postAction() { this.rules = { a: 'int|default:1', b: 'requiredIf:a,1', c: 'requiredWith:b' }; }",
      2,
    );
    expect(left).to.eql(['2 postAction.b: requiredIf also applies to the default of a here']);
  });

  it('a regular expression that can hang', () => {
    const { logic, left } = convertBody(only('a: { regexp: /(a+)+$/ }'));
    expect(logic).to.equal('{ postAction: { body: { a: {} } } }');
    expect(left).to.have.length(1);
    expect(left[0]).to.match(/^2 postAction\.a\.regexp: regexp can hang/);
  });

  it('the line of a rule', () => {
    const { left } = convertBody(
      'postAction() {\nthis.rules = {\na: {\nint: true,\nslug: true,\n},\n};\nthis.log();\n}',
    );
    expect(left.map((line) => line.slice(0, line.indexOf(' ', 2))).sort()).to.eql([
      '6 postAction.a.slug:',
      '9 postAction:',
    ]);
  });

  it('a file without a class, and statements beside the class', () => {
    const none = convert({ 'src/logic/user.js': 'var User = function () {};\nmodule.exports = User;\n' });
    expect(none.left.map(({ message }) => message)).to.eql(['the file does not export a logic class']);
    const text = "'use strict';\nthink.validate('slug', () => true);\nmodule.exports = class extends think.Logic {};\n";
    const { left } = convert({ 'src/logic/user.js': text });
    expect(left).to.eql([
      { file: 'src/logic/user.js', line: 2, message: "think.validate('slug', () => true); is not converted" },
    ]);
    expect(convert({ 'src/logic/user.js': '' }).left).to.eql([]);
  });

  it('a second file of a controller', () => {
    const text = 'module.exports = class extends think.Logic {};';
    const paths = ['src/logic/user.js', 'src/logic/user.ts', 'src/admin/logic/post.js', 'src/logic/admin/post.js'];
    const { logics, left } = findFiles(makeThink(Object.fromEntries(paths.map((path) => [path, text]))));
    expect([...logics].map(([name, { path }]) => `${name} ${path}`)).to.eql([
      'admin/post src/admin/logic/post.js',
      'user src/logic/user.js',
    ]);
    expect(left.map(({ file, message }) => `${file} ${message}`)).to.eql([
      'src/logic/admin/post.js is not converted: src/admin/logic/post.js has the same controller',
      'src/logic/user.ts is not converted: src/logic/user.js has the same controller',
    ]);
  });

  it('rules and texts of the program', () => {
    const files = {
      'src/config/validator.js': "module.exports = {\nrules: {\nslug() {}\n},\nmessages: { slug: '{name}' },\n};\n",
      'src/common/config/locale/en.js': "export default {\nhello: 'Hello',\nvalidate_required: '{name}',\n};\n",
      'src/bootstrap/master.js': "think.validate('slug', (value) => value);\nthink.boot();\n",
    };
    const { settings } = findFiles(makeThink(files));
    expect(settings.flatMap(convertSettings).map(({ file, line, message }) => `${file}:${line} ${message}`)).to.eql([
      "src/bootstrap/master.js:1 think.validate('slug', (value) => value);: write the rule with defineRule",
      'src/common/config/locale/en.js:3 the text validate_required: set it in messages of the program or of a logic',
      'src/config/validator.js:3 rules.slug: write the rule with defineRule',
      'src/config/validator.js:5 messages.slug: set it in messages of the program or of a logic',
    ]);
  });

  it('rules of config/router that are not REST', () => {
    const text = `const id = /^\\/post\\/(\\d+)$/;
module.exports = [
  ['/user/:id?', 'rest'],
  [id, 'post?id=:1', 'rest'],
  [/\\/tag\\/(\\w+)/, 'tag?id=:1', 'rest'],
  ['/about', 'index/about'],
  [/^note\\/(\\d+)$/, 'note?id=:1', 'rest'],
  { match: /^\\/v1/, rules: [['/v1/user/:id?', '/v1/user', 'rest'], ['/v1/info', 'v1/info', 'get']] },
  ...others,
];
`;
    const { routers } = findFiles(makeThink({ 'src/config/router.js': text }));
    const converted = routers.map((file) => convertRouter(file))[0];
    expect(converted?.rules.map((rule) => rule.text)).to.eql([
      "['/user/:id?', 'rest']",
      "[/^\\/post\\/(\\d+)$/, 'post?id=:1', 'rest']",
      "[/\\/tag\\/(\\w+)/, 'tag?id=:1', 'rest']",
      "{ match: /^\\/v1/, rules: [['/v1/user/:id?', '/v1/user', 'rest']] }",
    ]);
    expect(converted?.captures.map(({ controller, names }) => `${controller} ${names}`)).to.eql([
      'user id',
      'post id',
      'tag id',
      'v1/user id',
    ]);
    expect(converted?.left.map(({ line, message }) => `${line} ${message}`)).to.eql([
      "5 [/\\/tag\\/(\\w+)/, 'tag?id=:1', 'rest'] matches the whole path here; add { match: 'search' } if it has to match a part",
      "6 ['/about', 'index/about'] is not marked rest: write a route of Express",
      "7 [/^note\\/(\\d+)$/, 'note?id=:1', 'rest'] does not begin with a slash, as paths of Express do",
      "8 ['/v1/info', 'v1/info', 'get'] is not marked rest: write a route of Express",
      '9 others is not a constant of the file',
    ]);
  });
});
