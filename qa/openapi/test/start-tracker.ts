import { fileURLToPath } from 'node:url';
import { createModels } from '@rest-gen/model';
import { createDataDirectory, type Example, startExample } from '../../../examples/blog/test/start-example.ts';
import seed from '../../../examples/tracker/seeds/1_tracker.js';

export interface Tracker {
  readonly url: string;
  /** Of Ada, who owns an organization. */
  readonly token: string;
  stop(): Promise<void>;
}

/** Start examples/tracker with the records of its seed. */
export async function startTracker(): Promise<Tracker> {
  process.env.TOKEN_SECRET = 'the tests of the tools need no secret that is better';
  const folder = new URL('../../../examples/tracker/', import.meta.url);
  const data = createDataDirectory();
  const models = createModels(data.url, {
    migrations: fileURLToPath(new URL('migrations', folder)),
    autoMigrate: true,
  });
  await seed(models);
  await models.close();
  const { signToken } = (await import(new URL('dist/auth.js', folder).href)) as {
    signToken: (user: number) => Promise<string>;
  };
  const tracker: Example = await startExample('tracker', 'dist/app.js', data.url);
  return {
    url: tracker.url,
    token: await signToken(1),
    async stop() {
      await tracker.stop();
      data.remove();
    },
  };
}
