import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { defineLogic, partial } from '@rest-gen/logic';
import { createModels, type Models } from '@rest-gen/model';
import { Controller, createRestRouter } from '@rest-gen/router';
import { ready } from '@rest-gen/server';
import express from 'express';
import Rest from '../../test/fixture/rest.ts';

/** What the long runs load: as users write it, with the base class that is generated for them. */
export interface Application {
  readonly app: ReturnType<typeof express>;
  readonly router: ReturnType<typeof createRestRouter>;
  readonly models: Models;
}

/**
 * @param database - of SQLite, a file
 * @param timeout - milliseconds until an answer begins
 */
export async function openApplication(database: string, timeout: number): Promise<Application> {
  const models = createModels(`sqlite:${database}`, { migrations, autoMigrate: false });
  await models.migrate();
  const router = createRestRouter({
    model: models,
    log: false,
    timeout,
    rules: [
      ['/post/:id?', 'rest'],
      ['/large', 'rest'],
    ],
    controllers: { post: Post, large: Large },
    logics: { post: postLogic },
  });
  const app = express().disable('x-powered-by');
  app.get('/ready', ready(models)).use(router).use(router.notFound);
  return { app, router, models };
}

// --- internal ---

const migrations = fileURLToPath(new URL('migrations', import.meta.url));

const fields = {
  title: { required: true, string: true, trim: true, length: { max: 80 } },
  body: { string: true, nullable: true },
  views: { int: { min: 0 }, default: 0 },
} as const;

const postLogic = defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});

class Post extends Rest<typeof postLogic> {}

/** More than the buffers of any connection hold: 64 MB, a piece at a time. */
class Large extends Controller {
  getAction(): Readable {
    const piece = Buffer.alloc(65_536, 'x');
    return Readable.from(
      (function* () {
        for (let count = 0; count < 1_024; count += 1) yield piece;
      })(),
    );
  }
}
