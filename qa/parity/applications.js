import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import blankTypes from 'ts-blank-space';
import { ROOT } from '../../scripts/pack.js';

/**
 * @typedef {object} Application
 * @property {string} name
 * @property {string} source - the folder with `src` and `migrations`
 * @property {string} seed - the module that fills the tables
 * @property {Record<string, string>} env
 * @property {readonly (string | undefined)[]} users - values of the header `Authorization`, `undefined` for nobody; who may do more
 *   is there more often
 * @property {number} share - of the requests: one that has more to try gets more
 * @property {string} [prefix] - of a part that is mounted below a path
 */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SECRET = 'the secret of the recorder, which protects nothing';

/** The time at which each application begins: far from the real one, so that times of a database are recognized. */
export const BEGIN = Date.UTC(2031, 2, 4, 5, 6, 7);

/** @type {readonly Application[]} */
export const APPLICATIONS = [
  { name: 'blog', source: join(ROOT, 'examples/blog'), env: {}, users: [undefined], share: 1 },
  { name: 'blog-cjs', source: join(ROOT, 'examples/blog-cjs'), env: {}, users: [undefined], share: 0.4 },
  {
    name: 'tracker',
    share: 1.4,
    source: join(ROOT, 'examples/tracker'),
    env: { TOKEN_SECRET: SECRET, UPLOADS: 'uploads' },
    users: [...[1, 1, 1, 4, 4, 5, 5, 2, 3, 6].map((id) => `Bearer ${signToken(id)}`), undefined],
  },
  {
    name: 'library',
    share: 2.4,
    prefix: '/wrapped',
    source: join(HERE, 'library'),
    env: {},
    users: [...['ann', 'ann', 'ann', 'bob', 'bob', 'cyd', 'cyd', 'dot'].map((name) => `Bearer ${name}`), undefined],
  },
].map((one) => ({ ...one, seed: join(HERE, 'seeds', `${one.name}.js`) }));

/**
 * Copy an application below an installed version, as JavaScript, so that it imports the packages of this version.
 *
 * @param {Application} application @param {string} target - does not exist yet
 */
export function copyApplication({ name, source }, target) {
  mkdirSync(target, { recursive: true });
  const { type } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name, private: true, type }));
  cpSync(join(source, 'migrations'), join(target, 'migrations'), { recursive: true });
  copySources(join(source, 'src'), join(target, 'src'));
  // The base class of all resources is that of the examples.
  if (name === 'library')
    copySources(join(ROOT, 'examples/tracker/src/controller'), join(target, 'src/controller'), /^rest\.ts$/);
  setTimes(target);
}

// --- internal ---

/** Downloads say when a file was changed. */
function setTimes(directory) {
  for (const { parentPath, name } of readdirSync(directory, { recursive: true, withFileTypes: true }))
    utimesSync(join(parentPath, name), BEGIN / 1_000, BEGIN / 1_000);
}

function copySources(source, target, wanted = /./) {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) copySources(from, to, wanted);
    else if (!wanted.test(entry.name) || entry.name.endsWith('.d.ts')) continue;
    else writeFileSync(to.replace(/\.ts$/, '.js'), withoutInspect(blankTypes(readFileSync(from, 'utf8'))));
  }
}

/** Version 1.1.0 does not know the option, and production does not use it. */
function withoutInspect(text) {
  return text.replace(/inspect: \(\) => import\('@rest-gen\/inspect'\),?/, '');
}

/** A token of the tracker (RFC 7519), valid for a year from the beginning. */
function signToken(userId) {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issued = Math.floor(BEGIN / 1_000);
  const claims = { iss: 'tracker', sub: String(userId), iat: issued, exp: issued + 31_536_000 };
  const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
}
