import { expect } from 'chai';
import fc from 'fast-check';
import type { Failure } from '../../src/failure.ts';
import { createWordings } from '../../src/messages/create-wordings.ts';
import { textRules } from '../../src/messages/languages.ts';
import { writeErrors as write } from '../../src/messages/write-errors.ts';
import type { FieldError } from '../../src/refusal.ts';
import { failureOf, writeErrors } from './failure-of.ts';

describe('writeErrors', () => {
  it('keeps the order and reports section, pointer, rule and argument', () => {
    const failures = [
      failureOf('length', { max: 3 }),
      failureOf('unknown', true, {}, { in: 'query', pointer: '/y', field: undefined, names: ['x'] }),
    ];
    expect(writeErrors(failures)).to.deep.equal({
      errors: [
        {
          in: 'body',
          pointer: '/x',
          rule: 'length',
          message: 'x must be at most 3 characters long',
          expected: { max: 3 },
        },
        { in: 'query', pointer: '/y', rule: 'unknown', message: '"y" is not a field here; the fields are x' },
      ],
      language: 'en',
    });
  });

  it('suggests names for the first 10 unknown keys', () => {
    const unknown = failureOf('unknown', true, {}, { pointer: '/titel', field: undefined, names: ['title'] });
    const { errors } = writeErrors([failureOf('int'), ...new Array(11).fill(unknown), failureOf('int'), unknown]);
    const hasHint = errors.map(({ message }) => message.endsWith('did you mean "title"?'));
    expect(hasHint).to.deep.equal([false, ...new Array(10).fill(true), false, false, false]);
    expect(errors.at(-1)?.message).to.match(/^"titel" is not a field here/);
  });

  it('converts the argument to JSON', () => {
    const expectedOf = (argument: unknown) => writeErrors([failureOf('a', argument)]).errors[0];
    const list = ['a', /b/];
    expect(expectedOf(list)?.expected).to.deep.equal(['a', '/b/']);
    expect(expectedOf(new Date(0))?.expected).to.equal('1970-01-01T00:00:00.000Z');
    expect(expectedOf(null)).to.have.property('expected', null);
    expect(expectedOf(5n)).to.have.property('expected', '5');
    for (const argument of [true, undefined, () => 1]) expect(expectedOf(argument)).not.to.have.property('expected');
  });

  describe('keeps a secret', () => {
    it('writes a general message', () => {
      const failure = failureOf('in', ['hunter2'], { secret: true });
      expect(writeErrors([failure]).errors).to.deep.equal([
        { in: 'body', pointer: '/x', rule: 'in', message: 'x is not valid' },
      ]);
      expect(writeErrors([failure], { acceptLanguage: 'zh' }).errors[0]?.message).to.equal('x 无效');
    });

    it('but shows lengths and names of other fields', () => {
      const [length, beside, type] = writeErrors([
        failureOf('length', { min: 8 }, { secret: true }),
        failureOf('requiredWith', ['name'], { secret: true }),
        failureOf('type', 'string', { secret: true }),
      ]).errors;
      expect(length).to.deep.include({ message: 'x must be at least 8 characters long' });
      expect(length).not.to.have.property('expected');
      expect(beside).to.deep.include({ message: 'x is required together with name' });
      expect(type).to.deep.include({ message: 'x has the wrong type' });
      const [all] = writeErrors([failureOf('requiredWithAll', ['a', 'b'], { secret: true })]).errors;
      expect(all?.message).to.equal('x is required together with a, b');
    });

    it('only of rules that refer to a secret', () => {
      const failure = failureOf('in', ['a'], { secretRules: new Set(['requiredIf']) });
      expect(writeErrors([failure]).errors[0]).to.deep.include({ message: 'x must be one of a', expected: ['a'] });
    });
  });

  it('writes a message for any argument', () => {
    const failure = fc.record({
      rule: fc.constantFrom(...textRules, 'slug', 'constructor'),
      argument: fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true }),
      secret: fc.boolean(),
      pointer: fc.string({ unit: 'binary' }).map((key) => `/${key}`),
      acceptLanguage: fc.constantFrom('en', 'zh', 'fr'),
    });
    fc.assert(
      fc.property(failure, ({ rule, argument, secret, pointer, acceptLanguage }) => {
        const failures = [
          failureOf(rule, argument, { secret }),
          failureOf(rule, argument, {}, { pointer, field: undefined }),
        ];
        const { errors } = writeErrors(failures, { acceptLanguage });
        for (const { message } of errors) expect(message).to.match(/./);
        expect(JSON.parse(JSON.stringify(errors))).to.deep.equal(errors);
      }),
    );
  });
});

describe('cached messages', () => {
  const tell = (failures: readonly Failure[], texts = {}) => {
    const wording = createWordings(texts)('en');
    return failures.map((failure) => write([failure], wording)[0] as FieldError);
  };

  it('copy the argument for each answer', () => {
    const failure = failureOf('in', ['a', 'b']);
    const [first, second, third] = tell([failure, failure, failure]);
    expect(third?.expected).not.to.equal(second?.expected);
    expect(second?.expected).not.to.equal(first?.expected);
    expect(first?.expected).to.deep.equal(['a', 'b']);
    expect(third?.expected).to.deep.equal(['a', 'b']);
  });

  it('share the argument among the errors of one answer', () => {
    const failure = failureOf('in', ['a', 'b']);
    const wording = createWordings({})('en');
    write([failure], wording);
    const [first, second] = write([failure, failure], wording);
    expect(first?.expected).to.equal(second?.expected);
  });

  it('never contain data of another request', () => {
    const failure = failureOf('type', 'integer');
    const [below, deeper, words, others] = tell([
      { ...failure, pointer: '/x/a' },
      { ...failure, pointer: '/x/b' },
      { ...failureOf('schema', true), field: failure.field, text: 'one' },
      { ...failureOf('schema', true), field: failure.field, text: 'two' },
    ]);
    expect(below?.message).to.equal('x.a must be of type integer');
    expect(deeper?.message).to.equal('x.b must be of type integer');
    expect([words?.message, others?.message]).to.deep.equal(['one', 'two']);
  });
});
