import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Auth } from '@rest-gen/auth';
import { createModels } from '@rest-gen/model';
import { createOpenApi, type OpenApiDocument, type OpenApiOptions } from '@rest-gen/openapi';
import { type ControllerStatics, createRestRouter } from '@rest-gen/router';
import type { CreatePart } from '@rest-gen/router/part';
import { openLibrary, options } from './project.ts';

const generated = new URL('./generated/', import.meta.url);

const bearer: OpenApiOptions = {
  security: [{ bearer: [] }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
};

rmSync(generated, { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
await write('blog', 'blog.json', {});
await write('blog', 'blog-v1.json', { version: 'v1' });
await write('blog', 'blog-3.2.json', { openapi: '3.2' });
await write('blog', 'blog-server.json', { ...bearer, servers: [{ url: 'https://blog.test/api' }] });
const { auth } = (await import(new URL('../../examples/tracker/dist/auth.js', import.meta.url).href)) as { auth: Auth };
await write('tracker', 'tracker.json', {}, [auth.part]);
// Zodios cannot type a call with more than about 35 query parameters.
const { default: Issue } = (await import('../../examples/tracker/dist/controller/issue.js')) as {
  default: ControllerStatics;
};
Issue.filterable = ['id', 'title', 'status', 'priority', 'project.name', 'assignee.name'];
await write('tracker', 'tracker-filterable.json', {}, [auth.part]);
const library = await openLibrary();
save('library.json', await createOpenApi(library.router, options));
save('library-3.2.json', await createOpenApi(library.router, { ...options, openapi: '3.2' }));
await library.close();
writePrograms();

// --- internal ---

/** The programs of docs/openapi-generators.md that use a generated client, to be compiled with the others. */
function writePrograms(): void {
  const page = readFileSync(new URL('../../docs/openapi-generators.md', import.meta.url), 'utf8');
  for (const [index, [, text = '']] of [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].entries()) {
    if (!text.includes("from './api")) continue;
    const program = text
      .replaceAll("'./api/", "'./tracker/hey-api/")
      .replaceAll("'./api.ts'", "'./tracker/openapi-typescript.ts'");
    writeFileSync(new URL(`docs-${index}.ts`, generated), program);
  }
}

function save(file: string, document: OpenApiDocument): void {
  writeFileSync(new URL(file, generated), `${JSON.stringify(document, null, 2)}\n`);
}

/** The document of an example as it was built, on an empty database in memory. */
async function write(example: string, file: string, given: OpenApiOptions, parts: CreatePart[] = []): Promise<void> {
  const root = fileURLToPath(new URL(`../../examples/${example}/`, import.meta.url));
  const models = createModels('sqlite::memory:', { migrations: `${root}migrations`, autoMigrate: true });
  const router = createRestRouter({ root: `${root}dist`, model: models, parts });
  const document = await createOpenApi(router, given);
  save(file, document);
  await router.close();
  await models.close();
}
