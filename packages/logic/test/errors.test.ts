import { expect } from 'chai';
import { LogicError, ValidationError } from '../src/errors.ts';

describe('errors', () => {
  it('ValidationError tells every failure', () => {
    const error = new ValidationError([
      { in: 'body', pointer: '/a', rule: 'int', message: 'a must be a whole number' },
      { in: 'params', pointer: '/id', rule: 'required', message: 'id is required' },
    ]);
    expect(error).to.be.instanceOf(Error);
    expect(error).to.include({ name: 'ValidationError', status: 422, code: 'E_VALIDATION' });
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
  });

  it('LogicError tells the place', () => {
    const error = new LogicError('E_LOGIC_RULE', { field: ['a', '[]', 'b'] }, 'is wrong');
    expect(error.message).to.equal('logic: a[].b: is wrong');
    expect(error).to.include({ name: 'LogicError', code: 'E_LOGIC_RULE', file: undefined, field: 'a[].b' });
    expect(new LogicError('E_LOGIC_SHAPE', { file: 'x.ts' }, 'is wrong').message).to.equal('x.ts: is wrong');
  });
});
