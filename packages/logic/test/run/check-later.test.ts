import { expect } from 'chai';
import type { AsyncTestContext } from '../../src/custom-rule.ts';
import { defineRule } from '../../src/define-rule.ts';
import type { RunOptions } from '../../src/types.ts';
import { logicErrorOf, refusedBy, run } from '../run-field.ts';

type Call = readonly [value: unknown, context: AsyncTestContext];

/** A logic with the rule `unique`, and its calls; values that begin with "no" fail. */
function withUnique(body: object, answer = async (value: unknown) => !String(value).startsWith('no')) {
  const calls: Call[] = [];
  const unique = defineRule('unique', {
    testAsync: (value: unknown, context) => {
      calls.push([value, context]);
      return answer(value);
    },
    message: '{name} is taken',
  });
  const logic = { rules: [unique], params: { id: { unique: true } }, postAction: { body } };
  return {
    calls,
    run: (value: unknown, options?: RunOptions) => run(logic, 'postAction', { body: value }, options),
  };
}

describe('asynchronous rules', () => {
  it('refuse and accept values', async () => {
    const { run: runOn } = withUnique({ a: { string: true, unique: true } });
    expect((await runOn({ a: 'x' })).body).to.deep.equal({ a: 'x' });
    const error = await Promise.resolve(runOn({ a: 'no' })).catch((reason) => reason);
    expect(error.errors).to.deep.equal([{ in: 'body', pointer: '/a', rule: 'unique', message: 'a is taken' }]);
  });

  it('run concurrently', async () => {
    // Every call waits until all five have started.
    let waiting = 0;
    let open = () => {};
    const barrier = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { run: runOn } = withUnique(
      {
        a: { unique: true },
        b: { object: true, children: { c: { unique: true } } },
        d: { array: true, children: { unique: true } },
      },
      async () => {
        waiting += 1;
        if (waiting === 5) open();
        await barrier;
        return true;
      },
    );
    await runOn({ a: 1, b: { c: 2 }, d: [3, 4, 5] });
    expect(waiting).to.equal(5);
  });

  it('run at most 100 at the same time and stop when one throws', async () => {
    let running = 0;
    let most = 0;
    const { calls, run: runOn } = withUnique({ list: { array: true, children: { unique: true } } }, async (value) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (value === 150) throw new Error('away');
      return value !== 77;
    });
    const list = Array.from({ length: 1000 }, (_, index) => index + 1000);
    expect((await runOn({ list })).body).to.deep.equal({ list });
    expect([most, calls.length]).to.deep.equal([100, 1000]);
    expect(await refusedBy(() => runOn({ list: [...list, 77] }))).to.deep.equal(['/list/1000 unique']);
    calls.length = 0;
    const error = await Promise.resolve(runOn({ list: [150, ...list] })).catch((reason) => reason);
    expect(error.message).to.equal('away');
    expect(calls.length).to.be.below(300);
  });

  it('run only after all other rules have passed', async () => {
    const { run: runOn, calls } = withUnique({
      a: { string: true, unique: true },
      b: { int: true },
      c: { type: 'string' },
    });
    expect(await refusedBy(() => runOn({ a: 'x', b: 'y' }))).to.deep.equal(['/b int']);
    expect(await refusedBy(() => runOn({ a: 'x', c: 5 }))).to.deep.equal(['/c type']);
    expect(calls).to.have.length(0);
    await runOn({ a: 'x', b: 1, c: 'y' });
    expect(calls).to.have.length(1);
  });

  for (const [name, body, value] of [
    ['an absent one', { a: { unique: true } }, {}],
    ['null', { a: { unique: true } }, { a: null }],
    ['null that is a value', { a: { unique: true, nullable: true } }, { a: null }],
    ["''", { a: { string: true, unique: true } }, { a: '' }],
    ['blank items', { a: { array: true, children: { nullable: true, unique: true } } }, { a: [null] }],
    [
      'names of what every object inherits',
      { constructor: { unique: true }, o: { object: true, children: { valueOf: { unique: true } } } },
      { o: {} },
    ],
    ['what is inside of a missing object', { o: { object: true, children: { a: { unique: true } } } }, {}],
  ] as const) {
    it(`do not run for blank values: ${name}`, async () => {
      const { run: runOn, calls } = withUnique(body);
      await runOn(value);
      expect(calls).to.deep.equal([]);
    });
  }

  it('report the first failing rule of every field in the order of the declaration', async () => {
    const no = defineRule('no', { testAsync: async () => false, message: 'no' });
    const late = defineRule('late', {
      testAsync: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return false;
      },
      message: 'late',
    });
    const fields = {
      b: { late: true, no: true },
      a: { no: true, late: true },
      list: { array: true, children: { object: true, children: { 'x/y': { no: true } } } },
    };
    const logic = {
      rules: [no, late],
      params: { id: { late: true } },
      postAction: { body: fields, query: { q: { no: true } } },
    };
    const sources = { params: { id: 1 }, query: { q: '1' }, body: { a: 1, b: 1, list: [{}, { 'x/y': 1 }] } };
    expect(await refusedBy(() => run(logic, 'postAction', sources))).to.deep.equal([
      '/id late',
      '/q no',
      '/b late',
      '/a no',
      '/list/1/x~1y no',
    ]);
  });

  it('receive the prepared value and its context', async () => {
    const { run: runOn, calls } = withUnique({
      list: {
        array: true,
        children: { object: true, children: { 'a/b': { string: true, trim: true, unique: true }, n: { int: true } } },
      },
    });
    const { signal } = new AbortController();
    const environment = { signal } as RunOptions['environment'];
    const input = await runOn({ list: [{ 'a/b': ' x ', n: 1 }] }, { environment });
    const [value, context] = calls[0] as Call;
    expect(value).to.equal('x');
    expect(context).to.deep.include({
      argument: true,
      name: 'a/b',
      pointer: '/list/0/a~1b',
      siblings: { 'a/b': 'x', n: 1 },
    });
    expect(context.signal).to.equal(signal);
    expect(context.environment).to.equal(environment);
    expect(context.input).to.equal(input);
  });

  it('receive a signal even if the environment has none', async () => {
    const { run: runOn, calls } = withUnique({ a: { unique: true } });
    await runOn({ a: 1 });
    expect((calls[0] as Call)[1].signal)
      .to.be.instanceOf(AbortSignal)
      .with.property('aborted', false);
  });

  it('pass on errors', async () => {
    const thrown = new Error('the store is away');
    for (const answer of [
      () => {
        throw thrown;
      },
      async () => {
        throw thrown;
      },
    ]) {
      const { run: runOn } = withUnique({ a: { unique: true }, b: { unique: true } }, answer);
      expect(await Promise.resolve(runOn({ a: 1, b: 1 })).catch((reason) => reason)).to.equal(thrown);
    }
  });

  for (const answer of [undefined, 1, 'yes', null, {}]) {
    it(`must return true or false, not ${JSON.stringify(answer)}`, async () => {
      const { run: runOn } = withUnique({ a: { unique: true } }, async () => answer as never);
      const error = await Promise.resolve(runOn({ a: 1 })).catch((reason) => reason);
      expect(error).to.be.instanceOf(TypeError);
      expect(error.message).to.match(/The rule "unique" returned \w+ instead of true or false/);
    });
  }
});

