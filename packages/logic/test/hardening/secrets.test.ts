import { expect } from 'chai';
import { z } from 'zod';
import { compileLogic } from '../../src/compile-logic.ts';
import { defineRule } from '../../src/define-rule.ts';
import { ValidationError } from '../../src/errors.ts';

const own = defineRule('own', {
  refuse: () => undefined,
  test: (_value: unknown, _context: { argument: string; siblings: object }) => false,
  message: '{name} must be {args}',
});
const later = defineRule('later', {
  refuse: () => undefined,
  testAsync: async (_value: unknown, _context: { argument: string }) => false,
  message: '{name} must be {args}',
});

/** Rules of a field `pin` whose arguments are its values, and a value that fails them. */
const table: [name: string, rules: object, value: unknown][] = [
  ['in', { in: ['hunter2'] }, 'x'],
  ['notIn', { notIn: ['hunter2'] }, 'hunter2'],
  ['enum', { enum: ['hunter2'] }, 'x'],
  ['const', { const: 'hunter2' }, 'x'],
  ['contains', { contains: 'hunter2' }, 'x'],
  ['startWith', { startWith: 'hunter2' }, 'x'],
  ['endWith', { endWith: 'hunter2' }, 'x'],
  ['regexp', { regexp: /^hunter2$/ }, 'x'],
  ['pattern', { pattern: '^hunter2$' }, 'x'],
  ['a rule of its own', { own: 'hunter2' }, 'x'],
  ['a rule that takes its time', { later: 'hunter2' }, 'x'],
  ['the type', { string: true, in: ['hunter2'] }, ['hunter2']],
  ['presence', { string: true, required: true, in: ['hunter2'] }, ''],
  ['the value', { int: true }, 'hunter2'],
  ['the value, too long', { length: { max: 2 } }, 'hunter2'],
  ['what cannot be copied', {}, { hunter2: ['hunter2\ud800'] }],
];

async function messagesOf(rules: object, body: unknown): Promise<string> {
  const logic = { rules: [own, later], postAction: { body: rules } };
  try {
    await compileLogic(logic).action('postAction')?.run({ body });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    expect(error.errors).not.to.have.length(0);
    return JSON.stringify([error.errors.map(({ message, expected }) => [message, expected]), error.message]);
  }
  throw new Error('It passed.');
}

describe('the value of a secret field', () => {
  for (const [name, rules, value] of table) {
    if (name !== 'what cannot be copied') {
      it(`is in no message of ${name}`, async () => {
        const secret = { ...rules, secret: true };
        expect(await messagesOf({ pin: secret }, { pin: value })).not.to.match(/hunter2/);
        expect(
          await messagesOf({ o: { object: true, secret: true, children: { pin: rules } } }, { o: { pin: value } }),
        ).not.to.match(/hunter2/);
        expect(
          await messagesOf({ list: { array: true, secret: true, children: rules } }, { list: [value] }),
        ).not.to.match(/hunter2/);
        expect(await messagesOf({ array: true, secret: true, children: rules }, [value])).not.to.match(/hunter2/);
      });
    }
  }

  it('is in no message of a schema', async () => {
    for (const schema of [
      { type: 'string', const: 'hunter2' },
      { type: 'string', enum: ['hunter2'] },
      { type: 'string', pattern: 'hunter2' },
      z.literal('hunter2'),
      z.string().regex(/hunter2/),
    ]) {
      expect(
        await messagesOf({ o: { object: true, secret: true, children: { pin: schema } } }, { o: { pin: 'x' } }),
      ).not.to.match(/hunter2/);
    }
  });

  it('is in no message of a rule of another field', async () => {
    const pin = { string: true, secret: true };
    for (const rules of [{ requiredIf: ['pin', 'hunter2'] }, { requiredNotIf: ['pin', 'other'] }]) {
      expect(await messagesOf({ pin, a: rules }, { pin: 'hunter2' })).not.to.match(/hunter2|other/);
    }
    expect(await messagesOf({ pin, a: { different: 'pin' } }, { pin: 'hunter2', a: 'hunter2' })).not.to.match(
      /hunter2/,
    );
    expect(await messagesOf({ pin, a: { equals: 'pin' } }, { pin: 'hunter2', a: 'x' })).not.to.match(/hunter2/);
  });

  it('is shown when the field is not secret', async () => {
    expect(await messagesOf({ pin: { in: ['hunter2'] } }, { pin: 'x' })).to.match(/hunter2/);
    expect(await messagesOf({ pin: {}, a: { requiredIf: ['pin', 'hunter2'] } }, { pin: 'hunter2' })).to.match(
      /hunter2/,
    );
  });
});
