import { expect } from 'chai';
import { checkRegExp } from '../../src/regexp/check-regexp.ts';
import { patterns } from './patterns.ts';

describe('checkRegExp', () => {
  for (const [cost, pattern] of patterns) {
    it(`finds ${shown(pattern)} ${cost}`, () => {
      const long = checkRegExp(pattern);
      const short = checkRegExp(pattern, { maxLength: 2048 });
      const complexity = { safe: undefined, quadratic: 'polynomial', cubic: 'polynomial', exponential: 'exponential' }[
        cost
      ];
      expect(long?.complexity, long?.reason).to.equal(complexity);
      expect(short?.complexity, short?.reason).to.equal(cost === 'quadratic' ? undefined : complexity);
    });
  }

  for (const source of [
    `x/${'a?'.repeat(30)}${'a'.repeat(30)}`,
    '(?:a|a)'.repeat(40),
    `x/${'(?:a|a)'.repeat(40)}`,
    '(?:a|a){8}'.repeat(5),
    `x/${'(?:[a-z]|a)\\d'.repeat(40)}`,
    `${'a?b?'.repeat(20)}${'ab'.repeat(20)}`,
    [...'abcdefghijklmnopqrstuvwxyz0123456789'].map((letter) => `(?:\\w|${letter})`).join(''),
  ]) {
    it(`finds exponential alternatives without a loop: ${source.slice(0, 50)}`, () => {
      expect(checkRegExp(new RegExp(`^(?:${source})$`), { maxLength: 2048 })?.complexity).to.equal('exponential');
      expect(checkRegExp(new RegExp(`^(?:${source})$`), { maxLength: 10 })).to.equal(undefined);
    });
  }

  for (const pattern of [
    /^(?:\/x\/a*(?<=!(?:a|a)*)b)$/,
    /^\/x\/\w*(?<=-(?:\w|\d)*)\.png$/,
    /\/x\/.*(?<=-(?:\w|\d)*)x/,
    /^\/x\/(?=y\w*(?<=-(?:\w|\d)*)!)/,
    /^\/x\/(?<=(?=(?:a|a)*!).)/,
  ]) {
    it(`checks lookbehinds: ${shown(pattern)}`, () => {
      expect(checkRegExp(pattern, { maxLength: 2048 })?.complexity).to.equal('exponential');
    });
  }

  it('finds ambiguity at word boundaries', () => {
    expect(checkRegExp(/^(?:\b.|.)*!$/, { maxLength: 2048 })?.complexity).to.equal('exponential');
  });

  it('reports exponential before polynomial time', () => {
    expect(checkRegExp(/^a*a*c/)?.complexity).to.equal('polynomial');
    expect(checkRegExp(/^a*a*c|(?<=^(b+)+)d/)?.complexity).to.equal('exponential');
    expect(checkRegExp(/^a*a*c|^(b+)+$/)?.complexity).to.equal('exponential');
    expect(checkRegExp(/^(?:a+){2,50}b$/)?.complexity).to.equal('exponential');
  });

  it('does not treat a counted loop as a certain match', () => {
    // Every character is in one of the two sets, but the maximum count is too small for a long string.
    expect(checkRegExp(/^(?:\w+|\W+){0,200}$/, { maxLength: 2048 })?.complexity).to.equal('exponential');
    expect(checkRegExp(/^(?:\w+|\W+)*$/, { maxLength: 2048 })?.complexity).to.equal(undefined);
  });

  it('considers maxLength', () => {
    expect(checkRegExp(/^(a+)+$/, { maxLength: 20 })).to.equal(undefined);
    expect(checkRegExp(/^(a+)+$/, { maxLength: 40 })?.complexity).to.equal('exponential');
    expect(checkRegExp(/^(a+)+$/, { maxLength: 0 })).to.equal(undefined);
    expect(checkRegExp(/a+b/, { maxLength: 14_000 })).to.equal(undefined);
    expect(checkRegExp(/a+b/, { maxLength: 15_000 })?.complexity).to.equal('polynomial');
  });

  const COUNTS: readonly [string, slow: boolean, patterns: readonly RegExp[]][] = [
    [
      'a search begins at every place',
      true,
      [/a.{3000}b/s, /^a{0,3000}a*b/, /(?:a|b){50000}c/, /.{50001}/s, /.{60000}$/s],
    ],
    ['copies that may be empty', true, [/^(?:a?){400}(?:a?){400}$/, /^(?:a?b?){0,300}(?:d|d)*$/]],
    ['copies of about the same length', true, [/^(?:[0-9a-f]{256,512})*$/, /^(?:a{300}|a{301})*$/]],
    ['copies beside what is short', true, [/^(?:\w{255,256}|\.)+$/, /^(?:a{400,401}|c)+$/]],
    ['a large count before', true, [/^a{50000}(a+)+$/, /^\d{999}(?:a|a)*$/]],
    ['one way to read', false, [/^a{50000}$/, /^[a-z]{1,100000}$/, /^.{60000}b/, /^[\w-]{50000,100000}$/]],
    ['copies with an end', false, [/^(?:a{1,3000}b)+$/, /^(?:\w{256,512} )*$/, /^(?:\d{1,3},){5000}\d{1,3}$/]],
  ];
  for (const [what, slow, patterns] of COUNTS) {
    for (const pattern of patterns) {
      it(`${slow ? 'refuses' : 'accepts'} large counts: ${what}, ${pattern}`, () => {
        expect(checkRegExp(pattern) !== undefined).to.equal(slow);
      });
    }
  }

  it('reports how the time grows and an example', () => {
    expect(checkRegExp(/^\/'\\(\n|\n)*$/)?.reason).to.equal(
      "it takes exponential time, for example on '\\u000a\\u000a'.repeat(50) and another character",
    );
    expect(checkRegExp(/a+$/)?.reason).to.equal(
      "its time grows with the power 2 of the length, for example on 'a'.repeat(1000) and another character",
    );
    expect(checkRegExp(/^(?:a|a){30}$/)?.reason).to.match(/exponential time, for example on 'a+' and/);
  });

  for (const [pattern, text, times] of [
    [/^(a+)+$/, 'a', 17],
    [/^(a|ab|b)*$/, 'aba', 13],
    [/^(?:(?:x|[w-z])-?;)*$/, 'x-;', 13],
    [/^(?:a|aa)+$/, 'aaa', 8],
  ] as const) {
    it(`shows a text on which ${pattern} is slow`, () => {
      expect(checkRegExp(pattern)?.reason).to.contain(`'${text}'.repeat(`);
      const short = fastest(pattern, `${text.repeat(times)}\n`);
      expect(fastest(pattern, `${text.repeat(times + 4)}\n`)).to.be.above(4 * short);
    });
  }

  it('refuses expressions that are too large to check', () => {
    const keywords = Array.from({ length: 400 }, (_, i) => `k${i.toString(36)}x`).join('|');
    for (const pattern of [/^(?:a*|b*){30}$/, new RegExp(`^(?:${keywords})+$`), /^(?:(?:a?){99}b?){99}$/]) {
      expect(checkRegExp(pattern)?.complexity, shown(pattern)).to.equal('exponential');
    }
    expect(checkRegExp(new RegExp(`^${'ab'.repeat(1300)}$`))?.complexity).to.equal('exponential');
    expect(checkRegExp(/^(?:a*|b*){30}$/)?.reason).to.match(/^it is too large, or repeats too much/);
    expect(checkRegExp(new RegExp(`^(?:${keywords})$`))).to.equal(undefined);
  });

  it('refuses strings in sets of flag v and reads emoji sequences', () => {
    // As text: not every version of the language reads flag v.
    const complexityOf = (source: string) => checkRegExp(new RegExp(source, 'v'))?.complexity;
    expect(complexityOf('^[\\q{ab|cd}]$')).to.equal('exponential');
    expect(complexityOf('^\\p{RGI_Emoji}(?=\\p{RGI_Emoji})')).to.equal(undefined);
    expect(complexityOf('^\\p{RGI_Emoji}$')).to.equal(undefined);
    expect(complexityOf('^(?:\\p{RGI_Emoji})+$')).to.equal('exponential');
  });

  it('reads assertions and references of every kind', () => {
    expect(checkRegExp(/^(?:a|A\u{1f600})*$/iu)).to.equal(undefined);
    for (const quick of [/a|b(?:c|d)/, /^(?:a||b)/, /a{0}b/, /(?:a|b)??c/]) {
      expect(checkRegExp(quick), shown(quick)).to.equal(undefined);
    }
    expect(checkRegExp(/^[^\s\S]x|(?:(?:)|a)b/)).to.equal(undefined);
    expect(checkRegExp(/^(?:a(?:bc)+)+/)).to.equal(undefined);
    expect(checkRegExp(/\b[^\s\S]|\bx/)).to.equal(undefined);
    expect(checkRegExp(/^(?=a|bc)(?=[ab]|c)(?![xy])\w+$/)).to.equal(undefined);
  });

  it('reads repeated references and assertions', () => {
    expect(checkRegExp(/^(a)(?:\1)+/)).to.equal(undefined);
    expect(checkRegExp(/^(?:a|\b){300}b/)?.complexity).to.equal('exponential');
    expect(checkRegExp(/^(a)(?:\1|b){300}b/)?.complexity).to.equal('exponential');
  });

  it('reads modifiers such as (?i:…)', () => {
    const withFlags = (source: string): RegExp => Object.assign(/a/, { toString: () => `/${source}/` });
    expect(checkRegExp(withFlags('^(?:a|A)*$'))).to.equal(undefined);
    expect(checkRegExp(withFlags('^(?i:a|(?-i:A))*$'))?.complexity).to.equal('exponential');
    expect(checkRegExp(withFlags('^(?i:(?-i:a|A))*$'))).to.equal(undefined);
  });

  it('reads \\\\c without a letter', () => {
    // Outside of Unicode mode \c without a letter is a backslash and a c.
    expect(checkRegExp(/^(?:a|\c)+$/i)).to.equal(undefined);
    expect(checkRegExp(/^(?:\c|\\c)+$/i)?.complexity).to.equal('exponential');
  });

  it('throws other errors', () => {
    const broken = Object.assign(/a/, { toString: () => '/(/' });
    expect(() => checkRegExp(broken)).to.throw(SyntaxError, /group/);
  });

  it('is fast for every expression', () => {
    // Expected are some milliseconds; an attack on the check itself would take much longer.
    for (const [, pattern] of patterns) {
      const start = performance.now();
      checkRegExp(pattern);
      expect(performance.now() - start, shown(pattern)).to.be.below(5_000);
    }
  });
});

// --- internal ---

function shown(pattern: RegExp): string {
  const text = String(pattern);
  return text.length > 70 ? `${text.slice(0, 67)}…` : text;
}

function fastest(pattern: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    pattern.test(text);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
