import { once } from 'node:events';
import fs from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { format, inspect } from 'node:util';
import { expect } from 'chai';
import createDebug from 'debug';
import express from 'express';
import supertest from 'supertest';
import { createRestRouter } from '../../inspect/test/create-router.ts';
import { Controller, StartError } from '../src/index.ts';
import { removeProjects, writeProject } from './load/project.ts';
import { keepQuiet, onBothMajors } from './serve.ts';

class Thing extends Controller {
  getAction() {
    return { id: this.id ?? null };
  }
}
const controllers = { thing: Thing };

describe('createRestRouter: start', () => {
  keepQuiet();

  it('refuses a rule whose controller does not exist, with the command that creates it', () => {
    expect(() =>
      createRestRouter({
        rules: [
          ['/thing', 'rest'],
          ['/thong/:id?', 'rest'],
        ],
        controllers,
      }),
    )
      .to.throw(StartError, /rule 2: .*\n.*no controller "thong"; there are thing\n.*npx rest-gen controller thong -r/)
      .that.includes({ code: 'E_RULE_CONTROLLER' });
    expect(() => createRestRouter({ rules: [['/a', 'rest']], controllers: {} })).to.throw(/no controller "a"\n/);
  });

  it('refuses rules for the base class and for abstract classes', () => {
    class Base extends Controller {
      static abstract = true;
    }
    for (const given of [{ rest: Thing }, { base: Base }]) {
      expect(() => createRestRouter({ rules: [[`/${Object.keys(given)[0]}`, 'rest']], controllers: given })).to.throw(
        'E_RULE_CONTROLLER',
      );
    }
  });

  it('suggests a similar controller, and never the base class', () => {
    expect(() => createRestRouter({ rules: [['/things', 'rest']], controllers })).to.throw(
      'Did you mean "thing"? Or write src/controller/things: ',
    );
    expect(() => createRestRouter({ rules: [['/rest', 'rest']], controllers })).to.throw(
      'The base class "rest" is not a controller',
    );
  });

  it('prints an uncaught error without repetition', () => {
    try {
      createRestRouter({ rules: [['/none', 'rest']], controllers });
    } catch (error) {
      expect(inspect(error).match(/npx rest-gen controller/g)).to.have.length(1);
      expect(inspect(error)).not.to.match(/undefined/);
      expect(error)
        .to.include({ code: 'E_RULE_CONTROLLER', file: undefined })
        .and.have.nested.property('rule.number', '1');
      return;
    }
    throw new Error('It was not refused.');
  });

  it('does not look up controllers in a prototype', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(() => createRestRouter({ rules: [[`/${name}`, 'rest']], controllers })).to.throw(
        StartError,
        'E_RULE_CONTROLLER',
      );
    }
  });

  it('is synchronous and returns an Express router, whose middleware runs before the rules', async () => {
    const router = createRestRouter({ rules: [['/thing/:id?', 'rest']], controllers });
    const app = express();
    app.use('/v', router);
    router.use((_req, res, next) => {
      res.setHeader('X-Own', 'yes');
      next();
    });
    router.get('/own', (_req, res) => void res.json('own'));
    await supertest(app).get('/v/thing/1').expect(200, { id: '1' }).expect('X-Own', 'yes');
    await supertest(app).get('/v/own').expect(200, '"own"');
    router.use(() => {
      throw Object.assign(new Error('stopped'), { status: 418 });
    });
    await supertest(app).get('/v/thing/1').expect(418);
  });

  it('closes a model that it has loaded, but not one from the options', async () => {
    const { root } = writeProject({
      'src/config/router.js': 'export default [];',
      'src/config/model.js': 'export default { repository() {}, close() { this.closed = true; } };',
    });
    let closed = 0;
    const given = { repository: () => ({}), close: async () => void closed++ } as never;
    await createRestRouter({ root, model: given }).close();
    expect(closed).to.equal(0);
    await createRestRouter({ root }).close();
    const { default: loaded } = await import(`file://${root}/config/model.js`);
    expect(loaded.closed).to.equal(true);
    removeProjects();
    await createRestRouter({ rules: [], controllers }).close();
  });
});

onBothMajors('createRestRouter: bulk captures', (serve) => {
  // biome-ignore format: a list
  const names = [
    'rest', 'constructor', '__proto__', 'toString', 'prototype', 'hasOwnProperty', 'valueOf', 'THING', 'thing.js',
    'post',
  ];
  // biome-ignore format: a list
  const paths = [
    '..%2f', '%2e%2e', '..', '%00', 'thing%00', 'thing%2e', '%c0%ae', '..%5c', 'node:fs', '%252e%252e%252fthing',
    'thing%0d%0aX:1',
  ];

  for (const expression of [/\/api\/(\w+)(?:\/(\d+))?/, /\/api\/([^/]+)(?:\/(\d+))?/]) {
    it(`${expression}: answers 404 or 400 to hostile names and opens no file`, async () => {
      class Rest extends Controller {
        static abstract = true;
      }
      const { agent } = serve({
        rules: [[expression, 'api/:1?id=:2', 'rest']],
        controllers: { 'api/thing': Thing, 'api/rest': Rest },
      });
      await agent.get('/api/thing').expect(200);
      const opened = await countFileCalls(async () => {
        for (const name of [...names, ...paths]) {
          const { status, body } = await agent.get(`/api/${name}`);
          expect(status, name).to.be.oneOf([400, 404]);
          if (status === 400) expect(body.code, name).to.be.oneOf(['E_BAD_PATH', 'E_BAD_ESCAPE']);
        }
        await agent.get('/api/thing/1').expect(200);
      });
      expect(opened).to.deep.equal([]);
      expect(({} as { x?: unknown }).x).to.equal(undefined);
    });
  }
});

