import { expect } from 'chai';
import request from 'supertest';
import { Controller, type ControllerClass, createRestRouter } from '../src/index.ts';
import { type CreatePart, type Hooks, Slot } from '../src/part.ts';
import { keepQuiet, MAJORS } from './serve.ts';

const RULES = [['/post', 'rest']] as const;

/** A router with one part that has these hooks for every action. */
function routerWith(hooks: Hooks, Post: ControllerClass = Plain, more: readonly CreatePart[] = []) {
  const part: CreatePart = () => ({ name: 'tested', statics: {}, plan: () => ({ action: () => hooks }) });
  return createRestRouter({ rules: RULES, controllers: { post: Post }, parts: [part, ...more], timeout: 2_000 });
}

class Plain extends Controller {
  getAction() {
    return { ok: true };
  }
  postAction() {
    return this.fail(409, 'mine');
  }
}

for (const [major, createApp] of MAJORS) {
  describe(`hooks of parts (${major})`, () => {
    keepQuiet();

    const ask = (router: ReturnType<typeof routerWith>) => request(createApp().use(router));

    it('refuse a request, also later', async () => {
      const refuse: Hooks = {
        async admit({ req }) {
          if (req.headers.authorization === undefined)
            throw Object.assign(new Error('no'), { status: 401, expose: true });
        },
      };
      await ask(routerWith(refuse)).get('/post').expect(401);
      await ask(routerWith(refuse)).get('/post').set('Authorization', 'a').expect(200);
    });

    it('may throw at the end of a request, which is answered all the same', async () => {
      const thrown = new Error('at the end');
      await ask(routerWith({ end: () => Promise.reject(thrown) }))
        .get('/post')
        .expect(200);
      const throwing: Hooks = {
        end() {
          throw thrown;
        },
      };
      await ask(routerWith(throwing)).get('/post').expect(200);
      await ask(routerWith(throwing)).post('/post').send({}).expect(409);
    });

    it('change an error, or leave it', async () => {
      await ask(routerWith({ failed: async () => undefined }))
        .post('/post')
        .send({})
        .expect(409);
      const other = Object.assign(new Error('other'), { status: 418, expose: true });
      await ask(routerWith({ failed: () => other }))
        .post('/post')
        .send({})
        .expect(418);
      const throwing: Hooks = {
        failed() {
          throw other;
        },
      };
      await ask(routerWith(throwing)).post('/post').send({}).expect(418);
    });

    it('run around the logic, the first one outermost', async () => {
      const calls: string[] = [];
      const named = (name: string): Hooks => ({
        validate: (_exchange, sources, validation) => {
          calls.push(name);
          return validation.check(sources);
        },
      });
      const second: CreatePart = () => ({
        name: 'second',
        statics: {},
        plan: () => ({ action: () => named('second') }),
      });
      await ask(routerWith(named('first'), Plain, [second]))
        .get('/post')
        .expect(200);
      expect(calls).to.eql(['first', 'second']);
    });

    it('have to return the answer of the action', async () => {
      const forgetting: Hooks = {
        async around(_exchange, act) {
          await act();
          return undefined;
        },
      };
      const { body } = await ask(routerWith(forgetting)).get('/post').expect(500);
      expect(body.hint).to.include('returned nothing');
    });

    it('may run the action again: only its last answer counts', async () => {
      let runs = 0;
      class Counting extends Controller {
        getAction() {
          runs += 1;
          return runs === 1 ? this.success({ run: 1 }, { status: 202 }) : { run: runs };
        }
      }
      const twice: Hooks = {
        async around(_exchange, act) {
          await act();
          return act();
        },
      };
      await ask(routerWith(twice, Counting)).get('/post').expect(200, { run: 2 });
    });

    it('find what they keep of a request', async () => {
      const kept = new Slot<number>('tested');
      const hooks: Hooks = {
        begin: (exchange) => kept.set(exchange, 7),
        around: async (exchange, act) => {
          const answer = await act();
          exchange.res.setHeader('X-Kept', String(kept.get(exchange)));
          return answer;
        },
      };
      await ask(routerWith(hooks)).get('/post').expect('X-Kept', '7');
    });

    it('end for a request whose controller cannot be constructed', async () => {
      class Failing extends Controller {
        static forms = true;
        constructor() {
          super();
          this.fail(403, 'no');
        }
        postAction() {
          return {};
        }
      }
      await ask(routerWith({}, Failing)).post('/post').send({}).expect(403);
    });
  });
}

describe('close() of a router with parts', () => {
  it('closes all of them once, whatever fails', async () => {
    const calls: string[] = [];
    const closing =
      (name: string, error?: Error): CreatePart =>
      () => ({
        name,
        statics: {},
        close: async () => {
          calls.push(name);
          if (error) throw error;
        },
      });
    const router = createRestRouter({
      rules: RULES,
      controllers: { post: Plain },
      parts: [closing('a', new Error('a')), closing('b')],
    });
    const failures = await Promise.allSettled([router.close(), router.close()]);
    expect(failures.map(({ status }) => status)).to.eql(['rejected', 'rejected']);
    expect(calls).to.eql(['a', 'b']);
  });
});
