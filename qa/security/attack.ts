import type { RestRouterOptions } from '@rest-gen/router';
import type { ServerLimits } from '@rest-gen/server';
import { expect } from 'chai';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import { uncaught } from '../../packages/router/test/uncaught.ts';
import type { Answer } from './bytes.ts';
import { start, type Target, TRIED, type Variant } from './target.ts';

/** One thing that an attacker tries. */
export interface Attack {
  /** What is tried, in words: the title of its test. */
  readonly name: string;
  /** The exact bytes (text is Latin-1), or work that speaks for itself. */
  readonly send: string | Uint8Array | ((target: Target) => Promise<Answer[] | Answer> | Answer[] | Answer);
  /** Statuses that are right; by variant where they differ. Of several answers, the first one counts. */
  readonly answer: number | readonly number[] | ((variant: Variant) => number | readonly number[]);
  /** What else must hold. */
  readonly check?: (answers: readonly Answer[], target: Target) => unknown;
}

/**
 * Try attacks on the application, as mocha tests: in two variants that differ in everything, or in all eight with `SECURITY_VARIANTS=all`.
 *
 * After each one the application still answers as before, nothing was thrown past it, and `Object.prototype` is what it was.
 *
 * @param section - its score is printed under this name
 */
export function describeAttacks(
  section: string,
  attacks: readonly Attack[],
  more?: RestRouterOptions,
  limits?: ServerLimits,
): void {
  describe(section, () => {
    keepQuiet();
    for (const variant of TRIED) {
      describe(variant.name, () => {
        let target: Target;
        let state: string;
        let inherited: readonly unknown[];
        before(async () => {
          target = await start(variant, more, limits);
          state = await stateOf(target);
          inherited = whatAllInherit();
        });
        after(() => target.close());

        for (const attack of attacks) {
          it(attack.name, async () => {
            let answers: Answer[] = [];
            const left = await uncaught(async () => {
              answers = [await sent(attack, target)].flat();
            });
            const right = typeof attack.answer === 'function' ? attack.answer(variant) : attack.answer;
            expect(answers[0]?.status, answers[0]?.body ?? 'no answer').to.be.oneOf([right].flat());
            await attack.check?.(answers, target);
            expect(left, 'uncaught').to.deep.equal([]);
            expect(await stateOf(target)).to.equal(state);
            const now = whatAllInherit();
            expect(now.filter((one, index) => !Object.is(one, inherited[index]))).to.deep.equal([]);
            expect(now.length).to.equal(inherited.length);
          });
        }
      });
    }
  });
}

// --- internal ---

function sent({ send }: Attack, target: Target): Promise<Answer[] | Answer> | Answer[] | Answer {
  return typeof send === 'function' ? send(target) : target.send(send);
}

/** What an attack must not change: the answer to a good request. */
async function stateOf(target: Target): Promise<string> {
  const { status, body, fields } = await target.ask('GET', '/post/1');
  return JSON.stringify({ status, body, etag: fields.get('etag') });
}

/** What it must not change either: names, values and accessors that all objects, lists and functions inherit. */
function whatAllInherit(): readonly unknown[] {
  return [Object.prototype, Array.prototype, Function.prototype].flatMap((prototype) =>
    Reflect.ownKeys(prototype).flatMap((name) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
      return [name, value, get, set];
    }),
  );
}
