import { type Models, sql, type TransactionModels } from '@rest-gen/model';

/** A number from 0 to `below`, by a seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Write posts, all but the first one, and comments at random, also in transactions that overlap and roll back, and in SQL. A write that meets another one is left out. */
export async function writeRandomly(models: Models, random: (below: number) => number): Promise<void> {
  const kind = random(10);
  try {
    if (kind < 7) await writeOnce(models, random);
    else if (kind < 9) {
      await models.transaction(async (tx) => {
        for (let count = random(4); count >= 0; count--) await writeOnce(tx, random);
        // Others commit meanwhile.
        await new Promise((resolve) => void setTimeout(resolve, random(30)));
        if (random(3) === 0) throw new Error('rolled back');
      });
    } else {
      const owner = 1 + random(3);
      await sql`update post set pinned = ${random(2)}, note = ${`n${random(1_000_000_000)}`} where owner_id = ${owner} and id > ${random(40)}`.execute(
        models.kysely,
      );
    }
  } catch (error) {
    if (!(error instanceof Error) || /syntax|unknown column|no such/i.test(error.message)) throw error;
  }
}

// --- internal ---

async function writeOnce(models: TransactionModels, random: (below: number) => number): Promise<void> {
  const posts = models.repository('post');
  const all = await posts.findMany({ fields: ['id'], orderBy: [['id', 'asc']] });
  const id = all[random(all.length + 3)]?.id as number | undefined;
  const values = () => ({
    title: `t${random(50)}`,
    status: random(2) === 0 ? 'live' : 'draft',
    owner_id: 1 + random(3),
    price: random(3) === 0 ? null : `${random(1000)}.${10 + random(89)}`,
    meta: random(3) === 0 ? null : { n: random(10), text: '"\\\u00e9\u{1f600}' },
    due_at: random(3) === 0 ? null : new Date(1_750_000_000_000 + random(1_000_000_000)).toISOString(),
  });
  const kind = random(10);
  if (id !== undefined && id === all[0]?.id)
    await models.repository('comment').insert({ post_id: id, text: `c${random(1000)}` });
  else if (id === undefined || (kind < 3 && all.length < 60)) await posts.insert({ ...values(), secret: 'x' });
  else if (kind < 6) await posts.update({ id }, values());
  else if (kind === 6) await posts.update({ id }, { secret: `s${random(1_000_000_000)}` });
  else if (kind === 7) await models.repository('comment').insert({ post_id: id, text: `c${random(1000)}` });
  else {
    await models.repository('comment').delete({ post_id: id });
    await posts.delete({ id });
  }
}
