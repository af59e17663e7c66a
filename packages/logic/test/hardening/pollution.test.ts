import { expect } from 'chai';
import { z } from 'zod';
import { compileLogic } from '../../src/compile-logic.ts';
import { defineRule } from '../../src/define-rule.ts';
import type { ActionInput, CompiledAction } from '../../src/types.ts';
import { refusedBy } from '../run-field.ts';

const seen: unknown[] = [];
const note = defineRule('note', {
  testAsync: async (value) => {
    seen.push(value);
    return true;
  },
  message: 'no',
});

const inside = { role: { string: true }, title: { required: true, string: true } };
const fields = {
  role: { string: true },
  title: { required: true, string: true },
  o: { object: true, children: inside },
  list: { array: true, children: { object: true, children: inside } },
  a: { requiredWith: ['role'] },
  b: { different: 'role' },
  admin: { note: true },
  extra: { type: 'string' },
  library: z.string().optional(),
};
/** What is added to `Object.prototype`: values that would pass. */
const added: Record<string, unknown> = { role: 'admin', title: 'none', admin: 1, extra: 'x', library: 'x', z: 1 };

const compile = (): CompiledAction =>
  compileLogic({ rules: [note], postAction: { body: fields, query: { role: {}, title: { required: true } } } }).action(
    'postAction',
  ) as CompiledAction;

/** Call a function while Object.prototype is polluted. */
async function polluted<T>(enumerable: boolean, work: () => T | Promise<T>): Promise<T> {
  try {
    for (const [name, value] of Object.entries(added))
      Object.defineProperty(Object.prototype, name, { value, enumerable, writable: true, configurable: true });
    return await work();
  } finally {
    for (const name of Object.keys(added)) Reflect.deleteProperty(Object.prototype, name);
  }
}

describe('a polluted Object.prototype', () => {
  const query = { title: 'q' };
  const body = () => JSON.parse('{"title":"own","o":{"title":"own"},"list":[{"title":"own"}],"b":"admin"}');

  for (const enumerable of [true, false]) {
    for (const [name, make] of [
      ['after the logic was compiled and run', () => run(compile())],
      ['after the logic was compiled', compile],
    ] as const) {
      // With enumerable additions, Ajv throws when it compiles.
      if (enumerable && !name.endsWith('run')) continue;
      describe(`${enumerable ? 'enumerable' : 'hidden'}, ${name}`, () => {
        it('is not read for a field', async () => {
          const action = make();
          const result = await polluted(enumerable, async () => {
            const { body: made, query: asked } = (await action.run({
              body: body(),
              query,
            })) as ActionInput & { body: Record<string, unknown> };
            // Read while Object.prototype is polluted, as an action would.
            const read = [made, made.o, (made.list as unknown[])[0]].map(
              (object) => (object as { role?: unknown }).role,
            );
            return { text: JSON.stringify(made), read, asked: JSON.stringify(asked), seen: [...seen] };
          });
          expect(result).to.deep.equal({
            text: '{"title":"own","o":{"title":"own"},"list":[{"title":"own"}],"b":"admin"}',
            read: [undefined, undefined, undefined],
            asked: '{"title":"q"}',
            seen: [],
          });
        });

        it('is no value of a required field', async () => {
          const action = make();
          const refused = await polluted(enumerable, () =>
            refusedBy(() => action.run({ body: { o: {}, list: [{}], z: 1 }, query: {} })),
          );
          expect(refused).to.deep.equal([
            '/title required',
            '/title required',
            '/o/title required',
            '/list/0/title required',
            '/z unknown',
          ]);
        });

        it('does not hide an unknown key', async () => {
          const action = make();
          const refused = await polluted(enumerable, () =>
            refusedBy(() => action.run({ body: { title: 'x', z: 1 }, query })),
          );
          expect(refused).to.deep.equal(['/z unknown']);
        });
      });
    }
  }

  /** An action that has accepted and refused an input before. */
  function run(action: CompiledAction): CompiledAction {
    action.run({ body: body(), query });
    expect(() => action.run({ body: {}, query })).to.throw();
    return action;
  }
});

describe('inherited members', () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'];

  it('are no values of fields', () => {
    const declared = Object.fromEntries(names.map((name) => [name, {}]));
    const action = compileLogic({
      postAction: { body: { ...declared, o: { object: true, children: declared } } },
    }).action('postAction') as CompiledAction;
    const { body } = action.run({ body: { o: {} } }) as { body: Record<string, unknown> };
    for (const name of names) {
      expect(body[name], name).to.equal(undefined);
      expect((body.o as Record<string, unknown>)[name], name).to.equal(undefined);
    }
    expect(JSON.stringify(body)).to.equal('{"o":{}}');
  });
});
