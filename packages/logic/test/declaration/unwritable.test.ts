import { expect } from 'chai';
import fc from 'fast-check';
import { compileLogic } from '../../src/compile-logic.ts';
import { LogicError, ValidationError } from '../../src/errors.ts';
import { partial } from '../../src/partial.ts';
import type { CompiledAction, RunOptions } from '../../src/types.ts';
import { anyFields } from '../property/any-rules.ts';
import { anyValue } from '../property/any-value.ts';
import { errorsOf, logicErrorOf, run } from '../run-field.ts';

const UPDATES = ['putAction', 'patchAction'];
const OTHERS = ['postAction', 'deleteAction', 'queryAction', 'archiveAction'];

describe('fields that a body cannot have', () => {
  const fields = {
    title: { string: true },
    owner_id: { int: true, required: true, createOnly: true },
    created_at: { date: true, readOnly: true, aliasName: 'Creation' },
  } as const;
  const actionOf = (name: string, body: unknown = fields): CompiledAction =>
    compileLogic({ [name]: { body } }).action(name) as CompiledAction;

  it('are createOnly ones in updates, and readOnly ones in all actions', () => {
    for (const name of UPDATES) {
      expect(actionOf(name).fields('body'), name).to.deep.equal(['title']);
      expect([...actionOf(name).unwritable()], name).to.deep.equal([
        ['owner_id', 'createOnly'],
        ['created_at', 'readOnly'],
      ]);
    }
    for (const name of OTHERS) {
      expect(actionOf(name).fields('body'), name).to.deep.equal(['title', 'owner_id']);
      expect([...actionOf(name).unwritable()], name).to.deep.equal([['created_at', 'readOnly']]);
    }
  });

  it('are refused in their own words, in the order of the declaration', () => {
    const body = { stray: 1, created_at: null, owner_id: 7, title: 1 };
    const refused = (acceptLanguage: string, unknown: 'refuse' | 'strip' = 'refuse') =>
      errorsOf(() => run({ unknown, patchAction: { body: fields } }, 'patchAction', { body }, { acceptLanguage })).map(
        ({ pointer, rule, message }) => `${pointer} ${rule}: ${message}`,
      );
    expect(refused('en')).to.deep.equal([
      '/title string: title must be a string',
      '/owner_id createOnly: owner_id cannot be changed',
      '/created_at readOnly: Creation cannot be set',
      '/stray unknown: "stray" is not a field here; the fields are title',
    ]);
    expect(refused('zh-CN').slice(1, 3)).to.deep.equal([
      '/owner_id createOnly: owner_id 不能修改',
      '/created_at readOnly: Creation 不能由请求设置',
    ]);
    expect(refused('en', 'strip')).to.deep.equal(['/title string: title must be a string']);
  });

  it('can have texts of the logic and of the field', () => {
    const body = {
      a: { createOnly: true, message: { createOnly: 'No' } },
      b: { readOnly: true },
      c: { createOnly: true },
    };
    const messages = { en: { '/b': { readOnly: 'Never {name}' }, createOnly: 'Only once' } };
    const errors = errorsOf(() => run({ messages, putAction: { body } }, 'putAction', { body: { a: 1, b: 1, c: 1 } }));
    expect(errors.map(({ message }) => message)).to.deep.equal(['No', 'Never b', 'Only once']);
  });

  it('are left out at every level, in lists and of partial fields', () => {
    const inner = { kind: { string: true, createOnly: true, required: true }, text: { string: true } } as const;
    const body = {
      address: { object: true, children: inner },
      notes: { array: true, children: { object: true, children: inner } },
    } as const;
    for (const declared of [body, partial(body)]) {
      const patch = (value: unknown) => run({ patchAction: { body: declared } }, 'patchAction', { body: value }).body;
      const given = { address: { text: 'a' }, notes: [{ text: 'b' }, {}] };
      expect(patch(given)).to.deep.equal(given);
      const errors = errorsOf(() => patch({ address: { kind: 'a' }, notes: [{}, { kind: 'b' }] }));
      expect(errors.map(({ pointer, rule, message }) => `${pointer} ${rule} ${message}`)).to.deep.equal([
        '/address/kind createOnly address.kind cannot be changed',
        '/notes/1/kind createOnly item of notes.kind cannot be changed',
      ]);
    }
  });

  it('are part of the other sections, and of what a function makes for them', () => {
    const logic = { putAction: () => ({ query: fields, body: fields }) };
    expect(errorsOf(() => run({ putAction: { query: fields } }, 'putAction', {}))[0]?.rule).to.equal('required');
    expect(compileLogic(logic).action('putAction')?.unwritable().size).to.equal(0);
    const made = compileLogic(logic).action('putAction')?.resolve?.({}) as CompiledAction;
    expect(made.fields('query')).to.deep.equal(Object.keys(fields));
    expect(made.fields('body')).to.deep.equal(['title']);
  });

  it('are not described', () => {
    const described = actionOf('putAction').toJSONSchema('body', { blank: false });
    expect(described).to.deep.equal({
      type: 'object',
      properties: { title: { type: 'string' } },
      additionalProperties: false,
    });
  });

  it('cannot be named by rules of the others', () => {
    const put = (rules: object) =>
      logicErrorOf({ putAction: { body: { ...fields, x: rules, of: { object: true, children: fields } } } });
    for (const rules of [
      { requiredIf: ['owner_id', 1] },
      { requiredWith: ['owner_id'] },
      { int: true, equals: 'of/owner_id' },
    ]) {
      const { code, message } = put(rules);
      const [rule] = Object.keys(rules).slice(-1);
      expect(code).to.equal('E_LOGIC_FIELD');
      expect(message).to.match(
        /which is createOnly and therefore not part of the body; in putAction, declare this field/,
      );
      expect(message).to.match(new RegExp(`without ${rule}$`));
    }
    expect(put({ requiredWith: ['created_at'] }).message).to.include('which is readOnly');
    expect(
      actionOf('patchAction', partial({ ...fields, x: { requiredIf: ['owner_id', 1] } })).fields('body'),
    ).to.include('x');
  });

  it('are what nothing is left of: their own conditions and defaults do not count', () => {
    const body = { a: { string: true }, b: { createOnly: true, requiredWith: ['a'], default: 5 } };
    expect(run({ putAction: { body } }, 'putAction', { body: { a: 'x' } }).body).to.deep.equal({ a: 'x' });
  });

  it('cannot be in the default of an object', () => {
    const rules = { object: true, default: { b: 1 }, children: { b: { int: true, createOnly: true } } };
    expect(logicErrorOf({ putAction: { body: { a: rules } } }).message).to.include(
      'the default fails its own rules: a.b cannot be changed',
    );
    expect(() => compileLogic({ postAction: { body: { a: rules } } })).not.to.throw();
  });

  it('refuse contradictions and places without a field', () => {
    const refused = (rules: object) => {
      const { code, message, rule } = logicErrorOf({ postAction: { body: { x: rules } } });
      return `${code} ${rule} ${message.replace(/^[^:]*: [^:]*: /, '')}`;
    };
    for (const other of [{ createOnly: true }, { writeOnly: true }, { default: 1 }]) {
      const [name] = Object.keys(other);
      expect(refused({ readOnly: true, ...other })).to.equal(
        `E_LOGIC_ARGUMENT readOnly readOnly cannot be used with ${name}: no request has a readOnly field`,
      );
    }
    expect(refused({ createOnly: 'yes' })).to.equal('E_LOGIC_ARGUMENT createOnly createOnly takes true or false');
    for (const deprecated of ['soon', '2026-02-30', new Date(Number.NaN), 5]) {
      expect(refused({ deprecated })).to.equal(
        "E_LOGIC_ARGUMENT deprecated deprecated takes true or a date such as '2026-01-01'",
      );
    }
    for (const attribute of ['readOnly', 'createOnly', 'writeOnly', 'deprecated']) {
      const wanted = `E_LOGIC_ARGUMENT ${attribute} ${attribute} can only be used on fields of an object`;
      expect(refused({ array: true, children: { [attribute]: true } })).to.equal(wanted);
      expect(logicErrorOf({ postAction: { body: { object: true, [attribute]: true } } }).message).to.include(
        `${attribute} can only be used on fields of an object`,
      );
    }
    expect(refused({ immutable: true })).to.include('use createOnly');
  });

  it('leave the same checks as a declaration without them', function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(
        anyFields,
        fc.array(anyValue, { maxLength: 20 }),
        fc.constantFrom(...UPDATES, ...OTHERS),
        (any, values, name) => {
          const compile = (body: unknown) => {
            try {
              return compileLogic({ unknown: any.mode, [name]: { body } }).action(name);
            } catch (error) {
              return error instanceof LogicError ? undefined : Promise.reject(error);
            }
          };
          const action = compile(any.body);
          const other = compile(without(any.body, UPDATES.includes(name)));
          // A reference to a field that was left out is refused in both, unless it names another one, too.
          if (action !== undefined) expect(other).not.to.equal(undefined);
          if (action === undefined || other === undefined) return;
          for (const value of values)
            expect(outcome(action as CompiledAction, value, any.options)).to.deep.equal(
              outcome(other as CompiledAction, value, any.options),
            );
        },
      ),
      { numRuns: Number(process.env.FAST_CHECK_RUNS ?? 300) },
    );
  });
});