describe('synchronous custom rules', () => {
  const even = defineRule('even', { on: 'int', test: (value) => value % 2 === 0, message: '{name} must be even' });
  const divides = defineRule('divides', {
    on: ['int', 'float'],
    refuse: (argument) => (typeof argument === 'string' ? undefined : 'takes the name of a field'),
    test: (value: number, { argument, siblings }: { argument: string; siblings: Readonly<Record<string, unknown>> }) =>
      (siblings[argument] as number) % value === 0,
    message: '{name} must divide {args}',
  });
  const logic = (fields: object) => ({ rules: [even, divides], postAction: { body: fields } });
  const runOn = (fields: object, body: unknown) => run(logic(fields), 'postAction', { body });

  it('test values, items and children', async () => {
    const fields = {
      a: { even: true },
      list: { array: true, children: { even: true } },
      o: { object: true, children: { n: { even: true } } },
    };
    expect(runOn(fields, { a: 2, list: [2, 4], o: { n: 0 } }).body).to.deep.equal({ a: 2, list: [2, 4], o: { n: 0 } });
    expect(await refusedBy(async () => runOn(fields, { a: 1, list: [2, 3], o: { n: 1 } }))).to.deep.equal([
      '/a even',
      '/list/1 even',
      '/o/n even',
    ]);
  });

  it('imply their first kind and exclude others', async () => {
    expect(await refusedBy(async () => runOn({ a: { even: true } }, { a: 'x' }))).to.deep.equal(['/a even']);
    expect(logicErrorOf(logic({ a: { string: true, even: true } })).code).to.equal('E_LOGIC_TYPE');
    expect(logicErrorOf(logic({ a: { divides: 5 } })).message).to.match(/divides takes the name of a field/);
  });

  it('receive their argument and the siblings', async () => {
    const fields = { n: { int: true }, d: { divides: 'n' } };
    expect(runOn(fields, { n: 6, d: 3 }).body).to.deep.equal({ n: 6, d: 3 });
    expect(await refusedBy(async () => runOn(fields, { n: 6, d: 4 }))).to.deep.equal(['/d divides']);
  });

  it('must not return a promise', () => {
    const wrong = defineRule('wrong', { test: (async () => false) as never, message: 'x' });
    const declared = { rules: [wrong], postAction: { body: { a: { wrong: true } } } };
    expect(() => run(declared, 'postAction', { body: { a: 1 } })).to.throw(
      TypeError,
      'The rule "wrong" returned object instead of true or false; for a promise use testAsync.',
    );
  });

  it('belong to one logic', () => {
    expect(logicErrorOf({ postAction: { body: { a: { even: true } } } }).code).to.equal('E_LOGIC_RULE');
  });
});
