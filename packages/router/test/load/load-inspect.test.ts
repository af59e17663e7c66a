import { expect } from 'chai';
import * as inspect from '../../../inspect/src/index.ts';
import { StartError } from '../../src/core/errors.ts';
import { Controller, createRestRouter, type RestRouterOptions } from '../../src/index.ts';
import { onBothMajors } from '../serve.ts';

class Post extends Controller {
  getAction() {
    return { id: this.id };
  }
}
const SERVED = { rules: [['/post/:id?', 'rest']], controllers: { post: Post } } satisfies RestRouterOptions;

/** What `ready` rejects with. */
async function failureOf(given: unknown): Promise<unknown> {
  const made = () => createRestRouter({ ...SERVED, log: false, inspect: given as never }).ready;
  return Promise.resolve()
    .then(made)
    .catch((error: unknown) => error);
}

describe('the option inspect', () => {
  for (const [title, given] of [
    ['whose promise rejects', () => Promise.reject(new Error("Cannot find package '@rest-gen/inspect'"))],
    [
      'that throws',
      () => {
        throw new Error("Cannot find package '@rest-gen/inspect'");
      },
    ],
  ] as const) {
    it(`stops the start for a function ${title}, with the command that installs it`, async () => {
      const error = await failureOf(given);
      expect(error).to.be.instanceOf(StartError).and.to.include({ code: 'E_LOAD' });
      expect((error as Error).message).to.match(/Cannot find package.*\n.*npm install --save-dev @rest-gen\/inspect/);
    });
  }

  for (const given of [() => undefined, () => ({ default: inspect }), async () => 1]) {
    it(`stops the start for ${given}`, async () => {
      const error = await failureOf(given);
      expect(error).to.be.instanceOf(StartError).and.to.include({ code: 'E_OPTION' });
    });
  }
});

onBothMajors('the option inspect in production', (serve) => {
  const before = process.env.NODE_ENV;
  beforeEach(() => {
    process.env.NODE_ENV = 'production';
  });
  afterEach(() => {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  });

  for (const [title, given] of [
    ['is not called', () => Promise.reject(new Error('It was called.'))],
    ['tells clients nothing', inspect],
  ] as const) {
    it(title, async () => {
      const { agent } = serve({ ...SERVED, inspect: given as never });
      for (const answer of [await agent.get('/post'), await agent.delete('/post/1'), await agent.get('/none')])
        expect(answer.body).not.to.have.any.keys('tried', 'hint');
    });
  }
});
