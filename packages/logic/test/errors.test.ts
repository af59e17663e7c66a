import { expect } from 'chai';
import { LogicError, ValidationError } from '../src/errors.ts';
import { Refusal } from '../src/refusal.ts';

describe('errors', () => {
  it('ValidationError lists every failure', () => {
    const error = new ValidationError([
      { in: 'body', pointer: '/a', rule: 'int', message: 'a must be a whole number' },
      { in: 'params', pointer: '/id', rule: 'required', message: 'id is required' },
    ]);
    expect(error).to.be.instanceOf(Error);
    expect(error).to.include({ name: 'ValidationError', status: 422, code: 'E_VALIDATION', expose: true });
    expect(error.message).to.equal('body/a: a must be a whole number; params/id: id is required');
  });

  it('ValidationError keeps its message short', () => {
    const many = Array.from({ length: 7 }, () => ({
      in: 'body' as const,
      pointer: `/${'k'.repeat(1000)}`,
      rule: 'unknown',
      message: 'no',
    }));
    const error = new ValidationError(many);
    expect(error.errors).to.have.length(7);
    expect(error.message).to.have.length.below(600);
    expect(error.message).to.match(/; and 2 more$/);
    expect(new ValidationError(many.slice(0, 5)).message).not.to.match(/more$/);
  });

  it('ValidationError converts to a problem document', () => {
    const unknown = { in: 'query' as const, pointer: '/x', rule: 'unknown', message: '"x" is not a field here' };
    const errors = [{ in: 'body' as const, pointer: '/a', rule: 'int', message: 'a must be a whole number' }];
    expect(new ValidationError(errors).toProblem()).to.deep.equal({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'a must be a whole number',
      code: 'E_VALIDATION',
      errors,
    });
    expect(new ValidationError([...errors, unknown]).toProblem()).to.deep.include({
      title: 'Bad Request',
      status: 400,
      detail: 'a must be a whole number; "x" is not a field here',
      code: 'E_QUERY',
    });
  });

  it('ValidationError is E_QUERY with 400 for unknown and repeated query parameters only', () => {
    for (const [where, rule, status] of [
      ['query', 'unknown', 400],
      ['query', 'repeated', 400],
      ['query', 'int', 422],
      ['body', 'unknown', 422],
    ] as const) {
      const error = new ValidationError([{ in: where, pointer: '/x', rule, message: 'no' }], 'de');
      expect(error).to.include({ status, language: 'de' });
      const code = status === 400 ? 'E_QUERY' : 'E_VALIDATION';
      expect(new Refusal(error.errors, 'de')).to.include({ status, language: 'de', code });
    }
    expect(new ValidationError([]).language).to.equal('en');
  });

  it('LogicError names the place', () => {
    const error = new LogicError('E_LOGIC_RULE', { field: ['a', '[]', 'b'] }, 'is wrong');
    expect(error.message).to.equal('logic: a[].b: is wrong');
    expect(error).to.include({ name: 'LogicError', code: 'E_LOGIC_RULE', file: undefined, field: 'a[].b' });
    expect(new LogicError('E_LOGIC_SHAPE', { file: 'x.ts' }, 'is wrong').message).to.equal('x.ts: is wrong');
  });
});
