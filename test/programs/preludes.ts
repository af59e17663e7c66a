/** An incomplete program of a page, and the code around it. */
export interface Prelude {
  readonly page: string;
  /** The beginning of the program. */
  readonly start: string;
  readonly before?: string;
  readonly after?: string;
}

const CREATE_MODELS = "import { createModels } from '@rest-gen/model';\n";
const SCHEMA = "declare const schema: import('@rest-gen/model').Schema;\n";
const HOOKS = `declare const models: import('@rest-gen/model').Models;
declare function beforeEach(hook: () => Promise<void>): void;
declare function afterEach(hook: () => Promise<void>): void;
`;
const VITEST_HOOKS = `declare const models: import('@rest-gen/model').Models;
declare function beforeEach(hook: () => Promise<() => Promise<void>>): void;
`;
const MODELS = "import models from '../config/model.js';\n";
const REST = "import logic from '../logic/post.js';\nimport Rest from './rest.js';\n";
const CONTROLLER = "import { Controller } from '@rest-gen/router';\n";
const IN_ACTION: Pick<Prelude, 'before' | 'after'> = {
  before: `${CONTROLLER}export class Some extends Controller { async getAction() {\n`,
  after: '} }',
};
const APP =
  "import express from 'express';\nimport { createRestRouter } from '@rest-gen/router';\nconst app = express();\n";
/** An open transaction. */
const TX = `${MODELS}type Work = Parameters<typeof models.transaction>[0];\ndeclare const tx: Parameters<Work>[0];\n`;

