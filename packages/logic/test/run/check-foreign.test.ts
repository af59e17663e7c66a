import { expect } from 'chai';
import * as v from 'valibot';
import { z } from 'zod';
import { freeze, refusedBy, run, runBodyLater } from '../run-field.ts';

describe('JSON Schema and Standard Schema of a field', () => {
  const json = { type: 'string', minLength: 2 };

  it('are checked with rules and reported in the order of the sections', async () => {
    const logic = {
      params: { id: { int: true } },
      postAction: {
        query: z.object({ page: z.string() }),
        body: { a: json, b: z.int(), c: { int: true }, d: v.string() },
      },
    };
    const sources = { params: { id: 'x' }, query: {}, body: { a: 'x', b: 'x', c: 'x', d: 5, e: 1 } };
    expect(await refusedBy(() => run(logic, 'postAction', sources))).to.deep.equal([
      '/id int',
      '/page schema',
      '/c int',
      '/e unknown',
      '/a minLength',
      '/b schema',
      '/d schema',
    ]);
  });

  it('set the value in the input', async () => {
    const body = { a: z.string().transform((text) => text.length), b: json, c: z.string().default('cc') };
    expect(await runBodyLater(body, { a: 'abc', b: 'bb' })).to.deep.equal({ a: 3, b: 'bb', c: 'cc' });
  });

  it('run in objects and lists at any depth', async () => {
    const fields = {
      list: { array: true, children: { object: true, children: { 'n/m': z.int() } } },
      free: { array: true, children: json },
    };
    expect(
      await refusedBy(() => runBodyLater(fields, { list: [{ 'n/m': 1 }, { 'n/m': 'x' }], free: ['ab', 'a', 5] })),
    ).to.deep.equal(['/list/1/n~1m schema', '/free/1 minLength', '/free/2 type']);
  });

  const blank: [name: string, schema: unknown, value: unknown, taken: boolean][] = [
    ['null that zod takes', z.string().nullable(), null, true],
    ['null that zod refuses', z.string(), null, false],
    ["'' that zod takes", z.string(), '', true],
    ["'' that zod refuses", z.string().min(1), '', false],
    ['null that a JSON Schema takes', { type: ['string', 'null'] }, null, true],
    ['null that a JSON Schema refuses', { type: 'string' }, null, false],
    ["'' that a JSON Schema takes", { type: 'string' }, '', true],
    ["'' that a JSON Schema refuses", json, '', false],
  ];
  for (const [name, schema, value, taken] of blank) {
    it(`check blank values: ${name}`, async () => {
      const work = () => runBodyLater({ x: schema }, { x: value });
      if (taken) expect(await work()).to.deep.equal({ x: value });
      else expect(await refusedBy(work)).to.have.length(1);
    });
  }

  const absent: [name: string, schema: unknown, expected: unknown][] = [
    ['a JSON Schema does not', { type: 'string' }, {}],
    ['zod does', z.string(), ['/x schema']],
    ['zod takes it as optional', z.string().optional(), {}],
  ];
  for (const [name, schema, expected] of absent) {
    it(`decide whether a value may be absent: ${name}`, async () => {
      const work = () => runBodyLater({ x: schema }, {});
      if (Array.isArray(expected)) expect(await refusedBy(work)).to.deep.equal(expected);
      else expect(await work()).to.deep.equal(expected);
    });
  }

  it('coerce text where the source is text', async () => {
    const logic = { postAction: { query: { n: { type: 'integer' } }, body: { n: { type: 'integer' } } } };
    const sources = { query: { n: '1' }, body: { n: '2' } };
    expect(await run(logic, 'postAction', sources, { textBody: true })).to.deep.include({
      query: { n: 1 },
      body: { n: 2 },
    });
    expect(await refusedBy(() => run(logic, 'postAction', sources))).to.deep.equal(['/n type']);
  });

  it('do not require a field given by the path', async () => {
    const logic = {
      postAction: {
        body: { postId: z.int(), o: { object: true, children: { postId: z.int() } } },
        query: { postId: z.string() },
      },
    };
    const given = new Set(['postId']);
    const sources = { query: { postId: '1' }, body: { o: { postId: 1 } } };
    expect((await run(logic, 'postAction', sources, { given })).body).to.deep.equal({ o: { postId: 1 } });
    expect(await refusedBy(() => run(logic, 'postAction', { body: { o: {}, postId: 'x' } }, { given }))).to.deep.equal([
      '/postId schema',
      '/postId schema',
      '/o/postId schema',
    ]);
    expect(await refusedBy(() => run(logic, 'postAction', sources))).to.deep.equal(['/postId schema']);
  });

  it('never change the input', async () => {
    const exclaim = z
      .string()
      .transform((text) => `${text}!`)
      .default('none');
    const fields = {
      o: { object: true, children: { f: exclaim } },
      list: { array: true, children: { object: true, children: { n: { int: true }, f: exclaim } } },
    };
    for (const o of [[], [1], {}, 'x', new Date(0), [[]]]) {
      const body = freeze({ o, list: [[], { n: 'x' }, { f: 'f' }] });
      const refused = await refusedBy(() => runBodyLater(fields, body));
      expect(refused).to.include.members(['/list/0 object', '/list/1/n int']);
    }
    const many = freeze({ list: Array.from({ length: 300 }, () => ({ n: 'x', f: 'f' })) });
    expect(await refusedBy(() => runBodyLater(fields, many))).to.have.length(100);
  });

  it('may return promises', async () => {
    const later = z.string().refine(async (text) => text !== 'no');
    const fields = { a: later, b: later, c: json };
    expect(await refusedBy(() => runBodyLater(fields, { a: 'no', b: 'no', c: 'x' }))).to.have.members([
      '/a schema',
      '/b schema',
      '/c minLength',
    ]);
    expect(await runBodyLater(fields, { a: 'a', b: 'b', c: 'cc' })).to.deep.equal({ a: 'a', b: 'b', c: 'cc' });
  });

  it('may return thenables', async () => {
    class Later {
      readonly settled: Promise<unknown>;
      constructor(settled: Promise<unknown>) {
        this.settled = settled;
      }
      // biome-ignore lint/suspicious/noThenProperty: this is what a library's own promise has
      then(take: (value: unknown) => unknown, refuse?: (reason: unknown) => unknown) {
        return new Later(this.settled.then(take, refuse));
      }
    }
    const schema = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: () => new Later(Promise.resolve({ issues: [{ message: 'no' }] })),
      },
    };
    expect(await refusedBy(() => runBodyLater({ x: schema }, { x: 1 }))).to.deep.equal(['/x schema']);
  });

  it('pass on errors without unhandled rejections', async () => {
    const thrown = new Error('away');
    const schema = (validate: () => unknown) => ({ '~standard': { version: 1, vendor: 'own', validate } });
    const fail = schema(() => {
      throw thrown;
    });
    const failLater = schema(async () => {
      throw thrown;
    });
    for (const fields of [{ a: fail }, { a: failLater }, { a: failLater, b: fail }, { a: fail, b: failLater }]) {
      const error = await runBodyLater(fields, { a: 1, b: 1 }).catch((reason: unknown) => reason);
      expect(error).to.equal(thrown);
    }
    // An unhandled rejection would be reported now.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('stop at 100 failures', async () => {
    let calls = 0;
    const schema = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: () => {
          calls += 1;
          return { issues: [{ message: 'no' }] };
        },
      },
    };
    const fields = { list: { array: true, children: schema }, other: schema };
    expect(await refusedBy(() => runBodyLater(fields, { list: new Array(100_000).fill(1), other: 1 }))).to.have.length(
      100,
    );
    expect(calls).to.equal(100);
  });
});
