import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import { createRestRouter, type RestRouter, type RestRouterOptions } from '@rest-gen/router';
import express5 from 'express';
import supertest from 'supertest';
import { type Auth, type AuthOptions, createAuth, type Mail } from '../src/index.ts';
import { useAuth } from './fixtures/project/src/auth.ts';

export const PROJECT: string = fileURLToPath(new URL('fixtures/project/', import.meta.url));

/** The generated project, on a database of its own. */
export interface Service {
  readonly agent: ReturnType<typeof supertest>;
  readonly app: ReturnType<typeof express5>;
  readonly auth: Auth;
  readonly models: Models;
  readonly router: RestRouter;
  /** The next mail that is sent. */
  mail(): Promise<Mail>;
  /** Sign a user up, verify the address and sign in. @returns the token of the session */
  signedIn(email: string, password?: string): Promise<string>;
  close(): Promise<void>;
}

export const PASSWORD = 'correct horse battery staple';

/**
 * Start the generated project.
 *
 * @param create - makes the application: one of Express 4 or 5
 */
export async function openService(
  options: Partial<AuthOptions> & {
    store?: string;
    before?: (app: ReturnType<typeof express5>) => void;
    /** In place of the files of the project. */
    project?: RestRouterOptions;
  } = {},
  create: () => ReturnType<typeof express5> = express5,
): Promise<Service> {
  const { store = 'sqlite::memory:', before, project, ...given } = options;
  const models = createModels(store, { migrations: `${PROJECT}migrations` });
  await models.migrate();
  const mails: Mail[] = [];
  let arrived = () => {};
  const sendMail = (mail: Mail) => {
    mails.push(mail);
    arrived();
  };
  const auth = createAuth({ models, sendMail, ...given });
  useAuth(auth);
  const router = createRestRouter({ root: `${PROJECT}src`, model: models, log: false, parts: [auth.part], ...project });
  await router.ready;
  const app = create();
  before?.(app);
  app.use(auth.authenticate, router, router.notFound, router.errors);
  const agent = supertest(app);
  const mail = async () => {
    while (mails.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return mails.shift() as Mail;
  };
  return {
    agent,
    app,
    auth,
    models,
    router,
    mail,
    async signedIn(email, password = PASSWORD) {
      await agent.post('/user').send({ email, password }).expect(202);
      await agent
        .post('/user/verification')
        .send({ token: (await mail()).token })
        .expect(204);
      const { body } = await agent.post('/session').send({ email, password }).expect(201);
      return body.token;
    },
    async close() {
      await router.close();
      await models.close();
    },
  };
}
