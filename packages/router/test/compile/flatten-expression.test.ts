import { expect } from 'chai';
import { flattenExpression, type Token } from '../../src/compile/flatten-expression.ts';
import { readExpression } from '../../src/parse/read-expression.ts';

function flatten(expression: Pick<RegExp, 'source' | 'flags'>): Token[][] {
  return flattenExpression(readExpression(expression));
}

/** `a` exact, `a~` in either case, `<class min,max>`, `(1` and `)1` for captures, `^`, `$`, `!` for an assertion, `?` for what is not understood. */
function write(expression: RegExp): string[] {
  return flatten(expression).map((tokens) =>
    tokens
      .map((token) => {
        if (token.kind === 'text') return token.char + (token.ignoreCase ? '~' : '');
        if (token.kind === 'class') return `<${token.source} ${token.min},${token.max > 999 ? '' : token.max}>`;
        if (token.kind === 'open') return `(${token.capture}`;
        if (token.kind === 'close') return `)${token.capture}`;
        return { start: '^', end: '$', assertion: '!', unread: '?' }[token.kind];
      })
      .join(''),
  );
}

describe('flattenExpression', () => {
  for (const [expression, ways] of [
    [/^\/a$/, ['^/a$']],
    [/\/a\x2fb\u002d/, ['/a/b-']],
    [/\/Ab/i, ['/a~b~']],
    [/[.][Cc][c]{1}/, ['.c~c']],
    [/[ab]/, ['<[ab] 1,1>']],
    [/a{3}b{0}/, ['aaa']],
    [/a?/, ['a', '']],
    [/a??/, ['', 'a']],
    [/\d+\w*?/, ['<\\d 1,><\\w 0,>']],
    [/\/user(?:\/(\d+))?/, ['/user/(1<\\d 1,>)1', '/user']],
    [/\/(?:post|article)\/(\w+)/, ['/post/(1<\\w 1,>)1', '/article/(1<\\w 1,>)1']],
    [/a(?:b)??c/, ['ac', 'abc']],
    [/(?:(\d*))?/, ['?']],
    [/(?:ab)+c/, ['ab?']],
    [/a(?=b)c/, ['a!c']],
    [/a\bc/, ['a!c']],
    [/(a)\1b/, ['(1a)1?']],
    [/\/\u00e9/, ['/\u00e9']],
    [/\/\u00e9/i, ['/?']],
    [/\/ak/iu, ['/a~?']],
    [/\/a\d/u, ['/a?']],
    [/\/\u{1f600}a/u, ['/?']],
    [/\/a/m, ['?']],
    [/[\u00e9a]/, ['?']],
    [/[\s]\S/, ['?']],
    [/(?:a|b)(?:a|b)(?:a|b)(?:a|b)(?:a|b)/, undefined],
    [new RegExp(Array.from({ length: 17 }, (_, at) => `a${at}`).join('|')), ['?']],
  ] as const) {
    it(`of ${expression} are ${ways?.join(' or ') ?? 'sixteen, and no more'}`, () => {
      if (ways) expect(write(expression)).to.deep.equal(ways);
      else expect(write(expression).every((way) => /^[ab]{4}\?$/.test(way))).to.equal(true);
    });
  }

  it('are unknown within modifiers', () => {
    expect(flatten({ source: 'a(?i:b)', flags: '' })[0]?.at(-1)).to.include({ kind: 'unread' });
  });
});
