import { createAuth } from '@rest-gen/auth';
import { createModels, type Id, type Models } from '@rest-gen/model';
import { createDataDirectory, type Example, startExample } from '../../blog/test/start-example.ts';
import { loadSeed, TRACKER } from './open-tracker.ts';

/** The example as `npm start` runs it, with the records of its seed in a file. */
export interface StartedTracker extends Pick<Example, 'url' | 'send' | 'prints'> {
  /** On the same file. */
  readonly models: Models;
  /** The token of a new session. */
  tokenOf(user: Id): Promise<string>;
  stop(): Promise<void>;
}

/** Start the example; web pages of `CORS_ORIGIN` may call it. */
export async function startTracker(): Promise<StartedTracker> {
  const data = createDataDirectory();
  const models = createModels(data.url, { migrations: `${TRACKER}migrations` });
  await models.migrate();
  await models.transaction(await loadSeed());
  const auth = createAuth({ models, sendMail: () => undefined });
  const { url, send, prints, stop } = await startExample('tracker', 'dist/app.js', data.url);
  return {
    url,
    send,
    prints,
    models,
    tokenOf: async (user) => (await auth.createSession(user)).token,
    async stop() {
      await stop();
      await models.close();
      data.remove();
    },
  };
}
