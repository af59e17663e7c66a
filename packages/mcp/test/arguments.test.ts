import { expect } from 'chai';
import express from 'express';
import { defineLogic } from '../../logic/src/index.ts';
import { Controller, createRestRouter, definePolicy, type RestRouter } from '../../router/src/index.ts';
import { memoryModels } from '../../router/test/memory-models.ts';
import { createMcp } from '../src/index.ts';
import { type Agent, connect, listen } from './open-agent.ts';

class Slot extends Controller {
  static callable = true;
  getAction() {
    return this.success([]);
  }
}

describe('what an agent has to know to ask', () => {
  let router: RestRouter;
  let served: Awaited<ReturnType<typeof listen>>;
  let agent: Agent;

  before(async () => {
    router = createRestRouter({
      rules: [['/slot', 'rest']],
      controllers: { slot: Slot },
      logics: {
        slot: defineLogic({ getAction: { query: { day: { required: true, date: true }, minutes: { int: true } } } }),
      },
      policies: { slot: definePolicy('user') },
      model: memoryModels({ slot: { id: 'integer' } }),
      user: () => ({ id: 1 }),
      log: false,
    });
    served = await listen(express().use('/mcp', createMcp(router)));
    agent = await connect(served.url, {});
  });
  after(async () => {
    await agent.close();
    await served.close();
    await router.close();
  });

  it('describes the parameters of a query', async () => {
    const { text } = await agent.call('describe', { resource: 'slot' });
    expect(text).to.contain('\nquery of GET /slot: { day: string (date) | string (date-time); minutes?: integer }');
  });

  for (const [tool, input, message] of [
    [
      'explain',
      { method: 'GET', url: '/slot', day: 1 },
      '"day" is not an argument of this tool; the arguments are method, url',
    ],
    ['resources', { all: true }, '"all" is not an argument of this tool; it takes none'],
  ] as const) {
    it(`names an argument that ${tool} does not take`, async () => {
      const failed = await agent.call(tool, input).catch((error: Error) => ({ text: error.message }));
      expect(failed.text).to.contain(message);
    });
  }
});
