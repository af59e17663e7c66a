import { expect } from 'chai';
import express, { type Express } from 'express';
import session from 'express-session';
import { Passport } from 'passport';
import { Strategy } from 'passport-local';
import { keepQuiet } from '../../router/test/serve.ts';
import { openService, PASSWORD, type Service } from './open-service.ts';

interface Admin {
  readonly id: number;
}

/** An admin of another directory of users, who has the id of a user of the service. */
const ADMIN: Admin = { id: 1 };

/** What an application with an admin area has before the router. */
function useAdmin(app: Express, path: string): void {
  const passport = new Passport();
  const check = (name: string, password: string, done: (error: null, user: Admin | false) => void) =>
    done(null, name === 'root' && password === 'secret' ? ADMIN : false);
  passport.use(new Strategy(check));
  passport.serializeUser<number>((user, done) => done(null, (user as Admin).id));
  passport.deserializeUser<number>((id, done) => done(null, { id }));
  app.use(path, session({ secret: 'a', resave: false, saveUninitialized: false }), passport.session());
  app.post('/admin/sign-in', express.json(), passport.authenticate('local'), (_req, res) => void res.sendStatus(204));
  app.get('/admin', (req, res) => void (req.isAuthenticated?.() ? res.json(req.user) : res.sendStatus(401)));
}

describe('Passport beside the package', () => {
  keepQuiet();

  it('knows its own cookie, and not that of the other', async () => {
    const { agent, own, passports, close } = await open('/admin');
    await agent.post('/admin/sign-in').send({ username: 'root', password: 'wrong' }).expect(401);
    expect((await agent.get('/admin').set('Cookie', passports).expect(200)).body).to.eql(ADMIN);
    await agent.get('/admin').set('Cookie', own).expect(401);
    const { body } = await agent.get('/session').set('Cookie', own).expect(200);
    expect(body.user).to.include({ email: 'ann@example.com' });
    await close();
  });

  it('is no user of the router, which has one with the same id', async () => {
    const { agent, own, passports, close } = await open('/admin');
    const { body } = await agent.get('/user').set('Cookie', own).expect(200);
    expect(body[0]).to.include({ id: ADMIN.id });
    await agent.get('/session').set('Cookie', passports).expect(401);
    await agent.get('/user/1').set('Cookie', passports).expect(401);
    await agent.patch('/user/1').set('Cookie', passports).send({ name: 'x' }).expect(401);
    await close();
  });

  it('and a browser is signed in to both at once', async () => {
    const { agent, own, passports, close } = await open('/admin');
    const both = `${passports}; ${own}`;
    expect((await agent.get('/admin').set('Cookie', both).expect(200)).body).to.eql(ADMIN);
    expect((await agent.get('/user').set('Cookie', both).expect(200)).body).to.have.length(1);
    await agent.delete('/session').set({ Cookie: both, 'Sec-Fetch-Site': 'same-origin' }).expect(204);
    await agent.get('/session').set('Cookie', both).expect(401);
    expect((await agent.get('/admin').set('Cookie', both).expect(200)).body).to.eql(ADMIN);
    await close();
  });

  it('is a user of the router where it runs for all paths, but in requests with a token', async () => {
    const { agent, own, passports, close } = await open('/');
    await agent.get('/user/1').set('Cookie', passports).expect(200);
    await agent.get('/session').set('Cookie', passports).expect(401);
    const { body } = await agent.get('/session').set('Cookie', `${passports}; ${own}`).expect(200);
    expect(body.user).to.include({ email: 'ann@example.com' });
    await close();
  });
});

// --- internal ---

/** The service with an admin area, and a cookie of each. */
async function open(path: string): Promise<Service & { own: string; passports: string }> {
  const service = await openService({ before: (app) => useAdmin(app, path) });
  const own = `session=${await service.signedIn('ann@example.com', PASSWORD)}`;
  const { headers } = await service.agent.post('/admin/sign-in').send({ username: 'root', password: 'secret' });
  const passports = String(headers['set-cookie']).split(';', 1)[0] as string;
  expect(passports).to.match(/^connect\.sid=/);
  return { ...service, own, passports };
}