describe('fields that are not shown', () => {
  it('are secret or writeOnly, also where they cannot be written', () => {
    const body = {
      a: { secret: true },
      b: { writeOnly: true },
      c: { writeOnly: true, createOnly: true },
      d: { secret: true, readOnly: true },
      e: { readOnly: true },
    };
    for (const name of ['postAction', 'patchAction']) {
      const unreadable = compileLogic({ [name]: { body } })
        .action(name)
        ?.unreadable();
      expect(unreadable).to.have.members(['a', 'b', 'c', 'd']);
    }
  });
});

describe('deprecated fields', () => {
  const logic = {
    postAction: {
      query: { old: { string: true, deprecated: '2026-03-01' } },
      headers: { 'X-Old': { string: true, deprecated: new Date('2026-02-01') } },
      body: {
        flag: { boolean: true, deprecated: true },
        late: { int: true, deprecated: '2027-01-01T12:00+02:00' },
        list: { array: true, children: { object: true, children: { old: { deprecated: '2025-12-31' }, new: {} } } },
      },
    },
    putAction: { body: { gone: { readOnly: true, deprecated: '2026-01-01' } } },
  };
  const since = (sources: object, name = 'postAction') =>
    compileLogic(logic).action(name)?.deprecatedSince(sources)?.toISOString();

  it('give the earliest date of those that were sent', () => {
    expect(since({})).to.equal(undefined);
    expect(since({ body: { flag: true, list: [{ new: 1 }] } })).to.equal(undefined);
    expect(since({ body: { late: 1 } })).to.equal('2027-01-01T10:00:00.000Z');
    expect(since({ body: { late: 'wrong' }, query: { old: '' } })).to.equal('2026-03-01T00:00:00.000Z');
    expect(since({ body: { late: 1 }, headers: { 'x-old': 'a' } })).to.equal('2026-02-01T00:00:00.000Z');
    expect(since({ body: { late: null, list: [{}, { old: null }] } })).to.equal('2025-12-31T00:00:00.000Z');
    for (const body of [null, 'a', [], { list: {} }, { list: [null] }, Object.create({ late: 1 })])
      expect(since({ body })).to.equal(undefined);
    expect(since({ body: { gone: 1 } }, 'putAction')).to.equal(undefined);
  });

  it('are marked in documents, as writeOnly ones are', () => {
    const body = {
      a: { string: true, deprecated: '2026-01-01' },
      b: { string: true, writeOnly: true, createOnly: true },
    };
    const schema = compileLogic({ postAction: { body } }).action('postAction')?.toJSONSchema('body', { blank: false });
    expect(schema?.properties).to.deep.equal({
      a: { type: 'string', deprecated: true },
      b: { type: 'string', writeOnly: true },
    });
    expect(compileLogic(logic).action('postAction')?.deprecated()).to.deep.equal(['flag', 'late']);
    expect(compileLogic(logic).action('putAction')?.deprecated()).to.deep.equal(['gone']);
  });
});

// --- internal ---

type Rules = Readonly<Record<string, unknown>>;

/** The rules of a body without the fields that it cannot have. */
function without(body: object, update: boolean): object {
  if ('array' in body && body.array === true) return withoutInside(body as Rules, update);
  return withoutIn(body as Rules, update);
}

function withoutIn(fields: Rules, update: boolean): Rules {
  const kept = Object.entries(fields as Record<string, Rules>).filter(
    ([, rules]) => rules.readOnly !== true && !(update && rules.createOnly === true),
  );
  return Object.fromEntries(kept.map(([name, rules]) => [name, withoutInside(rules, update)]));
}

function withoutInside(rules: Rules, update: boolean): Rules {
  const children = rules.children as Rules | undefined;
  if (children === undefined) return rules;
  return { ...rules, children: rules.array === true ? withoutInside(children, update) : withoutIn(children, update) };
}

function outcome(action: CompiledAction, body: unknown, options: RunOptions): unknown {
  try {
    return action.run({ body }, options);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const places = error.errors.map(({ pointer, rule }) => `${pointer} ${UNKNOWN.has(rule) ? 'unknown' : rule}`);
    return places.sort();
  }
}

const UNKNOWN = new Set(['readOnly', 'createOnly']);
