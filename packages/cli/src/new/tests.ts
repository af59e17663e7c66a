import type { ProjectRequest } from './plan-project.ts';

/** `test/app`: the application as tests see it. */
export function testApp({ database, testRunner }: ProjectRequest): string[] {
  const isStored = database !== 'none';
  const after = testRunner === 'mocha' ? 'after' : 'afterAll';
  return [
    `import { ${after} } from '${testRunner}';`,
    '',
    ...(isStored
      ? ['// A database of their own, in memory: the migrations make its tables. Set before the models are loaded.']
      : []),
    "process.env.NODE_ENV = 'test';",
    ...(isStored ? ["process.env.DATABASE_URL = 'sqlite::memory:';"] : []),
    `const { app, router } = await ${IMPORT}('../src/app.js');`,
    ...(isStored ? [`const { default: models } = await ${IMPORT}('../src/config/model.js');`] : []),
    '',
    ...(isStored
      ? [`${after}(async () => {`, '  await router.close();', '  await models.close();', '});']
      : [`${after}(() => router.close());`]),
    '',
    `export { app${isStored ? ', models' : ''} };`,
  ];
}

/** `test/app.test`: what holds before there is a resource. */
export function appTest({ testRunner }: ProjectRequest): string[] {
  return [
    "import request from 'supertest';",
    ...(testRunner === 'vitest' ? ["import { describe, it } from 'vitest';"] : []),
    "import { app } from './app.js';",
    '',
    "describe('the application', () => {",
    "  it('is live and ready', async () => {",
    "    await request(app).get('/live').expect(200);",
    "    await request(app).get('/ready').expect(200);",
    '  });',
    '',
    "  it('answers 404 where no rule leads', async () => {",
    "    await request(app).get('/no-such-resource').expect(404).expect('Content-Type', /problem\\+json/);",
    '  });',
    '',
    "  it('documents itself', async () => {",
    "    await request(app).get('/docs').redirects(1).expect(200).expect('Content-Type', /html/);",
    '  });',
    '});',
  ];
}

// --- internal ---

/** Apart, since it is the project that imports this and not the command line: who looks for imports of ours must not find it. */
const IMPORT = 'import';
