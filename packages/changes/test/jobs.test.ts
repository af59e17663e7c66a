import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { STORES } from '../../model/test/each-store.ts';
import { createWorker, type Job, type JobContext, JobError, type Jobs } from '../src/index.ts';
import { openJobs } from '../src/jobs/open-jobs.ts';
import { readSchedule } from '../src/jobs/read-schedule.ts';
import { Reporter } from '../src/worker/reporter.ts';
import { type Board, openBoard } from './open-board.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1, 0, 30);

for (const [name, make] of STORES) {
  describe(`jobs on ${name}`, () => {
    let board: Board;
    let database: Awaited<ReturnType<typeof make>>;
    let now: number;
    let lines: string[];
    const { signal } = new AbortController();

    /** The jobs of a process. @returns runs what is due, and gives the times that were waited for */
    const prepare = (jobs: Jobs, until = signal) => {
      const clock = () => now;
      const { tasks, run } = openJobs(board.router, jobs, new Reporter((line) => lines.push(line), clock), clock);
      const look = () => Promise.all(tasks.map((task) => task.run(until)));
      return { look, run: (one: string) => run(one, until) };
    };
    const hourly = (run: Job['run']): Job => ({ schedule: '0 * * * *', run });
    const states = () => board.models.repository('scheduled_job').findMany({ orderBy: [['id', 'asc']] });

    beforeEach(async () => {
      database = await make();
      board = await openBoard({ store: database.url });
      lines = [];
      now = START;
    });
    afterEach(async () => {
      await board.close();
      await database.drop();
    });

    it('run at their times, and once for those that were missed', async () => {
      const times: string[] = [];
      const { look } = prepare({ count: hourly(async ({ time }) => times.push(time.toISOString())) });
      expect(await look()).to.deep.equal([60_000]);
      now += HOUR / 2 - 10;
      expect(await look()).to.deep.equal([10]);
      now += 10;
      await look();
      await look();
      now += 5 * HOUR;
      await look();
      expect(times).to.deep.equal(['2026-01-01T01:00:00.000Z', '2026-01-01T02:00:00.000Z']);
      now += HOUR;
      await look();
      expect(times[2]).to.equal('2026-01-01T07:00:00.000Z');
      expect(lines).to.deep.equal(Array(3).fill('job count: 0 ms'));
    });

    it('run in one process at a time', async () => {
      let running = 0;
      let runs = 0;
      let release = (): void => {};
      const jobs = {
        slow: hourly(async () => {
          runs++;
          expect(++running).to.equal(1);
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          running--;
        }),
      };
      const [one, two] = [prepare(jobs), prepare(jobs)];
      await Promise.all([one.look(), two.look()]);
      now += HOUR;
      const first = one.look();
      while (runs === 0) await new Promise((resolve) => void setTimeout(resolve, 1));
      expect(await two.look()).to.deep.equal([60_000]);
      const refused = await two.run('slow').catch((error) => error);
      expect(refused).to.be.instanceOf(JobError).with.property('message').that.contains('running in another process');
      release();
      await first;
      await two.look();
      expect(runs).to.equal(1);

      now += HOUR;
      const both = Promise.all([one.look(), two.look()]);
      while (runs === 1) await new Promise((resolve) => void setTimeout(resolve, 1));
      release();
      await both;
      expect(runs).to.equal(2);
    });

    it('are kept while they run, and stopped when another process has taken them', async () => {
      let runs = 0;
      const jobs = {
        long: hourly(async ({ signal: stopped }) => {
          runs++;
          await new Promise((resolve) => stopped.addEventListener('abort', resolve));
          throw stopped.reason;
        }),
      };
      const reporter = new Reporter((line) => lines.push(line), Date.now);
      const open = () => openJobs(board.router, jobs, reporter, Date.now, 600);
      const jobsOf = board.models.repository('scheduled_job');
      const running = open()
        .run('long', signal)
        .catch((error) => error);
      while (runs === 0) await new Promise((resolve) => void setTimeout(resolve, 1));
      const until = Date.now() + 1_500;
      while (Date.now() < until) {
        await new Promise((resolve) => void setTimeout(resolve, 5));
        expect(
          await open()
            .run('long', signal)
            .catch(({ message }) => message),
        ).to.contain('another process');
      }
      await jobsOf.update({}, { leased_until: 1 });
      expect(await running).to.be.instanceOf(JobError);
      expect([runs, lines]).to.deep.equal([1, []]);
    });

    it('run again after a process has ended while it ran them', async () => {
      let runs = 0;
      const jobs = { fragile: hourly(() => (runs++ === 0 ? new Promise(() => {}) : Promise.resolve())) };
      const [one, two] = [prepare(jobs), prepare(jobs)];
      await one.look();
      now += HOUR;
      void one.look();
      while (runs === 0) await new Promise((resolve) => void setTimeout(resolve, 1));
      now += 59_999;
      expect([await two.look(), runs]).to.deep.equal([[1], 1]);
      now += 1;
      await two.look();
      expect(runs).to.equal(2);
    });

    it('are still due when a closing worker has interrupted them', async () => {
      const closing = new AbortController();
      const jobs = {
        long: hourly(async ({ request, signal: stopped }) => {
          closing.abort();
          expect(stopped.aborted).to.equal(true);
          await request('GET', '/post');
        }),
      };
      await prepare(jobs).look();
      now += HOUR;
      await prepare(jobs, closing.signal).look();
      expect((await states())[0]).to.include({ leased_until: 0, ran_at: null, error: null });
      expect(Number((await states())[0]?.next_at)).to.be.at.most(now);
      expect(lines).to.deep.equal([]);
    });

    it('say what has failed, and run again at the next time', async () => {
      let runs = 0;
      const jobs = {
        bad: hourly(async () => {
          if (runs++ === 0) throw new Error('no mail today');
        }),
      };
      const { look } = prepare(jobs);
      await look();
      now += HOUR;
      await look();
      expect(lines[0]).to.match(/^error: job bad: no mail today at .*jobs\.test\.ts:\d+:\d+\)$/);
      expect((await states())[0]?.error).to.contain('no mail today');
      now += HOUR;
      await look();
      expect((await states())[0]).to.include({ error: null, ran_at: new Date(now).toISOString() });
    });

    for (const [thrown, text] of [
      ['cut off: \ud83d', 'cut off: \ufffd'],
      [new Error('a\0b'), 'a\ufffdb at'],
      [{ code: 7 }, '{ code: 7 }'],
      ['x'.repeat(20_000_000), 'xxx'],
    ] as const)
      it(`run again at the next time after ${JSON.stringify(text)}`, async () => {
        const { look } = prepare({ bad: hourly(async () => Promise.reject(thrown)) });
        await look();
        now += HOUR;
        await look();
        expect(lines[0]).to.contain(`error: job bad: ${text}`);
        const [{ error, ...state } = {}] = await states();
        expect(error).to.contain(text);
        expect(Number(state.next_at)).to.equal(START + 1.5 * HOUR);
      });

    it('have the requests and models of their user', async () => {
      await board.models.repository('post').insertRows?.([
        { title: 'Own', status: 'draft', owner_id: 7 },
        { title: 'Other', status: 'draft', owner_id: 8 },
      ]);
      const seen: unknown[] = [];
      const look: Job['run'] = async ({ request, models }: JobContext) => {
        const { body } = await request('GET', '/post?fields=title');
        seen.push(body, await models.model('post').count());
      };
      const { run } = prepare({ own: { ...hourly(look), as: { id: 7 } }, nobody: hourly(look) });
      await run('own');
      await run('nobody');
      expect(seen).to.deep.equal([[{ title: 'Own' }], 1, [], 0]);
      const failed = prepare({ bad: hourly(async () => Promise.reject(new Error('no'))) });
      expect(await failed.run('bad').catch((error) => error.message)).to.equal('no');
      expect((await failed.run('other').catch((error) => error)).hint).to.equal('There are: bad.');
    });

    it('follow a schedule that has changed', async () => {
      await prepare({ count: hourly(async () => {}) }).look();
      let runs = 0;
      const daily = { schedule: '0 8 * * *', timeZone: 'Asia/Tokyo', run: async () => runs++ };
      const { look } = prepare({ count: daily });
      await look();
      expect(Number((await states())[0]?.next_at)).to.equal(Date.UTC(2026, 0, 1, 23));
      now += HOUR;
      await look();
      expect(runs).to.equal(0);
    });

    it('follow a schedule that has changed while an old process ran them', async () => {
      let end: (() => void) | undefined;
      const wait = () =>
        new Promise<void>((resolve) => {
          end = resolve;
        });
      const old = prepare({ count: { schedule: '0 0 1 1 *', run: wait } });
      await old.look();
      now = Date.UTC(2027, 0, 1);
      const running = old.look();
      while (end === undefined) await new Promise((resolve) => void setTimeout(resolve, 1));
      await prepare({ count: hourly(async () => {}) }).look();
      end();
      await running;
      const [state] = await states();
      expect(state).to.include({ leased_until: 0, ran_at: new Date(now).toISOString() });
      expect(Number(state?.next_at)).to.equal(now + HOUR);
    });

    it('run once for a time when the clock is set back meanwhile', async () => {
      const times: number[] = [];
      const { look } = prepare({
        count: hourly(async ({ time }) => {
          times.push(time.getTime());
          now -= 400;
        }),
      });
      await look();
      now = START + HOUR / 2 + 50;
      await look();
      now += 400;
      await look();
      expect(times).to.deep.equal([START + HOUR / 2]);
    });
  });
}

