import { expect } from 'chai';
import { STORES } from '../../model/test/each-store.ts';
import { keepQuiet } from '../../router/test/serve.ts';
import { openTracker } from './open-tracker.ts';

const user = { id: 1 };
const RACES = Number(process.env.PLAN_RACES ?? 300);
const AT_ONCE = 10;

for (const [name, make] of STORES) {
  describe(`${RACES} races between a plan and another writer (${name})`, () => {
    keepQuiet();

    it('commit no state that was not shown', async function () {
      this.timeout(300_000);
      const database = await make();
      const { router, plans, models, close } = await openTracker(database.url);
      try {
        const count = { committed: 0, refused: 0, unavailable: 0 };
        const issues = Array.from({ length: AT_ONCE }, () => ({ title: 'First', votes: 0, owner_id: 1 }));
        await router.request('POST', '/issue', { user, body: issues, headers: { Prefer: 'return=minimal' } });
        const vote = (id: number) => router.request('POST', `/issue/${id}/vote`, { user });
        const race = async (id: number, index: number): Promise<void> => {
          const request = { method: 'PATCH', url: `/issue/${id}`, body: { note: `note ${index}` } };
          // The vote comes before, during or after the plan, and before, during or after its commit.
          const early = index % 3 === 0 ? vote(id) : undefined;
          const { status, body: plan } = await plans.plan(request, user);
          if (status !== 200) throw new Error(`${status} ${JSON.stringify(plan)}`);
          const late = index % 3 === 1 ? vote(id) : undefined;
          const answer = await plans.commit(plan.token, user).catch((error: { status: number }) => error);
          await Promise.all([early, late]);
          if (answer.status === 412) count.refused += 1;
          else if (answer.status === 503) count.unavailable += 1;
          else {
            const { body } = answer as { body: { votes: number; note: string } };
            expect([answer.status, body.votes, body.note]).to.deep.equal([200, plan.before.votes, `note ${index}`]);
            count.committed += 1;
          }
        };
        for (let index = 0; index < RACES; index += AT_ONCE)
          await Promise.all(issues.map((_, at) => race(at + 1, index + at)));
        expect(count.committed + count.refused + count.unavailable).to.equal(RACES);
        expect(count.committed).to.be.above(RACES / 4);
        expect(count.refused).to.be.above(0);
        const rows = await models.repository('issue').findMany({});
        const votes = rows.reduce((sum, row) => sum + Number(row.votes), 0);
        expect(votes).to.equal(Array.from({ length: RACES }, (_, index) => index % 3 < 2).filter(Boolean).length);
      } finally {
        await close();
        await database.drop();
      }
    });
  });
}
