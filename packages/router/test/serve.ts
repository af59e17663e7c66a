import express5 from 'express';
// @ts-expect-error: an alias of Express 4, whose types are not installed
import express4 from 'express4';
import supertest from 'supertest';
import { createRestRouter } from '../../inspect/test/create-router.ts';
import {
  Controller,
  type ControllerClass,
  type ModelProvider,
  type RestRouter,
  type RestRouterOptions,
} from '../src/index.ts';
import { memoryModels, type Tables } from './memory-models.ts';

export type Agent = ReturnType<typeof supertest>;

/** A controller with the same action for GET and POST. */
export function acting(action: (this: Controller, controller: Controller) => unknown): ControllerClass {
  return class extends Controller {
    getAction() {
      return action.call(this, this);
    }
    postAction() {
      return action.call(this, this);
    }
  };
}

/** Send a JSON body. */
export function send(
  agent: Agent,
  method: 'post' | 'put' | 'patch',
  path: string,
  body: object,
  headers: Record<string, string> = {},
): supertest.Test {
  return agent[method](path).set(headers).send(body);
}

/** Failures of the server are expected in a suite that calls this; elsewhere they go to stderr. */
export function keepQuiet(): void {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'test';
  });
  afterEach(() => {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  });
}

/** Both majors of Express. */
export const MAJORS: readonly (readonly [name: string, create: () => ReturnType<typeof express5>])[] = [
  ['Express 5', () => express5()],
  ['Express 4', () => express4() as ReturnType<typeof express5>],
];

export interface Served {
  /** Sends requests to the application. */
  agent: Agent;
  models: ReturnType<typeof memoryModels>;
  app: ReturnType<typeof express5>;
  router: RestRouter;
}

/** Serves a router made of the options, with models in memory. */
export type Serve = (options: RestRouterOptions, tables?: Tables, mount?: string) => Served;

/** Run a table of tests on Express 5 and on Express 4. */
export function onBothMajors(title: string, define: (serve: Serve) => void): void {
  runOn(MAJORS, title, define);
}

/** Run a large table of tests on Express 5 only: it is about what follows the parsing of a request, which is the same on both. */
export function onExpress5(title: string, define: (serve: Serve) => void): void {
  runOn(MAJORS.slice(0, 1), title, define);
}

// --- internal ---

function runOn(majors: typeof MAJORS, title: string, define: (serve: Serve) => void): void {
  for (const [name, create] of majors) {
    describe(`${title} (${name})`, () => {
      keepQuiet();
      define((options, tables = {}, mount = '/') => {
        const models = memoryModels(tables);
        const app = create();
        const router = createRestRouter({ model: models as ModelProvider, ...options });
        app.use(mount, router);
        return { agent: supertest(app), models, app, router };
      });
    });
  }
}