describe('schedules', () => {
  for (const [what, schedule, from, times] of [
    ['a time that is skipped', '30 2 * * *', '2026-03-28T12:00', ['03-29T01:00', '03-30T00:30']],
    ['a time that there is twice', '30 2 * * *', '2026-10-24T12:00', ['10-25T00:30', '10-26T01:30']],
    ['every hour that is skipped', '0 * * * *', '2026-03-28T23:30', ['03-29T00:00', '03-29T01:00']],
    ['every hour that there is twice', '0 * * * *', '2026-10-24T23:30', ['10-25T00:00', '10-25T01:00']],
  ] as const)
    it(`have ${what} when clocks change`, () => {
      const { next } = readSchedule('count', { schedule, timeZone: 'Europe/Berlin', run: async () => {} });
      const first = next(Date.parse(`${from}Z`));
      const found = [first, next(first)].map((time) => new Date(time).toISOString());
      expect(found).to.deep.equal(times.map((time) => `2026-${time}:00.000Z`));
    });
});

describe('jobs', () => {
  let board: Board;
  before(async () => {
    board = await openBoard();
  });
  after(() => board.close());

  const run = async () => {};
  for (const [what, job, message] of [
    ['no expression', { schedule: 'daily', run }, 'schedule that cannot be read'],
    ['seven fields', { schedule: '* * * * * * 2027', run }, 'schedule that cannot be read'],
    ['a day that there is not', { schedule: '0 0 30 2 *', run }, 'no time in the future'],
    ['an unknown time zone', { schedule: '0 0 * * *', timeZone: 'Mars/Base', run }, 'Mars/Base'],
    ['no run', { schedule: '0 0 * * *' }, 'has no schedule or no run'],
    ['nothing', undefined, 'has no schedule or no run'],
  ] as const)
    it(`refuse ${what}`, () => {
      const create = () => createWorker(board.router, { jobs: { daily: job as Job } });
      expect(create).to.throw(JobError, message).with.property('code', 'E_JOB');
    });

  it('leave nothing to the signal of the worker when they end', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const closing = new AbortController();
    let seen: WeakRef<AbortSignal> | undefined;
    const listen: Job['run'] = async ({ signal }) => {
      seen = new WeakRef(signal);
      signal.addEventListener('abort', () => {});
    };
    const jobs = { now: { schedule: '* * * * *', run: listen } };
    await openJobs(board.router, jobs, new Reporter(() => {}, Date.now), Date.now).run('now', closing.signal);
    for (let round = 0; seen?.deref() !== undefined && round < 10; round++) {
      await new Promise((resolve) => void setImmediate(resolve));
      collect();
    }
    expect([seen?.deref(), closing.signal.aborted]).to.deep.equal([undefined, false]);
  });

  it('are waited for by close', async () => {
    const ended: string[] = [];
    const long = async ({ signal }: JobContext) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await new Promise((resolve) => void setTimeout(resolve, 20));
      ended.push('job');
    };
    const worker = createWorker(board.router, { jobs: { long: { schedule: '* * * * *', run: long } }, log: false });
    const running = worker.run('long').then(() => ended.push('run'));
    while ((await board.models.repository('scheduled_job').count({ leased_until: { gt: 0 } })) === 0);
    await worker.close();
    expect(ended[0]).to.equal('job');
    await running;
  });

  it('need their table, and no changes', async () => {
    await board.models.repository('scheduled_job').delete({});
    const worker = createWorker(board.router, { jobs: { now: { schedule: '* * * * *', run } }, log: false });
    await worker.run('now');
    await worker.once();
    await board.models.kysely.schema.dropTable('scheduled_job').execute();
    const error = await worker.run('now').catch((one) => one);
    expect(error).to.be.instanceOf(JobError).with.property('hint').that.contains('rest-gen migration scheduled_job');
  });
});
