import { readVersion } from '../logic/version.js';

/**
 * @typedef {object} Contestant
 * @property {string} name - of its file in `contestants/`
 * @property {string} label - what the tables call it
 * @property {string} [version]
 * @property {string} note - what it validates with, and whatever a reader has to know
 * @property {boolean} [isOurs]
 * @property {boolean} [isExtra] - no contestant that the comparison asks for, but one that explains a figure
 */

/** All contestants, in the order of the rounds. @type {readonly Contestant[]} */
export const contestants = [
  row('express5', 'Express 5 by hand', 'express', '`express.json()`, a router for each resource, Ajv'),
  row('express4', 'Express 4 by hand', 'express4', 'the same program on Express 4'),
  ours('ours-listen', 'ours, Express 5, `app.listen`', 'rules, controllers and logics given as options'),
  ours('ours-listen-express4', 'ours, Express 4, `app.listen`', 'the same on Express 4'),
  ours('ours-server', 'ours, Express 5, `createServer(app)`', 'the same on `createServer` of `@rest-gen/server`'),
  ours('ours-server-express4', 'ours, Express 4, `createServer(app)`', 'the same on Express 4'),
  ours('ours-alone', 'ours, `createServer(router)`', 'without an application'),
  extra(
    'express5-server',
    'Express 5 by hand, `createServer(app)`',
    'express',
    'not our router: what our server alone gives',
  ),
  row('bare', '`node:http`', undefined, 'a map of resources, Ajv, SHA-1 for `ETag`'),
  extra('bare-no-etag', '`node:http` without `ETag`', undefined, 'answers no `ETag`: less work than asked'),
  row('fastify', 'Fastify', 'fastify', 'its own validation (Ajv), schemas of the answers, `@fastify/etag` for GET'),
  extra('fastify-no-etag', 'Fastify without `ETag`', 'fastify', 'answers no `ETag`: less work than asked'),
  row('hono', 'Hono', 'hono', 'on `@hono/node-server`; `hono/validator` with zod, `hono/etag` for GET'),
  extra('hono-no-etag', 'Hono without `ETag`', 'hono', 'answers no `ETag`: less work than asked'),
  row(
    'koa',
    'Koa',
    'koa',
    'a router of `@koa/router` for each resource, `@koa/bodyparser`, `koa-etag`, `koa-conditional-get`, Ajv',
  ),
  row(
    'nest',
    'NestJS',
    '@nestjs/core',
    'on its Express 5; `ValidationPipe` with class-validator, `whitelist` and `forbidNonWhitelisted`',
  ),
  row('routing-controllers', 'routing-controllers', 'routing-controllers', 'on Express 5; class-validator, as NestJS'),
  row('tsoa', 'tsoa', 'tsoa', 'on Express 5; routes and validation made by its command'),
  row('feathers', 'Feathers', '@feathersjs/feathers', 'on its Express 4; `validateData` of `@feathersjs/schema` (Ajv)'),
  row(
    'thinkjs',
    'ThinkJS 3',
    'thinkjs',
    'one worker; rules of its router, its logic; `koa-etag`, `koa-conditional-get`',
  ),
];

// --- internal ---

function row(name, label, dependency, note) {
  return { name, label, note, version: dependency === undefined ? undefined : readVersion(dependency) };
}

function ours(name, label, note) {
  return { ...row(name, label, '@rest-gen/router', note), isOurs: true };
}

function extra(name, label, dependency, note) {
  return { ...row(name, label, dependency, note), isExtra: true };
}
