import { expect } from 'chai';
import { compileLogic } from '../../src/compile-logic.ts';
import { LogicError } from '../../src/errors.ts';
import { createDynamicAction } from '../../src/run/create-dynamic-action.ts';
import type { CompiledAction, LogicContext } from '../../src/types.ts';
import { refusedBy, run } from '../run-field.ts';

/** A dynamic action over shapes: `compiled` has each that was compiled. */
function counted(evaluate: (q: unknown) => unknown) {
  const compiled: unknown[] = [];
  const action = createDynamicAction(
    ({ query }) => evaluate(query?.q),
    (sections) => {
      compiled.push(sections);
      return { run: () => sections } as unknown as CompiledAction;
    },
  );
  return {
    compiled,
    run: (q: unknown) => action.run({ query: { q } }),
    resolve: (q: unknown) => action.resolve?.({ query: { q } }),
  };
}

describe('createDynamicAction', () => {
  it('caches the last 100 declarations', () => {
    const { compiled, run: runOn } = counted((q) => ({ q }));
    for (let q = 0; q < 100; q += 1) runOn(q);
    runOn(0);
    expect(compiled).to.have.length(100);
    // Replaces 1, the least recently used.
    runOn(100);
    runOn(0);
    expect(compiled).to.have.length(101);
    runOn(1);
    expect(compiled).to.have.length(102);
  });

  it('does not cache errors', () => {
    let calls = 0;
    const action = createDynamicAction(
      () => ({}),
      () => {
        calls += 1;
        throw new Error('wrong');
      },
    );
    for (let time = 0; time < 2; time += 1) expect(() => action.run({})).to.throw('wrong');
    expect(calls).to.equal(2);
  });

  it('has no description before a request', () => {
    const action = createDynamicAction(
      () => ({}),
      () => ({}) as CompiledAction,
    );
    expect(action.fields('body')).to.equal(undefined);
    expect(action.form('body')).to.equal(undefined);
    expect(action.toJSONSchema('body')).to.equal(undefined);
  });
});

