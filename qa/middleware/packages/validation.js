// What checks requests and answers, and the errors of libraries.
import { readFileSync } from 'node:fs';
import { defineAbility, ForbiddenError } from '@casl/ability';
import { PrismaClientKnownRequestError } from '@prisma/client-runtime-utils';
import { createOpenApi } from '@rest-gen/openapi';
import { expect } from 'chai';
import mung from 'express-mung';
import { body, validationResult } from 'express-validator';
import createError from 'http-errors';
import i18next from 'i18next';
import { handle, LanguageDetector } from 'i18next-http-middleware';
import { MulterError } from 'multer';
import { z } from 'zod';

const json = { 'content-type': 'application/json' };
/** What the document does not have, the validator refuses before the router does. */
const isDescribed = (line, sent) =>
  sent !== 'title' && sent?.other === undefined && !/^(?:QUERY|HEAD|OPTIONS)|^DELETE .*post$|\/x$/.test(line);

/** @type {import('../run-entry.js').Entry[]} */
export const validation = [
  {
    name: 'express-validator',
    mount: ({ express }) => ({
      before: [
        express.json(),
        body('title').optional().not().equals('Forbidden').withMessage('this title is taken'),
        (req, _res, next) => {
          const [first] = validationResult(req).array();
          next(first && createError(422, first.msg));
        },
      ],
    }),
    check: async ({ ask }) => {
      const { status, json: problem } = await ask('POST /api/post', json, { title: 'Forbidden' });
      expect([status, problem.detail]).to.deep.equal([422, 'this title is taken']);
      expect((await ask('POST /api/post', json, { title: 'Allowed' })).status).to.equal(201);
    },
  },
  {
    name: 'express-openapi-validator',
    mount: async (kit) => mountOpenApi(kit, (document) => document),
    sent: isDescribed,
    check: async ({ ask, mounted: { seen } }) => {
      expect((await ask('POST /api/post', json, { title: 'Described' })).status).to.equal(201);
      expect((await ask('GET /api/post')).status).to.equal(200);
      expect(seen).to.deep.equal([]);
      const refused = await ask('POST /api/post', json, { title: 7 });
      expect([refused.status, refused.json.status]).to.deep.equal([400, 400]);
      expect(refused.json.errors[0]).to.include({ path: '/body/title', message: 'must be string' });
    },
  },
  {
    name: 'express-openapi-validator',
    as: 'sees answers',
    mount: async (kit) =>
      mountOpenApi(kit, (document) => {
        document.components.schemas.Post.properties.title = { type: 'integer' };
        return document;
      }),
    sent: () => false,
    check: async ({ ask, mounted: { seen } }) => {
      expect((await ask('POST /api/post', json, { title: 'Described' })).status).to.equal(201);
      expect((await ask('GET /api/post/1')).status).to.equal(200);
      expect(seen).to.have.length(2);
      for (const one of seen) expect(one).to.match(/title must be integer/);
    },
  },
  {
    name: 'express-mung',
    mount: () => {
      const seen = [];
      const see = (value) => {
        seen.push(value);
        return value;
      };
      return { seen, before: [mung.json(see)] };
    },
    check: ({ mounted: { seen } }) => expect(seen).to.deep.include({ list: [1, 2], nested: { a: null } }),
  },
  {
    name: 'express-mung',
    as: 'changes answers',
    mount: () => ({ before: [mung.json((value) => ({ ...value, added: true }))] }),
    sent: () => false,
    check: async ({ ask }) => {
      const { headers, body: bytes, json: changed } = await ask('POST /api/echo', json, { a: 1 });
      expect(changed).to.deep.equal({ a: 1, added: true });
      expect(headers['content-length']).to.equal(String(bytes.length));
      expect((await ask('GET /api/post/999')).json).not.to.have.property('added');
    },
  },
  {
    name: 'i18next-http-middleware',
    mount: async ({ HttpError }) => {
      const i18n = i18next.createInstance();
      await i18n.use(LanguageDetector).init({
        showSupportNotice: false,
        fallbackLng: 'en',
        preload: ['en', 'de'],
        resources: { en: {}, de: { translation: { E_NOT_FOUND: 'Das gibt es nicht.', hello: 'Hallo' } } },
      });
      const translate = (req, _res, next) => {
        req.answer = () => ({ text: req.t('hello') });
        next();
      };
      const onError = (error, req) =>
        req.i18n?.exists(error.code) ? new HttpError(error.status, req.t(error.code), { code: error.code }) : error;
      return { before: [handle(i18n), translate], options: { onError } };
    },
    changes: ['content-language'],
    check: async ({ ask }) => {
      const german = { 'accept-language': 'de' };
      const { headers, json: hello } = await ask('GET /api/answer/thing', german);
      expect([hello.text, headers['content-language']]).to.deep.equal(['Hallo', 'de']);
      expect((await ask('GET /api/answer/none', german)).json.detail).to.equal('Das gibt es nicht.');
    },
  },
  ...[
    ['@casl/ability', () => ForbiddenError.from(defineAbility(() => undefined)).throwUnlessCan('update', 'Post'), 403],
    ['zod', () => z.object({ id: z.int() }).parse({ id: 'x' }), 422],
    ['@prisma/client-runtime-utils', () => throwPrisma('P2002'), 409],
    ['@prisma/client-runtime-utils', () => throwPrisma('P2025'), 404],
    ['multer', () => throwNow(new MulterError('LIMIT_FILE_SIZE', 'file')), 413],
    ['multer', () => throwNow(new TypeError('no luck')), 500],
  ].map(([name, act, status]) => ({
    name,
    as: `${status} by onError`,
    mount: ({ HttpError }) => {
      const before = (req, _res, next) => {
        req.answer = act;
        next();
      };
      return { before: [before], options: { onError: readOnError(HttpError) } };
    },
    check: async ({ ask }) => {
      const answered = await ask('GET /api/answer/thing');
      expect([answered.status, answered.json.status]).to.deep.equal([status, status]);
    },
  })),
];

// --- internal ---

async function mountOpenApi(kit, change) {
  const { router, close } = await kit.createApplication();
  const document = await createOpenApi(router, { servers: [{ url: '/api' }] });
  await close();
  const seen = [];
  const { middleware } = kit.require('express-openapi-validator');
  const before = middleware({
    apiSpec: change(JSON.parse(JSON.stringify(document))),
    validateResponses: { onError: ({ message }) => seen.push(message) },
    fileUploader: false,
    ignorePaths: /^(?!\/api\/post)/,
  });
  const page = readFileSync(new URL('../../../docs/middleware.md', import.meta.url), 'utf8');
  const [method] = /onError\(error\) \{[\s\S]*?\n {2}\}/.exec(page);
  const { onError } = new Function('HttpError', `return { ${method} }`)(kit.HttpError);
  return { seen, before: [kit.express.json(), before], options: { onError } };
}

/** The function `onError` of docs/errors.md. */
function readOnError(HttpError) {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const [, program] = /```js\n(const STATUSES[\s\S]*?)```/.exec(page);
  const given = [];
  const app = { use: (options) => given.push(options) };
  new Function('app', 'createRestRouter', 'HttpError', program)(app, (options) => options, HttpError);
  return given[0].onError;
}

function throwPrisma(code) {
  throw new PrismaClientKnownRequestError('no', { code, clientVersion: '7' });
}

function throwNow(error) {
  throw error;
}
