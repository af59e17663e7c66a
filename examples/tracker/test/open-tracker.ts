import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Auth, createAuth } from '@rest-gen/auth';
import { createModels, type Id, type Models, type Seed, type SqlClient } from '@rest-gen/model';
import { createRestRouter, type RestRouter } from '@rest-gen/router';
import express, { type Express } from 'express';
import { SqliteClient } from '../../../packages/model/src/stores/sqlite/sqlite-client.ts';

/** The folder of the example. */
export const TRACKER: string = fileURLToPath(new URL('..', import.meta.url));

/** The example reads the name of the directory once. */
const UPLOADS: string = mkdtempSync(join(tmpdir(), 'rest-gen-tracker-'));
process.env.UPLOADS = UPLOADS;
process.once('exit', () => rmSync(UPLOADS, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: whatever the server answers.
type Body = any;

/** The password of every user of the seed. */
export const PASSWORD = 'correct horse battery staple';

/** An answer, and the statements that it took, without the one that finds the user of the token. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
  readonly statements: readonly string[];
}

/** The example as it was built, with the records of its seed, in memory. */
export interface Tracker {
  readonly models: Models;
  /** Signs users in with the models of the test; the controllers of `session`, `user`, `password` and `token` have that of the example. */
  readonly auth: Auth;
  readonly router: RestRouter;
  /** The middleware that serves it. */
  readonly app: Express;
  /** Where it listens; web pages of `CORS_ORIGIN` may call it. */
  readonly url: string;
  /** The header of a request by a user. */
  tokenOf(user: Id | undefined): Promise<Record<string, string>>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  upload(path: string, form: FormData): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Read a list from page to page. */
  getAll(path: string): Promise<Answer[]>;
  close(): Promise<void>;
}

/**
 * Start the example.
 *
 * @param userId - who sends the requests, unless they have a header of their own; by default nobody
 * @param seed - other records than those of the example
 */
export async function openTracker(userId?: number, seed?: Seed): Promise<Tracker> {
  const client = new SqliteClient(':memory:', 5_000);
  const statements: string[] = [];
  const models = createModels(recorded(client, statements), { migrations: `${TRACKER}migrations` });
  await models.migrate();
  await models.transaction(seed ?? (await loadSeed()));
  const { allowOrigins } = await load('dist/cors.js');
  const origins = (process.env.CORS_ORIGIN ?? '').split(',');
  const auth = createAuth({ models: createModels(client), sendMail: () => undefined, origins });
  const router = createRestRouter({ root: `${TRACKER}dist`, model: models, log: false, parts: [auth.part] });
  await router.ready;
  const tokenOf: Tracker['tokenOf'] = async (user) =>
    user === undefined ? {} : { Authorization: `Bearer ${(await auth.createSession(user)).token}` };
  const token = await tokenOf(userId);
  const app = express().use(allowOrigins(origins), auth.authenticate, router, router.notFound, router.errors);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    statements.length = 0;
    const response = await fetch(url + path, { ...init, headers: { ...token, ...(init.headers as object) } });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const { status, headers } = response;
    return { status, headers, text, body: isJson ? JSON.parse(text) : undefined, statements: [...statements] };
  };
  const send: Tracker['send'] = (method, path, body, headers = {}) =>
    request(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const get: Tracker['get'] = (path, headers) => send('GET', path, undefined, headers);
  // The models describe a table once, with its first request.
  for (const table of ['organization', 'project', 'user', 'label', 'issue', 'comment', 'issue/1/audit'])
    await get(`/${table}/1`);
  return {
    models,
    auth,
    router,
    app,
    url,
    tokenOf,
    send,
    upload: (path, body) => request(path, { method: 'POST', body }),
    get,
    async getAll(path) {
      const pages = [await get(path)];
      for (let next = nextOf(pages[0]); next !== undefined; next = nextOf(pages.at(-1))) pages.push(await get(next));
      return pages;
    },
    async close() {
      server.close();
      await models.close();
    },
  };
}

/** The records of `npm run seed`. */
export async function loadSeed(): Promise<Seed> {
  return (await load('seeds/1_tracker.js')).default;
}

// --- internal ---

/** A module of the example. */
function load(path: string) {
  return import(new URL(`../${path}`, import.meta.url).href);
}

/** A client that keeps the texts of what it is asked. */
function recorded(client: SqlClient, statements: string[]): SqlClient {
  return {
    dialect: client.dialect,
    query(text, parameters, options) {
      statements.push(text);
      return client.query(text, parameters, options);
    },
    transaction: (work, options) =>
      client.transaction(
        (query) =>
          work((text, parameters) => {
            statements.push(text);
            return query(text, parameters);
          }),
        options,
      ),
    close: () => client.close(),
  };
}

function nextOf(answer: Answer | undefined): string | undefined {
  return /<([^<>]+)>; rel="next"/.exec(answer?.headers.get('link') ?? '')?.[1];
}
