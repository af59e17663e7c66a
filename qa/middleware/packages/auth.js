// Who a request is.
import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import basicAuth from 'express-basic-auth';
import { expressjwt } from 'express-jwt';
import { auth as oauth } from 'express-oauth2-jwt-bearer';
import jwt from 'jsonwebtoken';
import passportModule from 'passport';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import { ExtractJwt, Strategy as JwtStrategy } from 'passport-jwt';
import { Strategy as LocalStrategy } from 'passport-local';

const SECRET = 'a secret of at least 32 characters, for HS256';
const TOKEN = jwt.sign({ name: 'Ann' }, SECRET, {
  subject: '7',
  issuer: 'https://login.example/',
  audience: 'https://api.example',
  expiresIn: '1h',
});
const bearer = { authorization: `Bearer ${TOKEN}` };
const json = { 'content-type': 'application/json' };

/** Only what names the user is refused; the requests of the table have none. */
const onlyUser = (handler) => (req, res, next) => (req.path === '/api/answer/user' ? handler(req, res, next) : next());

/** @param {string} scheme */
const refusesAs = async ({ ask }, scheme, headers = {}) => {
  const { status, headers: sent, json: problem } = await ask('GET /api/answer/user', headers);
  expect([status, problem?.status]).to.deep.equal([401, 401]);
  expect(String(sent['content-type'])).to.match(/^application\/problem\+json/);
  if (scheme) expect(String(sent['www-authenticate'])).to.match(new RegExp(`^${scheme}`));
};

/** @type {import('../run-entry.js').Entry[]} */
export const auth = [
  {
    name: 'passport-local',
    mount: ({ express }) => {
      const passport = new passportModule.Passport();
      const find = (name, password, done) => done(null, password === 'right' ? { id: 7, name } : false);
      passport.use(new LocalStrategy({ usernameField: 'name' }, find));
      const login = passport.authenticate('local', { session: false, failWithError: true });
      const isLogin = (req) => req.path === '/api/echo' && 'x-login' in req.headers;
      const before = (req, res, next) => (isLogin(req) ? login(req, res, next) : next());
      const parse = express.json();
      return { before: [(req, res, next) => (isLogin(req) ? parse(req, res, next) : next()), before] };
    },
    check: async ({ ask }) => {
      const login = { ...json, 'x-login': '1' };
      const { json: user } = await ask('POST /api/echo', login, { name: 'Ann', password: 'right' });
      expect(user).to.deep.equal({ id: 7, name: 'Ann' });
      const refused = await ask('POST /api/echo', login, { name: 'Ann', password: 'wrong' });
      expect([refused.status, refused.json.status]).to.deep.equal([401, 401]);
    },
  },
  {
    name: 'passport-jwt',
    mount: () => {
      const passport = new passportModule.Passport();
      const options = { jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: SECRET };
      passport.use(new JwtStrategy(options, ({ sub, name }, done) => done(null, { id: Number(sub), name })));
      return { before: [onlyUser(passport.authenticate('jwt', { session: false, failWithError: true }))] };
    },
    check: async (running) => {
      expect((await running.ask('GET /api/answer/user', bearer)).json).to.deep.equal({ id: 7, name: 'Ann' });
      await refusesAs(running, 'JWT|Bearer|Unauthorized|');
    },
  },
  {
    name: 'passport-http-bearer',
    mount: () => {
      const passport = new passportModule.Passport();
      passport.use(new BearerStrategy((token, done) => done(null, token === 'right' ? { id: 7 } : false)));
      return { before: [onlyUser(passport.authenticate('bearer', { session: false, failWithError: true }))] };
    },
    check: async (running) => {
      expect((await running.ask('GET /api/answer/user', { authorization: 'Bearer right' })).json).to.deep.equal({
        id: 7,
      });
      await refusesAs(running, 'Bearer realm=');
      await refusesAs(running, 'Bearer realm=.*invalid_token', { authorization: 'Bearer wrong' });
    },
  },
  {
    name: 'express-jwt',
    mount: () => ({
      before: [onlyUser(expressjwt({ secret: SECRET, algorithms: ['HS256'], requestProperty: 'user' }))],
    }),
    check: async (running) => {
      expect((await running.ask('GET /api/answer/user', bearer)).json).to.include({ sub: '7', name: 'Ann' });
      await refusesAs(running, '');
      await refusesAs(running, '', { authorization: 'Bearer wrong' });
    },
  },
  {
    name: 'express-oauth2-jwt-bearer',
    mount: () => {
      const check = oauth({
        issuer: 'https://login.example/',
        audience: 'https://api.example',
        secret: SECRET,
        tokenSigningAlg: 'HS256',
      });
      return { before: [onlyUser(check)], options: { user: (req) => req.auth?.payload } };
    },
    check: async (running) => {
      expect((await running.ask('GET /api/answer/user', bearer)).json).to.include({ sub: '7', name: 'Ann' });
      await refusesAs(running, 'Bearer realm=');
      await refusesAs(running, 'Bearer realm=.*invalid_token', { authorization: `Bearer ${forge()}` });
    },
  },
  {
    name: 'express-basic-auth',
    mount: () => ({
      before: [onlyUser(basicAuth({ users: { Ann: 'right' }, challenge: true, realm: 'api' }))],
      options: { user: (req) => req.auth },
    }),
    check: async ({ ask }) => {
      const sent = (text) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
      expect((await ask('GET /api/answer/user', sent('Ann:right'))).json).to.deep.equal({
        user: 'Ann',
        password: 'right',
      });
      // It answers itself.
      const refused = await ask('GET /api/answer/user', sent('Ann:wrong'));
      expect([refused.status, refused.headers['www-authenticate']]).to.deep.equal([401, 'Basic realm="api"']);
    },
  },
];

// --- internal ---

/** A token with another signature. */
function forge() {
  const [head, payload] = TOKEN.split('.');
  return `${head}.${payload}.${createHmac('sha256', 'other').update(`${head}.${payload}`).digest('base64url')}`;
}
