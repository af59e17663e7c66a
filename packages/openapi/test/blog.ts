import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import { createRestRouter, type RestRouter } from '@rest-gen/router';
import type { OpenApiOptions } from '../src/index.ts';

/** The folder of the example. */
export const BLOG: string = fileURLToPath(new URL('../../../examples/blog/', import.meta.url));

/** The options of the example's document. */
export const options: OpenApiOptions = {
  info: { title: 'Blog', version: '1.0.0' },
};

/** The router of examples/blog as it was built, on an empty database in memory. */
export async function openBlog(): Promise<{ router: RestRouter; models: Models }> {
  const models = createModels('sqlite::memory:', { migrations: join(BLOG, 'migrations'), autoMigrate: true });
  return {
    router: createRestRouter({ root: join(BLOG, 'dist'), model: models, problemType: '/docs/errors#' }),
    models,
  };
}
