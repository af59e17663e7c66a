import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import fc from 'fast-check';
import { keepQuiet } from '../../packages/router/test/serve.ts';
import type { Answer } from './bytes.ts';
import { anyBytes, anyRequest } from './corpus/any-request.ts';
import { start, type Target, VARIANTS } from './target.ts';

const RUNS = Number(process.env.FAST_CHECK_RUNS ?? 1_500);
/** Another one each time; `SEED=<n>` repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const name = { required: true, string: true } as const;
const ofText = { text: name };
const ofName = { name };
/** Every action that writes has declared what: without that, a request would find the mistake of a developer. */
const logics = {
  comment: defineLogic({ postAction: { body: ofText }, putAction: { body: ofText }, patchAction: { body: ofText } }),
  'v1/user': defineLogic({ postAction: { body: ofName }, putAction: { body: ofName }, patchAction: { body: ofName } }),
  'api/tag': defineLogic({ postAction: { body: ofName }, putAction: { body: ofName }, patchAction: { body: ofName } }),
};

/**
 * When the answer was given, how long its connection waits for a next request, and what Express itself says: Express 4 does not for targets such as
 * `//post#x?a`.
 */
const NOT_COMPARED = new Set(['date', 'keep-alive', 'x-powered-by']);

function shown({ status, fields, body }: Answer): unknown {
  const told = [...fields].filter(([name]) => !NOT_COMPARED.has(name));
  return { status, fields: told.sort(([one], [other]) => (one < other ? -1 : 1)), body };
}

describe('same answers', () => {
  for (const capture of ['\\w+', '[^/]+']) {
    describe(`${capture}, seed ${SEED}`, () => {
      keepQuiet();
      let targets: Target[];
      before(async () => {
        targets = await Promise.all(
          VARIANTS.filter((one) => one.capture === capture).map((one) => start(one, { logics })),
        );
      });
      after(() => Promise.all(targets.map((target) => target.close())));

      it('both majors of Express, by app.listen and by createServer, answer random requests alike', async function () {
        this.timeout(60_000 + RUNS * 100);
        const statuses = new Map<number, number>();
        for (const bytes of fc.sample(anyRequest, { seed: SEED, numRuns: RUNS })) {
          const answers = await Promise.all(targets.map((target) => target.send(bytes)));
          const [first = [], ...others] = answers.map((all) => all.map(shown));
          for (const [index, other] of others.entries()) {
            const asked = `${targets[index + 1]?.variant.name}: ${bytes.toString('latin1')}`;
            expect(other, asked).to.deep.equal(first);
          }
          const [[{ status }]] = answers as [[Answer]];
          expect(status, bytes.toString('latin1')).to.be.within(200, 499);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
        // The requests reach what they are made for.
        for (const status of [200, 201, 400, 404, 405])
          expect(statuses.get(status), String([...statuses])).to.be.above(0);
        for (const { models } of targets.slice(1)) {
          expect(models.rows('post')).to.deep.equal(targets[0]?.models.rows('post'));
        }
      });

      it('both majors of Express answer alike what is nearly a request', async function () {
        this.timeout(60_000 + RUNS * 100);
        const of = (express: number): Target[] => targets.filter(({ variant }) => variant.express === express);
        for (const bytes of fc.sample(anyBytes, { seed: SEED, numRuns: Math.ceil(RUNS / 4) })) {
          const answer = async (target: Target) => (await target.send(bytes)).map(shown);
          const four = await Promise.all(of(4).map(answer));
          const five = await Promise.all(of(5).map(answer));
          expect(five, bytes.toString('latin1')).to.deep.equal(four);
        }
      });
    });
  }
});
