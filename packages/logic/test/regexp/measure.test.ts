import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { charactersIn, choicesIn, isNullable, isWrittenOut, shortestOf } from '../../src/regexp/measure.ts';

describe('measure', () => {
  it('knows how large a part is when it is written out', () => {
    const rows: [string, number][] = [
      ['a', 1],
      ['(a|bc)', 3],
      ['a{4}', 4],
      ['(?:ab){2,5}', 10],
      ['a{3,}', 3],
      ['a*', 1],
      ['a{11}', 2],
      ['(?:abc){11}', 6],
      ['(?=a)', 0],
      ['(?:(a)\\1)', 2],
      ['[\\q{abc|d}]', 4],
    ];
    for (const [source, size] of rows) expect(charactersIn(element(source), 10), source).to.equal(size);
  });

  it('writes out what is small enough, and everything that occurs at most once', () => {
    expect(isWrittenOut(element('a'), 0, 10, 10)).to.equal(true);
    expect(isWrittenOut(element('a'), 0, 11, 10)).to.equal(false);
    expect(isWrittenOut(element('a'), 11, Number.POSITIVE_INFINITY, 10)).to.equal(false);
    expect(isWrittenOut(element('(?:aaaaaaaaaaaaaaaa)'), 0, 1, 10)).to.equal(true);
    expect(isWrittenOut(element('(?:)'), 0, 11, 10)).to.equal(false);
  });

  it('counts the choices', () => {
    const rows: [string, number][] = [
      ['ab', 0],
      ['a|b', 1],
      ['(a|b|c|d)', 2],
      ['a?', 1],
      ['a*', 1],
      ['(?:a|b){3}', 3],
      ['(?:a|b){2,}', 4],
      ['(?:(?:a|b)c?){5}', 10],
      ['(?:a|b){100000}', 1000],
      ['(?=a|b)(?<!c|d)', 2],
      ['\\b^', 0],
    ];
    for (const [source, choices] of rows) {
      expect(choicesIn(parseRegExpLiteral(new RegExp(source)).pattern.alternatives), source).to.equal(choices);
    }
  });

  it('knows what can be empty, and how short a text can be', () => {
    const rows: [string, boolean, number][] = [
      ['a', false, 1],
      ['(a|)', true, 0],
      ['a?', true, 0],
      ['(?:a?){3}', true, 0],
      ['(?:ab|cde){2,}', false, 4],
      ['(?:a*b)', false, 1],
      ['(?!a)', true, 0],
      ['(?:(a)\\1)', false, 1],
      ['(?:\\1)(a)', true, 1],
      ['[\\q{abc|}]', true, 0],
      ['[\\q{abc}]', false, 1],
    ];
    for (const [source, nullable, length] of rows) {
      expect(isNullable(element(source)), source).to.equal(nullable);
      expect(shortestOf(alternatives(source)), source).to.equal(length);
    }
  });
});

// --- internal ---

function alternatives(source: string): AST.Alternative[] {
  return parseRegExpLiteral(`/${source}/${source.includes('q{') ? 'v' : ''}`).pattern.alternatives;
}

function element(source: string): AST.Element {
  return alternatives(source)[0]?.elements[0] as AST.Element;
}
