import { createRequire } from 'node:module';
import { expect } from 'chai';
import fc from 'fast-check';
import type { checkSync as CheckSync } from 'recheck';
import { checkRegExp } from '../../src/regexp/check-regexp.ts';
import { patterns } from './patterns.ts';

// Without this the oracle starts a process of another runtime per expression.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = createRequire(import.meta.url)('recheck') as { checkSync: typeof CheckSync };

// Where our answer is another one, and why.
const differing = new Map([
  // Grows with the square, but only up to 64 characters at a time: 6 million steps.
  ['[a-z]{1,64}$', 'vulnerable'],
  // Grows with the square of 255 at most.
  ['^.{1,255}@.{1,255}$', 'vulnerable'],
  // Nothing is repeated but nothing: an engine stops at once.
  ['^(?:){1000000}$', 'vulnerable'],
  // No loop, so its time is bounded: by hours.
  [`^${'a?'.repeat(28)}${'a'.repeat(28)}$`, 'safe'],
]);

// On these the oracle runs out of time or stack.
const unanswered = new Set([
  // With a back reference it guesses: another answer in one of a hundred runs.
  `^(['"]).*\\1$`,
  "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$",
  '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[^\\w\\s]).{8,128}$',
  '^(a|a){30}$',
  '^.{1,5000}$',
  '^(?:(?!a)\\w|a)*$',
  '^(a|\\1)*$',
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$',
  '^(\\w?){1,300}$',
]);

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', 'c', '[ab]', '\\w', '.', '[^a]', '\\d', '[bc]'),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => a + b),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}', '{2,}'))
      .map(([a, count]) => `(?:${a})${count}`),
  ),
}));

const expressions = fc
  .tuple(fc.constantFrom('^', '^', ''), expression, fc.constantFrom('$', '$', 'c', ''))
  .map((parts) => parts.join(''));

describe('agreement with recheck', () => {
  for (const [cost, pattern] of patterns) {
    if (unanswered.has(pattern.source)) continue;
    const other = differing.get(pattern.source);
    it(`${other === undefined ? 'agrees' : 'differs on purpose'} on ${String(pattern).slice(0, 70)}`, () => {
      const { status } = checkSync(pattern.source, pattern.flags, { timeout: 5000 });
      // On a busy machine the oracle may run out of time, which is no disagreement.
      expect(status).to.be.oneOf([other ?? (cost === 'safe' ? 'safe' : 'vulnerable'), 'unknown']);
    });
  }

  it('lists only expressions of the table', () => {
    const sources = patterns.map(([, { source }]) => source);
    expect(sources).to.include.members([...differing.keys(), ...unanswered]);
  });

  it('refuses every slow generated expression and few others', () => {
    // The seed is fixed: an oracle that is not always right itself cannot be asked about just anything, every day.
    const counts = { safe: 0, stricter: 0 };
    fc.assert(
      fc.property(expressions, (source) => {
        const theirs = checkSync(source, '', { timeout: 2000 });
        fc.pre(theirs.status !== 'unknown');
        const ours = checkRegExp(new RegExp(source));
        if (theirs.status === 'vulnerable') expect(ours?.complexity).to.be.a('string');
        else counts[ours === undefined ? 'safe' : 'stricter'] += 1;
      }),
      { seed: 20, numRuns: 300, interruptAfterTimeLimit: 6000 },
    );
    expect(counts.stricter).to.be.below(counts.safe / 20);
  });
});
