import { isDeepStrictEqual } from 'node:util';
import { sql } from '@rest-gen/model';
import { expect } from 'chai';
import { STORES } from '../../model/test/each-store.ts';
import { type Archive, openArchive } from './open-archive.ts';
import { randomOf } from './random-writes.ts';

const WRITES = Number(process.env.HISTORY_WRITES ?? 60);
const USERS = [1, 2];
const IDS = [1, 2, 3];

type Shown = Readonly<Record<string, unknown>> | undefined;

/** A write, and what GET answered after it. */
interface Step {
  readonly action: 'create' | 'update' | 'delete';
  /** By the user. */
  readonly shown: ReadonlyMap<number, Shown>;
}

describe('a history', () => {
  for (const [name, make] of STORES) {
    it(`is what GET has answered, on ${name}`, async () => {
      const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
      const random = randomOf(seed);
      const database = await make();
      const archive = await openArchive(database.url);
      const steps = new Map<number, Step[]>(IDS.map((id) => [id, []]));
      const times: { at: string; shown: Map<string, Shown> }[] = [];
      try {
        for (let count = 0; count < WRITES; count++) {
          const id = IDS[random(IDS.length)] as number;
          const action = await write(archive, id, random);
          if (action !== undefined) {
            const shown = new Map<number, Shown>();
            for (const user of USERS) shown.set(user, await get(archive, id, user));
            steps.get(id)?.push({ action, shown });
          }
          if (random(3) > 0) continue;
          const now = Date.now();
          const known = new Map<string, Shown>();
          for (const user of USERS)
            for (const one of IDS) known.set(`${user} ${one}`, steps.get(one)?.at(-1)?.shown.get(user));
          times.push({ at: new Date(now).toISOString(), shown: known });
          // The next write has a later time.
          while (Date.now() <= now) await new Promise((resolve) => void setTimeout(resolve, 1));
        }
        for (const user of USERS) {
          for (const id of IDS) {
            const where = `seed ${seed}, user ${user}, post ${id}`;
            const all = steps.get(id) as Step[];
            const url = `/post/${id}/history`;
            const expected = expectedOf(all, user);
            if (expected === undefined) {
              expect((await archive.get(url, user)).status, where).to.equal(404);
              continue;
            }
            const entries = await archive.history(`${url}?pageSize=${1 + random(9)}`, user);
            expect(
              entries.map(({ action, changed, record }) => ({
                action,
                changed: changed && [...changed].sort(),
                record,
              })),
              where,
            ).to.deep.equal(expected);
            for (const { at, shown } of times) {
              const answer = await archive.get(`${url}?at=${at}`, user);
              const state = shown.get(`${user} ${id}`);
              expect(answer.status === 404 ? undefined : answer.body, `${where} at ${at}`).to.deep.equal(state);
            }
          }
        }
      } finally {
        await archive.close();
        await database.drop();
      }
    });
  }

  /** What GET answers, without what is not recorded. */
  async function get(archive: Archive, id: number, user: number): Promise<Shown> {
    const { status, body } = await archive.get(`/post/${id}`, user);
    if (status === 404) return undefined;
    const { body: _body, ...shown } = body;
    return shown;
  }

  /** @returns `undefined` where nothing is stored */
  async function write(
    { models }: Archive,
    id: number,
    random: (below: number) => number,
  ): Promise<Step['action'] | undefined> {
    const posts = models.repository('post');
    const stored = await posts.findOne({ where: { id } });
    const texts = ['', 'é"\\\u{1f600}', 'A ', 'a', 'null', '1'];
    const values = {
      title: texts[random(texts.length)] as string,
      status: random(2) === 0 ? 'live' : 'draft',
      owner_id: 1 + random(2),
      price: random(3) === 0 ? null : `${random(1000)}.${10 + random(89)}`,
      weight: random(3) === 0 ? null : random(1000) / 7,
      views: random(3) === 0 ? null : 9007199254740993n * BigInt(random(3)),
      meta: random(3) === 0 ? null : { n: random(10) / 4, list: [null, true, { b: 1, a: '"' }] },
      due_at: random(3) === 0 ? null : new Date(1_750_000_000_000 + random(1_000_000_000)).toISOString(),
      day: random(3) === 0 ? null : `2026-0${1 + random(9)}-1${random(9)}`,
      pinned: random(3) === 0 ? null : random(2) === 0,
      grade: texts[random(texts.length)] as string,
    };
    const kind = random(10);
    if (stored === undefined) {
      await posts.insert({ id, ...values, secret: 'x', body: 'y' });
      return 'create';
    }
    if (kind === 0) {
      await posts.delete({ id });
      return 'delete';
    }
    if (kind === 1) await posts.update({ id }, { secret: `s${random(100)}`, body: `b${random(100)}` });
    else if (kind === 2)
      await sql`update post set pinned = null, title = ${values.title} where id = ${id}`.execute(models.kysely);
    else if (kind === 3) {
      await models
        .transaction(async (tx) => {
          await tx.repository('post').update({ id }, values);
          throw new Error('rolled back');
        })
        .catch(() => {});
      return undefined;
    } else if (kind < 7) await posts.update({ id }, { status: values.status, owner_id: values.owner_id });
    else await posts.update({ id }, values);
    return 'update';
  }

  /** @returns `undefined` for a record that the user may not read */
  function expectedOf(steps: readonly Step[], user: number): object[] | undefined {
    const states = steps.map(({ shown }) => shown.get(user));
    const last = steps.at(-1);
    if (last === undefined || states.at(last.action === 'delete' ? -2 : -1) === undefined) return undefined;
    const entries: object[] = [];
    let former: Shown;
    for (const [at, { action }] of steps.entries()) {
      const state = states[at];
      if (action === 'delete') {
        if (states[at - 1] !== undefined) entries.unshift({ action, changed: null, record: null });
        former = undefined;
      } else if (state !== undefined) {
        const old = former;
        const changed = old && Object.keys(state).filter((name) => !isDeepStrictEqual(state[name], old[name]));
        if (changed === undefined || changed.length > 0)
          entries.unshift({ action, changed: changed?.sort() ?? null, record: state });
        former = state;
      } else if (action === 'create') former = undefined;
    }
    return entries;
  }
});
