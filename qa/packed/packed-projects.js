import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Project
 * @property {string} name
 * @property {'ts' | 'js'} language
 * @property {'esm' | 'cjs'} modules
 * @property {'mocha' | 'vitest'} tests - what it is generated with
 * @property {4 | 5} express
 * @property {boolean} [isQuick] - runs before every merge, the others in the night
 */

/** @type {Project[]} every kind that the command line serves, and both majors of Express */
export const PROJECTS = [
  { name: 'ts-esm', language: 'ts', modules: 'esm', tests: 'mocha', express: 5, isQuick: true },
  { name: 'js-esm', language: 'js', modules: 'esm', tests: 'mocha', express: 5 },
  { name: 'ts-esm-vitest', language: 'ts', modules: 'esm', tests: 'vitest', express: 5, isQuick: true },
  { name: 'js-esm-vitest', language: 'js', modules: 'esm', tests: 'vitest', express: 5 },
  { name: 'ts-cjs', language: 'ts', modules: 'cjs', tests: 'mocha', express: 4 },
  { name: 'js-cjs', language: 'js', modules: 'cjs', tests: 'mocha', express: 4, isQuick: true },
];

/**
 * Generate a project with the command line, and write into it what an application needs to notice that one of its modules exists twice.
 *
 * @param {Project} project
 * @param {string} directory - of the project; does not exist yet
 * @param {(cwd: string, ...args: string[]) => string} cli - runs the command line
 */
export function generate({ language, modules, tests }, directory, cli) {
  const flags = [...(language === 'js' ? ['--js'] : []), '--test', tests, '--no-install'];
  cli(dirname(directory), 'new', directory, ...flags);
  if (modules === 'cjs') toCommonJs(directory, language);
  cli(directory, 'controller', 'post', 'title:string!', '-r');
  cli(directory, 'controller', 'fault');

  const edit = editor(directory);
  const write = (path, text) =>
    edit(`${path}.${language}`, () => (modules === 'cjs' && language === 'js' ? withRequire(text) : text));
  write('src/shared', SHARED);
  write('src/controller/fault', modules === 'esm' ? FAULT.replace('true;', 'await Promise.resolve(true);') : FAULT);
  edit(`src/app.${language}`, (text) => {
    const [line] = modules === 'cjs' && language === 'js' ? [withRequire(IMPORT_SHARED)] : [IMPORT_SHARED];
    return `${line}${text}shared.app = true;\n`;
  });
  write('test/fault.test', testOf(tests, modules === 'esm' ? './app.js' : '../src/app.js'));
}

/** Copy a generated project, without what was built of it. */
export function copyProject(from, to) {
  cpSync(from, to, { recursive: true, filter: (path) => !/[\\/](?:dist|data)$/.test(path) });
}

/** A function that changes a file of a directory; `''` for a file that is not there. */
export function editor(directory) {
  return (path, change) => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    let before = '';
    try {
      before = readFileSync(file, 'utf8');
    } catch {}
    writeFileSync(file, change(before));
  };
}

/** Change every source of a project. */
export function editSources(directory, change) {
  const edit = editor(join(directory, 'src'));
  const files = readdirSync(join(directory, 'src'), { recursive: true }).filter((name) => /\.[jt]s$/.test(name));
  for (const file of files) edit(file, change);
}

/**
 * The test that probes the application in the process of a test runner.
 *
 * @param {'mocha' | 'vitest' | 'jest'} runner
 * @param {string} app - module that exports `app`
 */
export function testOf(runner, app) {
  return `import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
${runner === 'vitest' ? "import { describe, it } from 'vitest';\n" : ''}import { app } from '${app}';

describe('the modules of the project', () => {
  it('exist once', async () => {
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = Object(server.address());
    await promisify(execFile)(process.execPath, [String(process.env.PROBE), \`http://127.0.0.1:\${port}\`]);
    server.close();
  });
});
`;
}

/** Write a module of JavaScript as CommonJS: enough for what is generated. */
export function withRequire(text) {
  return text
    .replace(/^import (.+) from ('.*');$/gm, 'const $1 = require($2);')
    .replace(/^import ('.*');$/gm, 'require($1);')
    .replace(/^export default /gm, 'module.exports = ')
    .replace(/^export const (\w+) =/gm, 'const $1 = exports.$1 =')
    .replaceAll('import.meta.dirname', '__dirname');
}

// --- internal ---

/** `rest-gen new` writes ES modules; the other commands write what the project is. */
function toCommonJs(directory, language) {
  const edit = editor(directory);
  edit('package.json', (text) => text.replace('  "type": "module",\n', ''));
  editSources(directory, (text) =>
    language === 'js' ? withRequire(text) : text.replace('import.meta.dirname', '__dirname'),
  );
  // They use top-level await.
  for (const name of readdirSync(join(directory, 'test'))) rmSync(join(directory, 'test', name));
}

const IMPORT_SHARED = "import { shared } from './shared.js';\n";

const SHARED = `export const shared = { app: false, evaluations: 1 + Number(Reflect.get(globalThis, 'evaluations') ?? 0) };
Reflect.set(globalThis, 'evaluations', shared.evaluations);
`;

const FAULT = `import { Controller } from '@rest-gen/router';
import models from '../config/model.js';
import { shared } from '../shared.js';

const awaited = true;

export default class Fault extends Controller {
  getAction() {
    if (this.id === undefined) return this.success({ ...shared, awaited });
    return this.model('ghost').select();
  }

  async postAction() {
    await models.transaction(async () => {
      await this.model('post').add({ title: 'left' });
      this.fail(409);
    });
  }
}
`;