describe('functions in place of declarations', () => {
  const fields = (context: LogicContext) => ({ [String(context.query?.name ?? 'a')]: { int: true } });

  const forms: [name: string, logic: object][] = [
    ['an action', { postAction: (context: LogicContext) => ({ body: fields(context) }) }],
    ['an action, later', { postAction: async (context: LogicContext) => ({ body: fields(context) }) }],
    ['a section', { postAction: { body: fields } }],
    ['a section, later', { postAction: { body: async (context: LogicContext) => fields(context) } }],
    ['a section of an action that is a function', { postAction: () => ({ body: fields }) }],
    ['both, later', { postAction: async () => ({ body: async (context: LogicContext) => fields(context) }) }],
  ];
  for (const [name, logic] of forms) {
    it(`are called for each request: ${name}`, async () => {
      const runOn = async (query: object, body: object) =>
        (await run(logic, 'postAction', { query: { ...query }, body })).body;
      expect(await runOn({}, { a: 1 })).to.deep.equal({ a: 1 });
      expect(await runOn({ name: 'b' }, { b: 1 })).to.deep.equal({ b: 1 });
      expect(await refusedBy(() => runOn({ name: 'b' }, { a: 1, b: 'x' }))).to.deep.equal(['/b int', '/a unknown']);
    });
  }

  it('receive the unvalidated request, the name of the action and the environment', () => {
    let seen: LogicContext | undefined;
    const note = (context: LogicContext) => {
      seen = context;
      return {};
    };
    const sources = { params: { id: '1' }, query: {}, headers: {}, body: [1], files: {} };
    const { signal } = new AbortController();
    const environment = { signal } as LogicContext['environment'];
    run({ postAction: { body: note } }, 'postAction', { ...sources, body: {} }, { environment });
    expect(seen).to.deep.equal({ ...sources, body: {}, action: 'postAction', environment });
    expect(seen?.environment).to.equal(environment);
    run({ postAction: (context: LogicContext) => ({ query: note(context) }) }, 'postAction', sources);
    expect(seen).to.deep.equal({ ...sources, action: 'postAction', environment: {} });
  });

  describe('for shared params', () => {
    const params = () => ({ id: { int: true } });
    for (const [name, logic] of [
      ['beside an action', { params, getAction: {} }],
      ['beside a function', { params, getAction: () => ({ query: {} }) }],
      ['later', { params: async () => params(), getAction: {} }],
      ['merged with those of the action', { params, getAction: { params: { part: { string: true } } } }],
      [
        'merged with those of a function',
        { params: { id: { int: true } }, getAction: { params: () => ({ part: {} }) } },
      ],
      ['without an action', { params }],
    ] as [string, object][]) {
      it(`are called: ${name}`, async () => {
        const sources = { params: { id: '5', part: 'x' } };
        expect((await run(logic, 'getAction', sources)).params).to.deep.equal({ id: 5, part: 'x' });
        expect(await refusedBy(() => run(logic, 'getAction', { params: { id: 'x' } }))).to.deep.equal(['/id int']);
      });
    }
  });

  it('are compiled once for each result', () => {
    let reads = 0;
    const list = {
      get in() {
        reads += 1;
        return ['a'];
      },
    };
    const action = compileLogic({ postAction: { body: () => ({ a: list }) } }).action('postAction');
    const first = action?.resolve?.({});
    // Once to tell the shape; a compilation reads more.
    const compiling = reads;
    expect(action?.resolve?.({})).to.equal(first);
    expect(reads - compiling).to.equal(1);
    expect(compiling).to.be.above(1);
  });

  it('use rules, messages and unknown of the logic', async () => {
    const logic = {
      unknown: 'strip',
      messages: { en: { int: 'no' } },
      postAction: () => ({ body: { a: { int: true } } }),
    };
    expect(run(logic, 'postAction', { body: { a: 1, z: 1 } }).body).to.deep.equal({ a: 1 });
    const error = await Promise.resolve()
      .then(() => run(logic, 'postAction', { body: { a: 'x' } }))
      .catch((reason) => reason);
    expect(error.errors[0].message).to.equal('no');
  });

  const cyclic: Record<string, unknown> = { object: true };
  cyclic.children = { again: cyclic };
  const wrong: [name: string, made: unknown, code: string][] = [
    ['nothing', undefined, 'E_LOGIC_SHAPE'],
    ['a Map', new Map(), 'E_LOGIC_SHAPE'],
    ['a section that does not exist', { boddy: {} }, 'E_LOGIC_SECTION'],
    ['a section that is undefined', { body: undefined }, 'E_LOGIC_SHAPE'],
    ['a rule that does not exist', { body: { a: { itn: true } } }, 'E_LOGIC_RULE'],
    ['a function in a function in a function', { body: () => () => ({}) }, 'E_LOGIC_SHAPE'],
    ['children without an end', { body: { a: cyclic } }, 'E_LOGIC_CHILDREN'],
  ];
  for (const [name, made, code] of wrong) {
    it(`fail with LogicError when they return ${name}`, async () => {
      for (const logic of [{ postAction: () => made }, { postAction: async () => made }]) {
        const error = await Promise.resolve()
          .then(() => run(logic, 'postAction', {}))
          .catch((reason) => reason);
        expect(error).to.be.instanceOf(LogicError);
        expect(error).to.include({ code, action: 'postAction' });
      }
    });
  }

  it('pass on errors without unhandled rejections', async () => {
    const thrown = new Error('away');
    const fail = () => {
      throw thrown;
    };
    const failLater = async () => fail();
    for (const logic of [
      { postAction: fail },
      { postAction: failLater },
      { postAction: { query: failLater, body: fail } },
      { postAction: { query: fail, body: failLater } },
      { params: fail, postAction: failLater },
    ]) {
      const error = await Promise.resolve()
        .then(() => run(logic, 'postAction', {}))
        .catch((reason) => reason);
      expect(error).to.equal(thrown);
    }
    // An unhandled rejection would be reported now.
    await new Promise((resolve) => setImmediate(resolve));
  });
});
