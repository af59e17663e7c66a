import { expect } from 'chai';
import { en } from '../../src/messages/en.ts';
import { hintUnknown, nameField } from '../../src/messages/name-field.ts';
import { shorten } from '../../src/shorten.ts';
import { failureOf } from './failure-of.ts';

describe('nameField', () => {
  const at = (pointer: string, rule = 'type') =>
    nameField(failureOf(rule, true, {}, { pointer, field: undefined }), en);

  it('is the label', () => {
    expect(nameField(failureOf('int', true, { label: 'My {args}' }), en)).to.equal('My {args}');
    expect(nameField(failureOf('int', true, { label: ['a', null] }), en)).to.equal('item of a');
  });

  it('is read from the pointer for undeclared fields', () => {
    expect(at('')).to.equal('the body');
    expect(at('/author/name')).to.equal('author.name');
    expect(at('/tags/0')).to.equal('item of tags');
    expect(at('/a~1b~0c')).to.equal('a/b~c');
    expect(at('/~01')).to.equal('~1');
  });

  it('continues the label below the field', () => {
    const field = { label: 'Titles', path: '/books/*/titles' };
    expect(nameField(failureOf('type', true, field, { pointer: '/books/3/titles' }), en)).to.equal('Titles');
    expect(nameField(failureOf('type', true, field, { pointer: '/books/3/titles/0/text' }), en)).to.equal(
      'item of Titles.text',
    );
  });

  it('does not show more than 5 names below a field', () => {
    expect(at('/a/b/c/d/e')).to.equal('a.b.c.d.e');
    expect(at('/a/b/c/d/e/f')).to.equal('the body');
    const field = { label: 'Books', path: '/books' };
    expect(nameField(failureOf('type', true, field, { pointer: '/books/a/b/c/d/e/f' }), en)).to.equal('Books');
  });

  it('shows 40 characters of a key', () => {
    const key = 'k'.repeat(41);
    expect(at(`/${key}`)).to.equal(`${'k'.repeat(40)}…`);
    expect(at(`/a/${key}`, 'unknown')).to.equal(`${'k'.repeat(40)}…`);
    expect(at(`/${'k'.repeat(40)}`, 'unknown')).to.equal('k'.repeat(40));
  });
});

describe('hintUnknown', () => {
  it('compares the key as it was written', () => {
    const failure = failureOf('unknown', true, {}, { pointer: '/in~1outt', names: ['in/out'] });
    expect(hintUnknown(failure, en)).to.equal('did you mean "in/out"?');
  });
});

describe('shorten', () => {
  it('replaces lone surrogates and control characters', () => {
    expect(shorten('aa😀', 3)).to.equal('aa\ufffd…');
    expect(shorten('😀', 2)).to.equal('😀');
    expect(shorten('a\n\u0000\u202e\u2028\ud800b', 40)).to.equal('a\ufffd\ufffd\ufffd\ufffd\ufffdb');
  });
});
