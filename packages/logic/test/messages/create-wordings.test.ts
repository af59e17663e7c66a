import { expect } from 'chai';
import type { FieldError } from '../../src/errors.ts';
import { createWordings } from '../../src/messages/create-wordings.ts';
import { writeErrors } from '../../src/messages/write-errors.ts';
import type { Failure } from '../../src/types.ts';
import { failureOf } from './failure-of.ts';

describe('createWordings', () => {
  it('gives one wording for each language, however it is asked for', () => {
    const find = createWordings({ own: { de: {} } });
    expect(find('de')).to.equal(find('de'));
    expect(find('de')).to.equal(find('de, en;q=0.5'));
    expect(find(undefined)).to.equal(find('en'));
    expect(find('de').tag).to.equal('de');
    expect(find('zh').language.tag).to.equal('zh-CN');
  });

  it('answers each of endless headers', () => {
    const find = createWordings({});
    for (let n = 0; n < 50; n += 1) expect(find(`zh;q=0.${n + 100}`).tag).to.equal('zh-CN');
    expect(find(`fr, ${'de, '.repeat(100)}`).tag).to.equal('en');
    expect(find('zh').tag).to.equal('zh-CN');
  });
});

describe('writeErrors, more than once', () => {
  const tell = (failures: readonly Failure[], texts = {}) => {
    const wording = createWordings(texts)('en');
    return failures.map((failure) => writeErrors([failure], wording)[0] as FieldError);
  };

  it('says the same of a rule of a field, wherever it is', () => {
    const failure = failureOf('length', { max: 3 }, { path: '/*', label: ['x', null] });
    const [first, second] = tell([failure, { ...failure, pointer: '/7' }]);
    expect(second).to.deep.equal({ ...first, pointer: '/7' });
    expect(first?.message).to.equal('item of x must be at most 3 characters long');
  });

  it('gives each error what the rule was given, never one that another has', () => {
    const failure = failureOf('in', ['a', 'b']);
    const [first, second, third] = tell([failure, failure, failure]);
    expect(third?.expected).not.to.equal(second?.expected);
    expect(second?.expected).not.to.equal(first?.expected);
    expect(first?.expected).to.deep.equal(['a', 'b']);
    expect(third?.expected).to.deep.equal(['a', 'b']);
  });

  it('shares it among the errors of one answer', () => {
    const failure = failureOf('in', ['a', 'b']);
    const wording = createWordings({})('en');
    writeErrors([failure], wording);
    const [first, second] = writeErrors([failure, failure], wording);
    expect(first?.expected).to.equal(second?.expected);
  });

  it('says another thing of another rule, argument, field and language', () => {
    const { field } = failureOf('int');
    const other = failureOf('min', 1, { label: ['y'] });
    const [whole, one, two, again, elsewhere] = tell([
      failureOf('int', true, field),
      { ...failureOf('min', 1), field },
      { ...failureOf('min', 2), field },
      { ...failureOf('min', 1), field },
      other,
    ]);
    expect(whole).to.deep.include({ message: 'x must be a whole number' }).and.not.to.have.property('expected');
    expect(one).to.deep.include({ message: 'x must be at least 1', expected: 1 });
    expect(two).to.deep.include({ message: 'x must be at least 2', expected: 2 });
    expect(again).to.deep.include({ message: 'x must be at least 1', expected: 1 });
    expect(elsewhere?.message).to.equal('y must be at least 1');
    const find = createWordings({});
    const messages = ['en', 'zh'].map((tag) => writeErrors([other], find(tag))[0]?.message);
    expect(messages).to.deep.equal(['y must be at least 1', 'y 不能小于 1']);
  });

  it('never remembers what came with a request', () => {
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

  it('asks a function of a logic or a program each time', () => {
    for (const source of ['own', 'shared']) {
      let asked = 0;
      const failure = failureOf('int');
      const told = tell([failure, failure], { [source]: () => `time ${++asked}` });
      expect(told.map(({ message }) => message)).to.deep.equal(['time 1', 'time 2']);
    }
  });
});
