import { parseRegExpLiteral } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { Alphabet } from '../../src/regexp/alphabet.ts';
import { classesOf, describe as expressionOf } from '../../src/regexp/attack.ts';

describe('attacks', () => {
  const { pattern, flags } = parseRegExpLiteral(/[a]\n'\\é/);
  const alphabet = new Alphabet(pattern, flags);
  const classes = (text: string): number[] => [...text].map((char) => alphabet.classOf.get(char) as number);
  const pieces = [
    { classes: classes("'\\"), repeated: false },
    { classes: classes('a\n'), repeated: true },
    { classes: classes('é'), repeated: false },
    { classes: classes('a'), repeated: false },
  ];

  it('are texts of any length', () => {
    expect(classesOf(pieces, 3)).to.deep.equal(classes("'\\a\na\na\néa"));
    expect(classesOf(pieces, 0)).to.deep.equal(classes("'\\éa"));
  });

  it('are shown as the expression that makes them, with nothing invisible in it', () => {
    expect(expressionOf(pieces, 31, alphabet)).to.equal("'\\'\\\\' + 'a\\u000a'.repeat(31) + '\\u00e9a'");
    expect(expressionOf(pieces.slice(1, 2), 2, alphabet)).to.equal("'a\\u000a'.repeat(2)");
  });
});