onBothMajors('createRestRouter: requests', (serve) => {
  const rules = [['/thing/:id?', 'rest']] as const;

  it('enforces the limits of path, segment and headers exactly', async () => {
    const { agent } = serve({ rules, controllers, limits: { path: 20, segment: 12, headers: 8 } });
    await agent.get('/thing/123456789012').expect(200);
    expect((await agent.get('/thing/1234567890123').expect(414)).body.code).to.equal('E_PATH_TOO_LONG');
    expect((await agent.get('/thing/12345678901234').expect(414)).body.detail).to.match(
      /The path has 21 characters; 20/,
    );
    // A path that no rule can match is passed on, regardless of its length.
    await agent.get(`/${'x'.repeat(50)}`).expect(404, /Cannot GET/);
    let many = agent.get('/thing');
    for (let index = 0; index < 9; index++) many = many.set(`X-${index}`, '1');
    expect((await many.expect(431)).body.code).to.equal('E_TOO_MANY_HEADERS');
  });

  it('matches the path below the mount path, case-insensitively by default', async () => {
    const { agent } = serve({ rules, controllers }, {}, '/a/b');
    await agent.get('/a/b/THING/1').expect(200, { id: '1' });
    await agent.get('/thing/1').expect(404);
  });

  it('accepts a URL in absolute form, and ignores a fragment', async () => {
    const { app } = serve({ rules, controllers });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const path of ['http://x/thing/1?a=1', '/thing/1#x', 'http://x/thing/1']) {
      const [response] = (await once(request({ port, host: '127.0.0.1', path }).end(), 'response')) as [
        IncomingMessage,
      ];
      response.resume();
      expect(response.statusCode, path).to.equal(200);
    }
    server.close();
  });

  it('supports caseSensitive and strict', async () => {
    const { agent } = serve({ rules, controllers, caseSensitive: true, strict: true });
    await agent.get('/thing').expect(200);
    await agent.get('/Thing').expect(404);
    await agent.get('/thing/').expect(404);
  });

  it('reports the result of each rule, but not in production', async () => {
    const bulk = [...rules, [/\/api\/(\w+)/, 'api/:1', 'rest'] as const, ['/late', 'thing', 'rest'] as const];
    const { body } = await serve({ rules: bulk, controllers }).agent.get('/api/none').expect(404);
    expect(body.tried).to.deep.equal([
      { rule: '1', text: "['/thing/:id?', 'rest']", result: 'no match', reason: 'needs "/thing" at "/api/none"' },
      { rule: '2', text: "[/\\/api\\/(\\w+)/, 'api/:1', 'rest']", result: 'matched' },
      { rule: '3', text: "['/late', 'thing', 'rest']", result: 'not reached', reason: 'rule 2 matched' },
    ]);
    expect(body.hint).to.match(/Rule 2 takes this path for the controller "api\/none"/);
    expect(body.hint).to.contain('npx rest-gen controller api/none -r');
    process.env.NODE_ENV = 'production';
    const { agent } = serve({ rules: bulk, controllers });
    process.env.NODE_ENV = 'test';
    expect((await agent.get('/api/none').expect(404)).body).to.have.all.keys(
      'type',
      'title',
      'status',
      'detail',
      'instance',
      'code',
    );
  });

  it('prints with DEBUG what each address resolves to, and when no rule takes it', async () => {
    const lines = await debugLines(async () => {
      const { agent } = serve({ rules: [...rules, ['/thing', 'rst']], controllers });
      await agent.get('/thing/7?x=1');
      await agent.put('/thing/7');
      await agent.get('/nothing');
    });
    expect(lines.shift()).to.match(/rule 2 \['\/thing', 'rst'\] is skipped: its last element is 'rst', not 'rest'/);
    expect(lines[0]).to.match(
      /GET \/thing\/7: rule 1 \['\/thing\/:id\?', 'rest'\] -> thing, getAction, params .*id: '7'/,
    );
    expect(lines[1]).to.match(/PUT \/thing\/7: rule 1 .* -> thing, no action/);
    expect(lines.find((line) => line.includes('/nothing'))).to.match(
      /GET \/nothing: no rule\n.*1 {2}\['\/thing\/:id\?', 'rest'\]\n.*no match: needs "\/thing" at "\/nothing"/,
    );
  });
});

/** Every call that opens or looks up a file while `work` runs. */
async function countFileCalls(work: () => Promise<void>): Promise<string[]> {
  const calls: string[] = [];
  // biome-ignore format: a list
  const names = [
    'openSync', 'open', 'readFileSync', 'readFile', 'statSync', 'stat', 'lstatSync', 'existsSync', 'readdirSync',
    'realpathSync',
  ] as const;
  const originals = names.map((name) => fs[name]);
  for (const [index, name] of names.entries()) {
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        calls.push(`${name} ${String(args[0])}`);
        return (originals[index] as (...args: unknown[]) => unknown)(...args);
      },
    });
  }
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const [index, name] of names.entries()) Object.assign(fs, { [name]: originals[index] });
    syncBuiltinESMExports();
  }
  return calls;
}

/** What `DEBUG=@rest-gen/router` prints while `work` runs. */
async function debugLines(work: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const { log } = createDebug;
  createDebug.enable('@rest-gen/router');
  createDebug.log = (...args: unknown[]) => void lines.push(format(...args));
  try {
    await work();
  } finally {
    createDebug.disable();
    createDebug.log = log;
  }
  return lines;
}
