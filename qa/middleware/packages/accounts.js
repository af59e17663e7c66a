// Accounts of others: the program of docs/authentication-other.md.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { getMigrations } from 'better-auth/db/migration';
import { expect } from 'chai';
import pg from 'pg';
import blankTypes from 'ts-blank-space';
import { POSTGRES } from '../servers.js';

const ORIGIN = 'http://127.0.0.1';
const ANN = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery staple' };
const json = { 'content-type': 'application/json', origin: ORIGIN };

/** @type {import('../run-entry.js').Entry[]} */
export const accounts = [
  {
    name: 'better-auth',
    needs: 'postgres',
    mount: async ({ express, major, folder }) => {
      const name = `better_auth_${randomBytes(6).toString('hex')}`;
      await run(`create database ${name}`);
      const { auth, useAuth } = await load(major, folder, POSTGRES.replace(/postgres$/, name));
      await (await getMigrations(auth.options)).runMigrations();
      const app = express.Router();
      useAuth(app);
      const close = async () => {
        await auth.options.database.end();
        await run(`drop database ${name} with (force)`);
      };
      return { before: [app], close };
    },
    check: async ({ ask }) => {
      const toCookie = ({ headers }) => headers['set-cookie'].map((one) => one.split(';')[0]).join('; ');
      const signedUp = await ask('POST /api/auth/sign-up/email', json, ANN);
      expect(signedUp.status, String(signedUp.body)).to.equal(200);
      const signedIn = await ask('POST /api/auth/sign-in/email', json, { email: ANN.email, password: ANN.password });
      const cookie = toCookie(signedIn);
      const user = (await ask('GET /api/answer/user', { cookie })).json;
      expect(user).to.include({ email: ANN.email, name: ANN.name, id: signedIn.json.user.id });
      expect((await ask('GET /api/answer/user', {})).json).to.equal(null);
      expect((await ask('GET /api/answer/user', { cookie: cookie.replace(/=./, '=x') })).json).to.equal(null);
      expect(String(signedIn.headers['set-cookie'])).to.contain('SameSite=Lax');
      await ask('POST /api/auth/sign-out', { ...json, cookie }, {});
      expect((await ask('GET /api/answer/user', { cookie })).json).to.equal(null);
    },
  },
];

// --- internal ---

async function load(major, folder, url) {
  const page = readFileSync(new URL('../../../docs/authentication-other.md', import.meta.url), 'utf8');
  const [, program] = /```ts\n(\/\/ src\/better-auth\.ts\n[\s\S]*?)```/.exec(page);
  // Express 4 names no wildcards.
  const text = major === 'express4' ? program.replace('*splat', '*') : program;
  const file = new URL('better-auth.mjs', folder);
  writeFileSync(file, blankTypes(text));
  const env = { DATABASE_URL: url, PUBLIC_URL: ORIGIN, BETTER_AUTH_SECRET: randomBytes(32).toString('hex') };
  Object.assign(process.env, env);
  try {
    return await import(file.href);
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
}

async function run(text) {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  await client.query(text);
  await client.end();
}
