import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import supertest from 'supertest';
import { createRestRouter, StartError } from '../src/index.ts';
import { removeProjects, writeProject } from './load/project.ts';
import { keepQuiet, MAJORS } from './serve.ts';

const RULES = "export default [['/post/:id?', 'rest']];";
/** A controller that is loaded after a moment; it counts how often it is. */
const POST = `import { Controller } from '@rest-gen/router';
import { setTimeout } from 'node:timers/promises';
await setTimeout(50);
globalThis.loads = (globalThis.loads ?? 0) + 1;
export default class extends Controller { getAction() { return [globalThis.loads]; } }`;

describe('router.ready', () => {
  keepQuiet();
  afterEach(removeProjects);

  for (const [name, express] of MAJORS) {
    it(`delays requests until the project is loaded (${name})`, async () => {
      const { root } = writeProject({ 'src/config/router.js': RULES, 'src/controller/post.js': POST });
      const router = createRestRouter({ root });
      const app = express();
      app.use(router);
      app.use(router.notFound);
      const before = (globalThis as { loads?: number }).loads ?? 0;
      const answers = await Promise.all([supertest(app).get('/post'), supertest(app).get('/none')]);
      expect(answers.map(({ status, body }) => body.code ?? [status, body])).to.deep.equal([
        [200, [before + 1]],
        'E_NOT_FOUND',
      ]);
      await router.ready;
      expect(router.routes()).to.have.length(1);
    });

    it(`answers 503 after a failed load, and does not call next() (${name})`, async () => {
      const { root } = writeProject({ 'src/config/router.js': RULES });
      const router = createRestRouter({ root });
      const app = express();
      app.use(router);
      app.use((_req, res) => void res.end('passed on'));
      const first = supertest(app).get('/none');
      const error = await router.ready.catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(StartError).and.to.include({ code: 'E_RULE_CONTROLLER' });
      for (const request of [first, supertest(app).get('/post')]) {
        const { status, body } = await request;
        expect([status, body.code]).to.deep.equal([503, 'E_START_FAILED']);
      }
      expect(() => router.routes()).to.throw(StartError, 'E_RULE_CONTROLLER');
      await router.close();
    });
  }

  it('serves node:http without Express', async () => {
    const { root } = writeProject({ 'src/config/router.js': RULES, 'src/controller/post.js': POST });
    await supertest(createServer(createRestRouter({ root }) as never))
      .get('/post')
      .expect(200);
  });

  it('refuses questions about the project before it is loaded', async () => {
    const { root } = writeProject({ 'src/config/router.js': 'export default [];' });
    const router = createRestRouter({ root });
    for (const ask of [() => router.routes(), () => router.describe(), () => router.explain('GET', '/')]) {
      expect(ask).to.throw(StartError, 'await router.ready').that.includes({ code: 'E_NOT_READY' });
    }
    await router.ready;
    expect(router.describe().rules).to.deep.equal([]);
  });

  it('is resolved immediately with rules and controllers', async () => {
    const router = createRestRouter({ rules: [], controllers: {} });
    expect(router.routes()).to.deep.equal([]);
    await router.ready;
  });

  for (const [what, post, output] of [
    ['names the rule, without a stack', undefined, /^E_RULE_CONTROLLER in .*router\.js, rule 1: .*\n.*\n.*\n$/],
    ['shows the stack of the broken file', 'null.x;', /^StartError: E_LOAD in .*post\.js\n[\s\S]*post\.js:1:/],
  ] as const) {
    it(`ends the process with exit code 1 when it is not awaited: ${what}`, () => {
      const { root } = writeProject({
        'src/config/router.js': RULES,
        ...(post && { 'src/controller/post.js': post }),
        'src/app.js': `import { createServer } from 'node:http';
import { createRestRouter } from '@rest-gen/router';
process.on('unhandledRejection', () => undefined);
createServer(createRestRouter()).listen(0);`,
      });

      const flags = process.env.REST_GEN_BUILT === '1' ? [] : process.execArgv;
      const { status, stderr, stdout } = spawnSync(process.execPath, [...flags, join(root, 'app.js')], {
        encoding: 'utf8',
        timeout: 20_000,
      });
      expect([status, stdout]).to.deep.equal([1, '']);
      expect(stderr.replace(/^\(node.*\n/gm, '')).to.match(output);
    });
  }
});
