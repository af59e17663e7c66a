import { fileURLToPath } from 'node:url';
import { readVersion } from '../logic/version.js';

/**
 * @typedef {object} Contestant
 * @property {string} name - of its file in `contestants/`
 * @property {string} label - what the tables call it
 * @property {string} version
 * @property {string} note
 * @property {boolean} [isOurs]
 */

/** All contestants, in the order of the rounds. @type {readonly Contestant[]} */
export const contestants = [
  row('express', 'Express 5 by hand', 'express', 'prepared statements, one for each request; `express.json()`, Ajv'),
  row(
    'fastify',
    'Fastify 5 by hand',
    'fastify',
    'the same statements; its own validation (Ajv), schemas of the answers, `@fastify/etag`',
  ),
  {
    ...row(
      'ours',
      'ours, `createServer(app)`',
      '@rest-gen/router',
      'the project as `rest-gen new` and `rest-gen controller` write it',
    ),
    isOurs: true,
  },
];

/** The command that starts a contestant. */
export function commandOf({ name, isOurs }, project, { isAfterTransaction, flags = [] }) {
  const file = fileURLToPath(new URL(`./contestants/${name}.js`, import.meta.url));
  const args = isOurs ? [project.directory, ...(isAfterTransaction ? ['--after-transaction'] : [])] : [];
  return [process.execPath, ...flags, file, ...args];
}

// --- internal ---

function row(name, label, dependency, note) {
  return { name, label, note, version: readVersion(dependency) };
}
