import { listFiles } from '../workspace.ts';

/** Programs that another test runs or compiles. */
export interface Elsewhere {
  readonly page: string;
  /** Which programs of the page. */
  readonly has: (text: string) => boolean;
}

const TUTORIAL = listFiles('docs').filter((path) => path.startsWith('docs/tutorial'));
const all = () => true;
/** Files of a project: `// src/config/router.js`. */
const isFile = (text: string) => /^\/\/ (?:src|test|migrations|seeds)\/\S+\.js/.test(text);

export const ELSEWHERE: readonly Elsewhere[] = [
  // test/guides.test.ts
  ...[
    'rules',
    'controllers',
    'hooks',
    'relations',
    'relations-write',
    'search',
    'aggregates',
    'soft-delete',
    'audit',
    'files',
    'policies',
    'policies-howto',
    'from-thinkjs',
    'from-express',
    'decimals',
  ].map((name) => ({
    page: `docs/${name}.md`,
    has: isFile,
  })),
  // test/constraints-page.test.ts
  { page: 'docs/constraints.md', has: isFile },
  // test/change-a-field.e2e.ts
  { page: 'docs/change-a-field.md', has: all },
  // test/compared-page.test.ts
  { page: 'docs/compared.md', has: all },
  // qa/middleware/packages/validation.js
  { page: 'docs/middleware.md', has: all },
  // packages/changes/test/docs.test.ts
  ...['changes', 'history'].map((name) => ({ page: `docs/${name}.md`, has: isFile })),
  // test/postgresql-howto.test.ts
  { page: 'docs/postgresql-howto.md', has: (text) => text.startsWith('// src/parts/') },
  // test/debugging-docs.e2e.ts uses all except src/app.js.
  { page: 'docs/debugging.md', has: (text) => isFile(text) && !text.startsWith('// src/app.js') },
  // test/deployment-docs.e2e.ts, test/openapi-docs.e2e.ts, test/server-docs.test.ts, test/observability-docs.test.ts
  ...['deployment', 'openapi', 'openapi-page', 'openapi-generators', 'server', 'observability'].map((name) => ({
    page: `docs/${name}.md`,
    has: all,
  })),
  // qa/bundles/run.js
  { page: 'docs/bundles.md', has: all },
  // test/logic-docs.e2e.ts, packages/logic/test/readme.test.ts
  ...[
    'logic',
    'logic-attributes',
    'logic-rules',
    'logic-schemas',
    'logic-messages',
    'logic-uploads',
    'logic-types',
    'logic-express',
  ].map((name) => ({ page: `docs/${name}.md`, has: all })),
  { page: 'packages/logic/README.md', has: all },
  // test/models-docs.test.ts, test/models-page.e2e.ts: programs, migrations, adapters and the provider are whole files.
  ...['models', 'typed-tables', 'models-sql', 'models-queries', 'migrations', 'adapters'].map((name) => ({
    page: `docs/${name}.md`,
    has: (text: string) => isFile(text) || /^import /m.test(text),
  })),
  // packages/model/test/idempotency.e2e.ts
  { page: 'docs/idempotency.md', has: (text) => text.startsWith('export const up = (schema) =>') },
  // test/tutorial.e2e.ts, which writes every file and every edit; the others are shown only.
  ...TUTORIAL.map((page) => ({ page, has: all })),
  // test/front-end-docs.e2e.ts
  { page: 'docs/front-end.md', has: all },
  // qa/front-ends/front-ends.e2e.ts
  { page: 'docs/frameworks.md', has: all },
  // packages/cli/test/client/docs.e2e.ts
  { page: 'docs/client.md', has: all },
  { page: 'docs/authentication.md', has: (text) => text.startsWith('import { createSession') },
  // packages/auth/test/other-ways.test.ts, qa/middleware/packages/accounts.js
  { page: 'docs/authentication-other.md', has: (text) => /^\/\/ src\/(?:better-auth|authenticate)\.ts/.test(text) },
  { page: 'packages/client/README.md', has: all },
  { page: 'README.md', has: (text) => text.includes('api.issue') },
  // packages/cli/test/readme.test.ts
  { page: 'packages/cli/README.md', has: (text) => !text.startsWith("import { run } from 'rest-gen'") },
];
