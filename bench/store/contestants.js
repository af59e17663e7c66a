import { fileURLToPath } from 'node:url';
import { readVersion } from '../logic/version.js';

/**
 * @typedef {object} Contestant
 * @property {string} name - of its file in `contestants/`
 * @property {string} label - what the tables call it
 * @property {string} version
 * @property {string} note
 * @property {boolean} [isOurs]
 * @property {string} [list] - the path of its list, if it is not `/post`
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
  {
    ...row('feathers', 'Feathers + Knex', '@feathersjs/feathers', 'Koa, TypeBox, as `feathers create` writes it'),
    // It has no pages here, since a page with its total is two statements.
    list: '/post?$limit=20&$sort[id]=1',
  },
  row('nest', 'NestJS + TypeORM', '@nestjs/core', 'on its Express 5; class-validator; `repository.save` for POST'),
  row('adonis', 'AdonisJS + Lucid', '@adonisjs/core', 'as the API starter kit writes it, `etag: true`; Vine'),
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
