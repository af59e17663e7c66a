import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { defineLogic, partial } from '@rest-gen/logic';
import { createModels } from '@rest-gen/model';
import { Controller, createRestRouter } from '@rest-gen/router';
import express from 'express';
import Rest from '../../test/fixture/rest.ts';

// One process of the application: as users write it, with the base class that is generated for them, on the store that DATABASE_URL names.

const migrations = fileURLToPath(new URL('migrations', import.meta.url));
const models = createModels(process.env.DATABASE_URL as string, { migrations, autoMigrate: false });

class Entry extends Rest {}

class Payment extends Rest {
  static idempotent = 'required' as const;
}

class Note extends Rest {}

class Counter extends Rest {}

/** POST /counter/1/increment: read the value, and write the next one. */
class Increment extends Controller {
  async postAction(): Promise<unknown> {
    return models.transaction(
      async (tx) => {
        const counter = tx.model('counter').byId(this.get('counterId'));
        const { value } = this.found(await counter.find());
        await counter.update({ value: Number(value) + 1 });
        return { value: Number(value) + 1 };
      },
      { signal: this.signal },
    );
  }
}

const name = { required: true, string: true } as const;
const value = { required: true, int: true } as const;

const app = express();
app.use(
  createRestRouter({
    model: models,
    timeout: 10_000,
    rules: [
      ['/counter/:id/increment', 'increment?counterId=:id', 'rest'],
      ['/entry/:id?', 'rest'],
      ['/payment/:id?', 'rest'],
      ['/note/:id?', 'rest'],
      ['/counter/:id?', 'rest'],
    ],
    controllers: { entry: Entry, payment: Payment, note: Note, counter: Counter, increment: Increment },
    logics: {
      entry: defineLogic({ postAction: { body: { name } } }),
      payment: defineLogic({ postAction: { body: { name } } }),
      note: defineLogic({ postAction: { body: { value } }, patchAction: { body: partial({ value }) } }),
      counter: defineLogic({ postAction: { body: { value } } }),
    },
  }),
);

// All processes migrate at once: the lease has to let one at a time do it, whichever node each is connected to.
await models.migrate();

const server = app.listen(0, '127.0.0.1', (error?: Error) => {
  if (error) throw error;
  console.log(`The application listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => server.close(() => void models.close()));
