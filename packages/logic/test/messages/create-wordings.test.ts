import { expect } from 'chai';
import type { FieldError } from '../../src/errors.ts';
import { createWordings } from '../../src/messages/create-wordings.ts';
import { writeErrors } from '../../src/messages/write-errors.ts';
import type { Failure } from '../../src/types.ts';
import { failureOf } from './failure-of.ts';

describe('cached messages', () => {
  const tell = (failures: readonly Failure[], texts = {}) => {
    const wording = createWordings(texts)('en');
    return failures.map((failure) => writeErrors([failure], wording)[0] as FieldError);
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
    writeErrors([failure], wording);
    const [first, second] = writeErrors([failure, failure], wording);
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