export const PROGRAMS: readonly Prelude[] = [
  {
    page: 'docs/authentication.md',
    start: "import { createAuth, github, google } from '@rest-gen/auth';",
    before: `declare const models: import('@rest-gen/model').Models;
declare const sendMail: import('@rest-gen/auth').AuthOptions['sendMail'];
`,
  },
  ...['controller', 'logic', 'policy'].map((folder) => ({
    page: 'docs/authentication.md',
    start: `// src/${folder}/user.ts`,
  })),
  { page: 'docs/browsers.md', start: '// vite.config.ts' },
  { page: 'docs/parts.md', start: '// src/parts/timing.ts' },
  {
    page: 'docs/plans.md',
    start: '// src/app.ts',
    before: `${APP}const router = createRestRouter();\n`,
  },
  { page: 'docs/plans.md', start: 'export default class extends Rest', before: REST },
  { page: 'docs/changes.md', start: '// src/app.ts', before: APP },
  { page: 'docs/changes.md', start: '// src/controller/post.ts', before: REST },
  { page: 'docs/changes.md', start: 'const source = new EventSource' },
  { page: 'docs/history.md', start: '// src/app.ts', before: APP },
  { page: 'docs/history.md', start: '// src/controller/post.ts', before: REST },
  { page: 'docs/webhooks.md', start: '// src/config/webhooks.ts' },
  {
    page: 'docs/webhooks.md',
    start: '// src/app.ts',
    before: `${APP}import { gracefulShutdown } from '@rest-gen/server';\ndeclare const server: import('node:http').Server;\n`,
  },
  { page: 'docs/jobs.md', start: '// src/job/close-old.ts' },
  {
    page: 'docs/jobs.md',
    start: '// src/app.ts',
    before: `${APP}import { gracefulShutdown } from '@rest-gen/server';\ndeclare const server: import('node:http').Server;\n`,
  },
  { page: 'docs/webhooks.md', start: '// A receiver' },
  { page: 'docs/webhooks.md', start: '// src/mail.ts' },
  {
    page: 'docs/agents.md',
    start: '// src/app.ts',
    before: `${APP}const router = createRestRouter();\ndeclare const auth: import('@rest-gen/auth').Auth;\n`,
  },
  { page: 'docs/agents.md', start: 'export default class extends Rest', before: REST },
  {
    page: 'docs/agents.md',
    start: "app.get('/.well-known/oauth-protected-resource'",
    before: `${APP}import { createMcp } from '@rest-gen/mcp';\nconst router = createRestRouter();\ndeclare const verifyToken: import('express').RequestHandler;\ndeclare const METADATA: string;\n`,
  },
  { page: 'docs/requests.md', start: "import { createRestRouter } from '@rest-gen/router';" },
  {
    page: 'docs/requests.md',
    start: 'const { status, body, changes }',
    before: "declare const router: import('@rest-gen/router').RestRouter;\ndeclare const user: { id: number };\n",
  },
  {
    page: 'docs/parts.md',
    start: 'app.use(createRestRouter({ parts: [timing] }));',
    before: `${APP}declare const timing: import('@rest-gen/router/part').CreatePart;\n`,
  },
  {
    page: 'docs/postgresql-howto.md',
    start: 'app.use(createRestRouter({ parts: [tenant] }));',
    before: `${APP}declare const tenant: import('@rest-gen/router/part').CreatePart;\n`,
  },
  { page: 'docs/browsers.md', start: "import { createRestRouter } from '@rest-gen/router';\nimport cors" },
  {
    page: 'README.md',
    start: 'export default defineRules([[',
    before: "import { defineRules } from '@rest-gen/router';\n",
  },
  { page: 'README.md', start: 'export default class Post', before: REST },
  { page: 'README.md', start: 'const fields = {', before: "import { defineLogic, partial } from '@rest-gen/logic';\n" },
  {
    page: 'README.md',
    start: 'export default definePolicy',
    before: "import { definePolicy } from '@rest-gen/router';\n",
  },
  { page: 'README.md', start: "await this.model('post')", ...IN_ACTION },
  {
    page: 'README.md',
    start: 'static include = {',
    before: `${REST}export class Issue extends Rest<typeof logic> {\n`,
    after: '}',
  },
  { page: 'README.md', start: 'app.use(createRestRouter());', before: APP },
  {
    page: 'README.md',
    start: "app.use('/mcp', createMcp(router));",
    before: `${APP}import { createMcp } from '@rest-gen/mcp';\nconst router = createRestRouter();\n`,
  },
  { page: 'docs/cli-inspect.md', start: 'const fields = {' },
  { page: 'docs/clusters.md', start: 'export default createModels(', before: CREATE_MODELS },
  {
    page: 'docs/clusters.md',
    start: 'await models.transaction(',
    before: `${MODELS}declare const id: number;\ndeclare function sendMail(): Promise<void>;\n`,
  },
  { page: 'docs/clusters.md', start: "await tx.model('ward')", before: `${TX}declare const ward: number;\n` },
  {
    page: 'docs/relations-tables.md',
    start: 'export default class Post extends Rest<typeof logic> {\n  static include',
    before: REST,
  },
  { page: 'docs/debugging.md', start: '// src/app.js' },
  {
    page: 'docs/errors.md',
    start: 'app.use(rateLimit(',
    before: `${APP}import { HttpError } from '@rest-gen/router';
type Handler = (req: unknown, res: unknown, next: express.NextFunction) => void;
declare function rateLimit(options: { handler: Handler }): express.RequestHandler;
`,
  },
  {
    page: 'docs/errors.md',
    start: 'const STATUSES',
    before: `${APP}import { HttpError } from '@rest-gen/router';\n`,
  },
  {
    page: 'docs/http-writes.md',
    start: 'export default class Webhook',
    before: `${CONTROLLER}declare function isSigned(body: Buffer, signature: string | undefined): boolean;
`,
  },
  { page: 'docs/keys.md', start: 'export default class Post', before: REST },
  {
    page: 'docs/from-express.md',
    start: "app.get('/post/:id'",
    before: `import express from 'express';
const app = express();
declare const pool: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> };
`,
  },
  { page: 'docs/from-express.md', start: 'app.use(createRestRouter());', before: APP },
  {
    page: 'docs/http.md',
    start: 'const fields = {',
    after: "import { defineLogic } from '@rest-gen/logic';\ndefineLogic({ postAction: { body: fields } });",
  },
  { page: 'docs/http-writes.md', start: 'export default class Setting', before: REST },
  {
    page: 'docs/conditional-requests.md',
    start: 'export default class Post',
    before: `import type { Row } from '@rest-gen/router';\n${REST}`,
  },
  {
    page: 'docs/conditional-requests.md',
    start: 'override async deleteAction() {',
    before: `${REST}export class Some extends Rest<typeof logic> {\n`,
    after: '}',
  },
  { page: 'docs/idempotency.md', start: 'export default class Order', before: CONTROLLER },
  { page: 'docs/http.md', start: 'export default class Ticket', before: CONTROLLER },
  {
    page: 'docs/adapters.md',
    start: 'export default createModels(kyselyClient(db',
    before: `import { createModels, type SqlClient } from '@rest-gen/model';
declare const db: unknown;
declare function kyselyClient(db: unknown, dialect: SqlClient['dialect']): SqlClient;
`,
  },
  { page: 'docs/models-queries.md', start: 'const posts = await this.model()', ...IN_ACTION },
  { page: 'docs/migrations.md', start: "await schema.createTable('post', (t) =>", before: SCHEMA },
  { page: 'docs/migrations.md', start: "await schema.alterTable('post', (t) =>", before: SCHEMA },
  { page: 'docs/migrations.md', start: 'export const config = {' },
  { page: 'docs/models-queries.md', start: 'const mine = models.as(', before: MODELS },
  { page: 'docs/models.md', start: 'let rollback:', before: HOOKS },
  { page: 'docs/models.md', start: 'beforeEach(() =>', before: VITEST_HOOKS },
  { page: 'docs/mysql.md', start: 'export default createModels(', before: CREATE_MODELS },
  { page: 'docs/policies.md', start: 'declare module', before: "import '@rest-gen/router';\n" },
  {
    page: 'docs/policies-howto.md',
    start: 'await router.ready;',
    before: `import assert from 'node:assert';
import { createRestRouter } from '@rest-gen/router';
${MODELS}const router = createRestRouter({ model: models });
`,
  },
  {
    page: 'docs/policies-howto.md',
    start: 'const router = createRestRouter(',
    before: "import { createRestRouter } from '@rest-gen/router';\n",
  },
  { page: 'docs/files.md', start: '// src/controller/attachment.ts' },
  {
    page: 'docs/files.md',
    start: 'await this.upload(upload',
    before: `import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { UploadMiddleware } from '@rest-gen/router';
import Rest from './rest.js';
const [s3, Bucket] = [new S3Client(), 'attachments'];
declare const upload: UploadMiddleware;
export class Some extends Rest {
  override async __before() {
`,
    after: '}\n}',
  },
  { page: 'docs/postgresql.md', start: 'export default createModels(', before: CREATE_MODELS },
  { page: 'docs/relations.md', start: "const posts = await this.model('post')", ...IN_ACTION },
  { page: 'docs/router.md', start: '// src/app.js' },
  { page: 'docs/router.md', start: 'import { checkProject }' },
  {
    page: 'docs/router.md',
    start: 'app.use(\n  createRestRouter({\n    language',
    // As i18next-http-middleware declares them.
    before: `${APP}declare global {
  namespace Express {
    interface Request { language: string; t(key: string, options: object): string }
  }
}
`,
  },
  {
    page: 'docs/search.md',
    start: 'export default class Book extends Rest<typeof logic>',
    before: `import { defineLogic, type Input } from '@rest-gen/logic';
import Rest from './rest.js';
const logic = defineLogic({ getAction: { query: { text: { string: true } } } });
declare function findBooks(text: string): Promise<number[]>;
`,
  },
  {
    page: 'docs/soft-delete.md',
    start: 'async restoreAction() {',
    before: `${REST}export class Some extends Rest<typeof logic> {\noverride `,
    after: '}',
  },
  { page: 'docs/soft-delete.md', start: 'await this.model().deleted()', ...IN_ACTION },
  { page: 'docs/soft-delete.md', start: "await models.model('post')", before: MODELS },
  { page: 'docs/soft-delete.md', start: "await schema.createTable('post'", before: SCHEMA },
  { page: 'docs/soft-delete.md', start: "await schema.alterTable('post'", before: SCHEMA },
  {
    page: 'docs/soft-delete.md',
    start: 'async nextNumber() {',
    before: `${REST}export class Some extends Rest<typeof logic> {\n`,
    after: '}',
  },
  { page: 'packages/cli/README.md', start: "import { run } from 'rest-gen'" },
  { page: 'packages/model/README.md', start: '// src/config/model.ts' },
  {
    page: 'packages/model/README.md',
    start: "const post = models.model('post');",
    before: `${MODELS}declare const row: { id: number; views: number };\n`,
  },
  { page: 'packages/model/README.md', start: 'const { kysely } = models;', before: MODELS },
  {
    page: 'packages/model/README.md',
    start: 'await models.transaction(',
    before: `${MODELS}declare const customerId: number;\ndeclare const item: number;\n`,
  },
  { page: 'packages/model/README.md', start: 'import type { Migration }' },
  { page: 'packages/openapi/README.md', start: 'import { createOpenApi }' },
  { page: 'packages/inspect/README.md', start: 'import { createRestRouter }' },
  { page: 'packages/router/README.md', start: 'import { createRestRouter }' },
  { page: 'packages/router/README.md', start: 'import { defineRules }' },
  { page: 'packages/router/README.md', start: 'import { Controller }' },
  {
    page: 'packages/server/README.md',
    start: 'import { createServer',
    before: 'declare const database: { ping(): Promise<void>; close(): Promise<void> };\n',
  },
];
