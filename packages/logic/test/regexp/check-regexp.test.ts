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
      expect(long?.complexity, long?.attack).to.equal(complexity);
      expect(short?.complexity, short?.attack).to.equal(cost === 'quadratic' ? undefined : complexity);
    });
  }

  it('knows a blast that begins at the first text which is long enough', () => {
    expect(checkRegExp(/^\d{999}(?:a|a)*$/)?.complexity).to.equal('exponential');
  });

  for (const source of [
    `x/${'a?'.repeat(30)}${'a'.repeat(30)}`,
    '(?:a|a)'.repeat(40),
    `x/${'(?:a|a)'.repeat(40)}`,
    '(?:a|a){8}'.repeat(5),
    `x/${'(?:[a-z]|a)\\d'.repeat(40)}`,
    `${'a?b?'.repeat(20)}${'ab'.repeat(20)}`,
    [...'abcdefghijklmnopqrstuvwxyz0123456789'].map((letter) => `(?:\\w|${letter})`).join(''),
  ]) {
    it(`finds a blast without a loop: ${source.slice(0, 50)}`, () => {
      expect(checkRegExp(new RegExp(`^(?:${source})$`), { maxLength: 2048 })?.complexity).to.equal('exponential');
    });
  }

  for (const pattern of [
    /^(?:\/x\/a*(?<=!(?:a|a)*)b)$/,
    /^\/x\/\w*(?<=-(?:\w|\d)*)\.png$/,
    /\/x\/.*(?<=-(?:\w|\d)*)x/,
    /^\/x\/(?=y\w*(?<=-(?:\w|\d)*)!)/,
  ]) {
    it(`finds what leads to a lookbehind: ${shown(pattern)}`, () => {
      const slow = checkRegExp(pattern, { maxLength: 2048 });
      expect(slow?.complexity).to.equal('exponential');
      expect(slow?.attack).to.match(/^'\/x\/y?' \+ /);
    });
  }

  it('finds what multiplies at the edges of words', () => {
    expect(checkRegExp(/^(?:\b.|.)*!$/, { maxLength: 2048 })).to.deep.include({
      complexity: 'exponential',
      attack: "'a '.repeat(16) + 'a'",
    });
  });

  it('passes over a lookbehind that nothing leads to', () => {
    expect(checkRegExp(/^[^\s\S]\w*(?<=!(?:a|a)*)b$/)).to.equal(undefined);
  });

  it('has no harmless text for an attack that repeats nothing', () => {
    const source = [...'abcdefghijklmnopqrstuvwxyz0123456789'].map((letter) => `(?:\\w|${letter})`).join('');
    const slow = checkRegExp(new RegExp(`^x${source}$`));
    expect(slow?.attack).to.match(/^'xabcdefghijklmnopqrstuvwxyz0123456789.'$/);
    expect(slow?.text).to.equal('');
    // Longer than what will be matched.
    expect(checkRegExp(new RegExp(`^x${source}$`), { maxLength: 20 })).to.equal(undefined);
  });

  // What needs a long text to match at all, goes from no time to hours at once; and from Node 24 on, V8 looks for the letter behind a
  // lookbehind before it looks back, so that such an attack is slow on older versions only.
  const gradual = patterns.filter(([cost, { source }]) => cost !== 'safe' && !/a\{30\}|aaaa|^\(\?<=/.test(source));
  for (const [cost, pattern] of gradual) {
    it(`proves it: ${shown(pattern)} is slow on the attack`, () => {
      const attack = checkRegExp(pattern, { maxLength: cost === 'cubic' ? 2048 : 100_000 })?.attack ?? '';
      expect(attack).to.match(/\.repeat\(\d+\)/);
      // Steps grow 16-fold and more between these; those of a linear expression 4-fold at most.
      const [few, many] = ({ exponential: [14, 18], cubic: [75, 300], quadratic: [1000, 4000], safe: [0, 0] } as const)[
        cost
      ];
      const slow = fastest(pattern, written(attack, few));
      const slower = fastest(pattern, written(attack, many));
      // Below a tenth of a millisecond there is nothing to compare: the attack is long after some thousand characters.
      expect(slower / Math.max(slow, 0.01), `${attack}: ${slow} ms, ${slower} ms`).to.be.above(
        cost === 'exponential' ? 3 : 6,
      );
    });
  }

  it('gives a text that shows the growth and hangs nobody', () => {
    for (const [cost, pattern] of patterns) {
      const text = checkRegExp(pattern)?.text;
      if (cost === 'safe') continue;
      expect(text, shown(pattern)).to.be.a('string');
      expect(fastest(pattern, text as string), shown(pattern)).to.be.below(500);
    }
  });

  it('shows the growth with the attack itself, repeated less often', () => {
    for (const [cost, pattern] of patterns) {
      if (cost === 'safe') continue;
      const { attack, text } = checkRegExp(pattern) ?? { attack: '', text: '' };
      const shorter = Array.from({ length: 13 }, (_, power) => written(attack, 2 ** power));
      expect(shorter, shown(pattern)).to.include(text);
    }
  });

  it('names what multiplies before what grows with a power, wherever it stands', () => {
    expect(checkRegExp(/^a*a*c/)?.complexity).to.equal('polynomial');
    expect(checkRegExp(/^a*a*c|(?<=^(b+)+)d/)?.complexity).to.equal('exponential');
    expect(checkRegExp(/^a*a*c|^(b+)+$/)?.complexity).to.equal('exponential');
  });

  it('finds choices without any repetition', () => {
    expect(checkRegExp(new RegExp(`^${'(?:a|)'.repeat(28)}a{28}$`))?.complexity).to.equal('exponential');
    expect(checkRegExp(new RegExp(`^${'(?:a|b)'.repeat(28)}a{28}$`))).to.equal(undefined);
  });

  it('draws counts as loops where they are too many as they are', () => {
    expect(checkRegExp(/^(?:a?b?){0,300}(?:d|d)*$/)?.attack).to.equal("'d'.repeat(32) + ' '");
  });

  it('calls a time exponential that multiplies after many repetitions only', () => {
    expect(checkRegExp(/^(?:a{9}|a{9})*$/)).to.deep.include({
      complexity: 'exponential',
      attack: "'a'.repeat(256) + ' '",
    });
  });

  it('keeps nothing to itself but that an expression is too large', () => {
    const broken = /a/;
    broken.toString = () => '/(/';
    expect(() => checkRegExp(broken)).to.throw(SyntaxError, /group/);
  });

  it('reads a backslash that escapes nothing', () => {
    // Outside of Unicode mode \c without a letter is a backslash and a c.
    expect(checkRegExp(/^(?:a|\c)+$/i)).to.equal(undefined);
    expect(checkRegExp(/^(?:\c|\\c)+$/i)?.complexity).to.equal('exponential');
  });

  it('counts only the length that is permitted', () => {
    expect(checkRegExp(/^(a+)+$/, { maxLength: 20 })).to.equal(undefined);
    expect(checkRegExp(/^(a+)+$/, { maxLength: 40 })?.attack).to.equal("'a'.repeat(32) + ' '");
    expect(checkRegExp(/^(a+)+$/, { maxLength: 0 })).to.equal(undefined);
  });

  const LARGE_COUNTS: readonly [string, slow: boolean, patterns: readonly RegExp[]][] = [
    ['no text that is permitted is long enough', true, [/^a{50000}(a+)+$/, /^(a+)+b{60000}$/, /a.{200000}b/s]],
    [
      'a search begins at every place',
      true,
      [/a.{3000}b/s, /a.{50000}b/s, /(?:a|b){50000}c/, /.{50001}/s, /.{60000}$/s],
    ],
    [
      'copies of about the same length',
      true,
      [/^(?:[0-9a-f]{256,512})*$/, /^(?:\w{256,300} ?)*$/, /^(?:a{300}|a{301})*$/],
    ],
    ['copies beside what is short', true, [/^(?:\w{255,256}|\.)+$/, /^(?:a{400,401}|c)+$/, /^(?:a{300,301}){0,200}$/]],
    [
      'one way to read',
      false,
      [/^a{50000}$/, /^[a-z]{1,100000}$/, /^.{60000}b/, /[a-z]{2000}/, /^[\w-]{50000,100000}$/],
    ],
    ['copies with an end', false, [/^(?:a{1,3000}b)+$/, /^(?:\w{256,512} )*$/, /^(?:\d{1,3},){5000}\d{1,3}$/]],
  ];
  for (const [what, slow, patterns] of LARGE_COUNTS) {
    for (const pattern of patterns) {
      it(`${slow ? 'refuses' : 'takes'} large counts: ${what}, ${pattern}`, () => {
        expect(checkRegExp(pattern) !== undefined).to.equal(slow);
      });
    }
  }

  it('writes the attack so that it can be pasted', () => {
    expect(checkRegExp(/^\/'\\(\n|\n)*$/)?.attack).to.equal("'/\\'\\\\' + '\\u000a'.repeat(32) + ' '");
    expect(checkRegExp(/\s+$/)?.attack).to.match(/^' '\.repeat\(\d+\) \+ '-'$/);
  });

  it('says how the time grows', () => {
    expect(checkRegExp(/^(a+)+$/)?.reason).to.equal('The time multiplies with each repetition.');
    expect(checkRegExp(/a+$/)?.reason).to.equal('The time grows with the power 2.0 of the length.');
  });

  it('goes by what it has found where a count has too many ways to be looked at as it is', () => {
    for (const pattern of [/^(?:(?:a?){12}(?:a?){12})+$/, /^(?:a{0,15}|a{0,15}|a{0,15}|a{0,15}|a{0,15}|a{0,15})*$/]) {
      expect(checkRegExp(pattern)?.complexity, shown(pattern)).to.equal('exponential');
    }
  });

  it('refuses what has more ambiguities than there are steps to count', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWYZ']
      .map((letter) => `${letter}*${letter}*X`)
      .join('|');
    const pattern = new RegExp(`^(?:${letters})$`);
    expect(checkRegExp(pattern, { maxLength: 500 })).to.equal(undefined);
    expect(checkRegExp(pattern, { maxLength: 3000 })?.attack).to.equal('');
  });

  it('refuses what is too large to tell', () => {
    const keywords = Array.from({ length: 400 }, (_, i) => `k${i.toString(36)}x`).join('|');
    for (const pattern of [
      /^(?:a*|b*){30}$/,
      /^(?:a?){400}(?:a?){400}$/,
      new RegExp(`^(?:${keywords})+$`),
      /^(?:(?:a?){99}b?){99}$/,
    ]) {
      const slow = checkRegExp(pattern);
      expect(slow?.reason, shown(pattern)).to.be.a('string');
      expect(slow?.complexity, shown(pattern)).to.equal('exponential');
    }
    expect(checkRegExp(/^(?:a*|b*){30}$/)).to.deep.equal({
      complexity: 'exponential',
      reason: 'The expression is too large, or repeats too much within repetitions, to tell how long it takes.',
      attack: '',
      text: '',
    });
    expect(checkRegExp(new RegExp(`^(?:${keywords})$`))).to.equal(undefined);
  });

  it('ends soon, whatever it is given', () => {
    // Far above what is needed (some milliseconds), far below what an attack on the check itself would take.
    for (const [, pattern] of patterns) {
      const start = performance.now();
      checkRegExp(pattern);
      expect(performance.now() - start, shown(pattern)).to.be.below(1000);
    }
  });
});

// --- internal ---

function shown(pattern: RegExp): string {
  const text = String(pattern);
  return text.length > 70 ? `${text.slice(0, 67)}…` : text;
}

// Read an attack as a programmer would: `'b' + 'a'.repeat(31)`, with another number of repetitions.
function written(attack: string, repetitions: number): string {
  return [...attack.matchAll(/'((?:[^'\\]|\\.)*)'(\.repeat)?/gs)]
    .map(([, quoted = '', repeat]) => {
      const text: string = JSON.parse(`"${quoted.replace(/\\'/g, "'").replace(/"/g, '\\"')}"`);
      return repeat === undefined ? text : text.repeat(repetitions);
    })
    .join('');
}

function fastest(pattern: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    pattern.lastIndex = 0;
    const start = performance.now();
    pattern.test(text);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
