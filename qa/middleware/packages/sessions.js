// Cookies, sessions and their stores, and tokens against CSRF.
import { expect } from 'chai';
import connectPostgres from 'connect-pg-simple';
import { RedisStore } from 'connect-redis';
import cookieParser from 'cookie-parser';
import cookieSession from 'cookie-session';
import { doubleCsrf } from 'csrf-csrf';
import session from 'express-session';
import pg from 'pg';
import { createClient } from 'redis';
import { POSTGRES, REDIS } from '../servers.js';

const json = { 'content-type': 'application/json' };
const SESSION = { secret: 'secret', resave: false, saveUninitialized: true };

/** Count the requests of a session. */
const count = (req, _res, next) => {
  req.session.count = (req.session.count ?? 0) + 1;
  req.answer = () => ({ count: req.session.count });
  next();
};

/** The session goes on over answers of every kind. */
async function checkSession({ ask, answers }) {
  for (const { headers, line } of answers) expect(headers['set-cookie'], line).to.have.length.greaterThan(0);
  const first = await ask('GET /api/answer/thing');
  expect(first.json).to.deep.equal({ count: 1 });
  const toCookies = ({ headers }) => headers['set-cookie']?.map((one) => one.split(';')[0]).join('; ');
  let cookie = toCookies(first);
  const tag = String((await ask('GET /api/answer/long')).headers.etag);
  for (const [line, headers, body] of [
    ['POST /api/post', json, { title: 'In a session' }],
    ['GET /api/post/999', {}],
    ['GET /api/answer/broken', {}],
    ['GET /api/answer/long', { 'if-none-match': tag }],
    ['HEAD /api/post/1', {}],
    ['GET /api/post', { accept: 'application/x-ndjson' }],
  ])
    cookie = toCookies(await ask(line, { ...headers, cookie }, body)) ?? cookie;
  expect((await ask('GET /api/answer/thing', { cookie })).json).to.deep.equal({ count: 8 });
}

/** @type {import('../run-entry.js').Entry[]} */
export const sessions = [
  {
    name: 'cookie-parser',
    mount: () => ({
      before: [
        cookieParser('secret'),
        (req, _res, next) => {
          req.answer = () => ({ ...req.cookies });
          next();
        },
      ],
    }),
    check: async ({ ask }) => {
      expect((await ask('GET /api/answer/thing', { cookie: 'a=1; b=2' })).json).to.deep.equal({ a: '1', b: '2' });
    },
  },
  {
    name: 'cookie-session',
    mount: () => ({ before: [cookieSession({ secret: 'secret' }), count] }),
    changes: ['set-cookie'],
    check: checkSession,
  },
  {
    name: 'express-session',
    mount: () => ({ before: [session(SESSION), count] }),
    changes: ['set-cookie'],
    check: checkSession,
  },
  {
    name: 'connect-redis',
    needs: 'redis',
    mount: async () => {
      const client = createClient({ url: REDIS });
      await client.connect();
      const store = new RedisStore({ client, prefix: `rest-gen:${process.pid}:`, ttl: 60 });
      return { before: [session({ ...SESSION, store }), count], close: () => client.close() };
    },
    changes: ['set-cookie'],
    check: checkSession,
  },
  {
    name: 'connect-pg-simple',
    needs: 'postgres',
    mount: async () => {
      const tableName = `rest_gen_session_${process.pid}`;
      const pool = new pg.Pool({ connectionString: POSTGRES });
      const Store = connectPostgres(session);
      const store = new Store({ pool, tableName, createTableIfMissing: true, pruneSessionInterval: false });
      const close = async () => {
        await pool.query(`drop table if exists "${tableName}"`);
        await pool.end();
      };
      return { before: [session({ ...SESSION, store }), count], close };
    },
    changes: ['set-cookie'],
    check: checkSession,
  },
  {
    name: 'csrf-csrf',
    mount: () => {
      const { doubleCsrfProtection, generateCsrfToken } = doubleCsrf({
        getSecret: () => 'secret',
        getSessionIdentifier: () => 'one',
        cookieName: 'csrf',
        cookieOptions: { secure: false },
      });
      const give = (req, res, next) => {
        req.answer = () => ({ token: generateCsrfToken(req, res) });
        next();
      };
      return { before: [cookieParser(), give, doubleCsrfProtection] };
    },
    // Requests without a token that change nothing, and none of what others have written.
    sent: (line) => /^(?:GET|HEAD|OPTIONS)/.test(line) && !/^(?:GET|HEAD) \/api\/post(?!\/999|\/x)/.test(line),
    check: async ({ ask }) => {
      const refused = await ask('POST /api/post', json, { title: 'Forged' });
      expect([refused.status, refused.json.detail]).to.deep.equal([403, 'invalid csrf token']);
      const { headers, json: given } = await ask('GET /api/answer/thing');
      const cookie = String(headers['set-cookie'][0].split(';')[0]);
      const sent = { ...json, cookie, 'x-csrf-token': given.token };
      expect((await ask('POST /api/post', sent, { title: 'Ours' })).status).to.equal(201);
    },
  },
];
