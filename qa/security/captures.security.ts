import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { type Row, TRAPS, unreachable } from './unreachable.ts';

/** What objects, functions, maps and promises have, and what they are printed as. */
const INHERITED = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'toLocaleString', 'valueOf', 'hasOwnProperty'],
  ...['isPrototypeOf', 'propertyIsEnumerable', '__defineGetter__', '__lookupSetter__'],
  ...['get', 'has', 'set', 'size', 'entries', 'length', 'name', 'then', 'toJSON', 'undefined', 'null', 'NaN', '0'],
];
const ACTIONS = ['getAction', 'postAction', 'deleteAction', 'queryAction', '__before', '__after', '__call', 'attach'];
/** What stands beside the controllers, or is a module to `import`. */
const MODULES = [
  ...['index', 'config', 'router', 'model', 'logic', 'controller', 'node_modules', 'package', 'fs', 'child_process'],
  ...['node:fs', 'file:', 'data:', 'C:', '@rest-gen', 'post.js', 'post.ts', 'post.mjs', 'post.d', 'post.json', '.env'],
];
/** Nearly the name of the controller `post`. */
const NEARLY = ['POST', 'Post', 'pOST', 'REST', 'posts', 'pos', 'post_', 'post-', 'post.', 'post;a=b', 'post,user'];
/** What targets, templates and shells would take for more than a text. */
const SLOTS = [':1', ':id', '$1', '$&', "$'", '{{post}}', '*', '~', 'post|rest', '(post)', '[post]', "post'--"];

const DIRECTORIES: readonly Row[] = [
  ['the base class by name', '/any/rest'],
  ['the base class with an id', '/any/rest/1'],
  ['the base class of another directory', '/api/rest'],
  ['the base class of a version, through a capture with slashes', '/dir/v1/rest'],
  ['an abstract class by name', '/any/hidden'],
  ['an abstract class through a capture with slashes', '/dir/hidden'],
  ['the base class through a path form', '/called/rest'],
  ['the base class through a path form with many segments', '/deep/v1/rest'],
  ['the base class through an expression that is searched', '/x/near/rest/y'],
  ['the base class, put together of two captures', '/two/v1/rest'],
  ['an abstract class through a path form', '/called/hidden/1'],
  ['a prototype name through a path form', '/called/__proto__'],
  ['a prototype name through an expression that is searched', '/x/near/constructor'],
  ['a prototype name, put together of two captures', '/two/__proto__/constructor'],
  ['an empty name through a path form with many segments', '/deep'],
  ['an empty capture before a name', '/two//post'],
  ['an empty capture behind a name', '/two/post/'],
  ['a directory as a controller', '/any/v1'],
  ['a directory as a controller, its file as an id', '/any/v1/user'],
  ['the last part of a name alone', '/any/user'],
  ['the last part of a name, of another rule', '/any/tag'],
  ['a shorter name than the one that the target spells', '/api/post'],
  ['a sibling of the directory of the target', '/api/user'],
  ['a directory deeper than the capture', '/api/v1/user', 'no rule'],
  ['a controller that no rule exposes, by its directories', '/any/secret/deep/vault', 'no rule'],
  ['a controller that no rule exposes, by its last part', '/any/vault'],
  ['a controller that no rule exposes, below the prefix of a rule', '/secret/deep/vault', 'no rule'],
  ['the prefix of a rule in capitals', '/ANY/post', 'no rule'],
  ['the prefix of a rule, half in capitals', '/Api/tag', 'no rule'],
  ['an empty capture', '/any/', 'no rule'],
  ['an empty capture before an id', '/any//1', 'no rule'],
  ['an empty capture between slashes', '/api///', 'no rule'],
  ['no capture', '/any', 'no rule'],
  ['an empty segment at the end', '/any/post//', 'no rule'],
  ['a double slash before the path', '//any/post', 'no rule'],
  ['the path of the file', '/src/controller/post.ts', 'no rule'],
  ['a file of the configuration', '/config/router', 'no rule'],
  ['a name of 255 characters', `/any/${'a'.repeat(255)}`],
  ['a name of 256 characters', `/any/${'a'.repeat(256)}`, 'E_PATH_TOO_LONG'],
  ['a prototype name of a directory', '/api/__proto__'],
  ['the constructor of a directory', '/api/constructor'],
];

/** The attacks above fail because the names are hostile, and not because nothing is there. */
const EXPOSED: readonly Attack[] = [
  ['a name that a bulk rule exposes is served', '/any/post'],
  ['a name in the directory of the target is served', '/api/tag'],
  ['a name with its directory is served where the capture takes slashes', '/dir/v1/user'],
  ['a name is served through a path form', '/CALLED/post'],
  ['a name with its directory is served through a path form', '/deep/v1/user'],
  ['a name with its directory is served where two captures spell it', '/two/v1/user'],
].map(([name, path]): Attack => {
  const check: Attack['check'] = ([answer]) => expect(answer?.json()).to.be.an('array');
  return { name: name as string, send: request('GET', path as string), answer: 200, check };
});

describeAttacks(
  'captures',
  [
    ...EXPOSED,
    ...DIRECTORIES.map(unreachable),
    ...INHERITED.map((name) => unreachable([`${name} as a controller`, `/any/${name}`])),
    ...ACTIONS.map((name) => unreachable([`${name} as a controller`, `/any/${name}`])),
    ...[...MODULES, ...NEARLY].map((name) => unreachable([`${name} as a controller`, `/any/${name}`])),
    ...SLOTS.map((name) => unreachable([`${name} as a controller`, `/any/${name}`])),
  ],
  TRAPS,
);
