import { expect } from 'chai';
import fc from 'fast-check';
import { anyRule, change } from '../../packages/router/test/match/any-rule.ts';
import { anyBody, anyCapture, anyPath, anySearch, oddRules } from './corpus/arbitraries.ts';
import { FORM_TYPE, JSON_TYPE, judgeBody } from './corpus/judge/body.ts';
import { judgeDecode } from './corpus/judge/decode.ts';
import { judgeQuery } from './corpus/judge/query.ts';
import { judgeRules } from './corpus/judge/rules.ts';

/** Cases in all: `FAST_CHECK_RUNS=1000000` takes the time that it takes. */
const RUNS = Number(process.env.FAST_CHECK_RUNS ?? 1_000_000);
/** Seconds in all, where nobody says how many cases there are to be. */
const SECONDS = process.env.FAST_CHECK_RUNS === undefined ? 20 : Number.POSITIVE_INFINITY;
/** Another one each time; `SEED=<n>` repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** Cases of one run: values that are drawn together, or paths for one set of rules. */
const BATCH = 20;

describe('generated input', () => {
  describe(`seed ${SEED}`, tryGeneratedInput);
});

function tryGeneratedInput(this: Mocha.Suite): void {
  this.timeout(Number.isFinite(SECONDS) ? SECONDS * 2_000 : 0);
  const began = Date.now();
  let cases = 0;
  const outcomes = new Map<string, number>();
  const note = (outcome = 'taken'): void => {
    cases++;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  beforeEach(() => outcomes.clear());
  after(() => {
    const took = Math.round((Date.now() - began) / 1_000);
    console.log(`    ${cases.toLocaleString('en')} cases in ${took} s; SEED=${SEED} repeats them`);
  });

  /** Try what is drawn, for a part of the cases and of the time. */
  const tryAll = <T>(part: number, drawn: fc.Arbitrary<T>, work: (value: T) => unknown, batch = BATCH) =>
    fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: batch, maxLength: batch }), async (values) => {
        for (const value of values) await work(value);
      }),
      {
        seed: SEED,
        numRuns: Math.ceil((RUNS * part) / BATCH),
        ...(Number.isFinite(SECONDS) && { interruptAfterTimeLimit: SECONDS * part * 1_000 }),
      },
    );
  /** Each of these came at least once in a hundred. */
  const expectOutcomes = (...names: string[]): void => {
    const all = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
    for (const name of names) expect(outcomes.get(name) ?? 0, JSON.stringify([...outcomes])).to.be.above(all / 200);
  };

  it('rules are taken or refused with a code, and a path matches what their expressions say', async () => {
    const paths = fc.array(fc.tuple(fc.nat(), change, anyPath), { minLength: 20, maxLength: 20 });
    await tryAll(
      0.25,
      fc.tuple(fc.array(anyRule, { minLength: 1, maxLength: 6 }), paths),
      ([rules, asked]) => {
        const samples = rules.flatMap((one) => one.samples);
        const tried = asked.map(([number, changed, other]) =>
          number % 4 === 0 ? other : changed(samples[number % samples.length] ?? other),
        );
        const { isRefused, found, refused } = judgeRules(
          rules.map(({ rule }) => rule),
          tried,
        );
        if (isRefused) note('refused at start');
        for (const [index] of tried.entries()) {
          if (!isRefused) note(index < found ? 'found' : index < found + refused ? 'refused' : 'not found');
        }
      },
      1,
    );
    expectOutcomes('found', 'not found');
  });

  it('rules as nobody should write them are refused with a code, or work', async () => {
    await tryAll(0.15, fc.tuple(oddRules, fc.array(anyPath, { minLength: 4, maxLength: 4 })), ([rules, paths]) => {
      const { isRefused } = judgeRules(rules, paths);
      note(isRefused ? 'refused at start' : 'taken');
      for (const _ of paths) if (!isRefused) note('asked');
    });
    expectOutcomes('refused at start', 'taken');
  });

  it('a capture is decoded once, or refused', async () => {
    await tryAll(0.2, anyCapture, (raw) => note(judgeDecode(raw)));
    expectOutcomes('taken', 'E_BAD_ESCAPE', 'E_BAD_PATH', 'E_PATH_TOO_LONG');
  });

  it('a query has the declared shapes, or is refused', async () => {
    await tryAll(0.2, anySearch, (search) => note(judgeQuery(search)));
    expectOutcomes('taken', 'E_QUERY', 'E_BAD_ESCAPE');
  });

  it('a body is what JSON.parse gives, or flat text of a form, or refused', async () => {
    const type = fc.constantFrom(JSON_TYPE, JSON_TYPE, JSON_TYPE, FORM_TYPE);
    await tryAll(0.2, fc.tuple(anyBody, type, fc.nat({ max: 20 })), async ([bytes, one, cut]) =>
      note(await judgeBody(bytes, one, cut)),
    );
    expectOutcomes('taken', 'E_BAD_JSON', 'E_BODY_LIMIT', 'E_BODY_TOO_LARGE');
  });
}
