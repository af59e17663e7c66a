import type { Dialect } from '../sql/dialect.ts';
import type { Atomically, RunStatement } from '../sql/table-repository.ts';
import { CHANGE_TABLE, COUNTER_TABLE } from './types.ts';

/**
 * Give the next positions to changes that have none and have committed, and move the counter on, in one statement that does nothing where another process has
 * moved it meanwhile.
 *
 * @returns how many got a position
 */
export async function numberChanges(
  dialect: Dialect,
  run: RunStatement,
  atomically: Atomically,
  most: number,
): Promise<number> {
  if (dialect.name === 'sqlite') return (await waits(run)) ? atomically((inside) => numberAll(inside, most), false) : 0;
  for (;;) {
    // First the counter: as long as it stays, nobody has numbered what is read next.
    const { rows } = await run({
      text: `select id as id, (select position from ${COUNTER_TABLE} where id = 1) as counter from ${CHANGE_TABLE}
        where position is null order by id limit ${most}`,
      parameters: [],
    });
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => String(BigInt(String(id))));
    const counter = String(BigInt(String(rows[0]?.counter ?? 0)));
    if (await (dialect.name === 'postgres' ? moveOnPostgres : moveOnMysql)(run, ids, counter)) return ids.length;
  }
}

// --- internal ---

async function waits(run: RunStatement): Promise<boolean> {
  const { rows } = await run({ text: `select 1 from ${CHANGE_TABLE} where position is null limit 1`, parameters: [] });
  return rows.length > 0;
}

/** SQLite has one writer at a time. */
async function numberAll(run: RunStatement, most: number): Promise<number> {
  const ask = (text: string) => run({ text, parameters: [] });
  const from = `(select position from ${COUNTER_TABLE} where id = 1)`;
  const { affected } = await ask(`update ${CHANGE_TABLE} set position = ${from} + waiting.place
    from (select id, row_number() over (order by id) as place from ${CHANGE_TABLE} where position is null order by id limit ${most}) as waiting
    where waiting.id = ${CHANGE_TABLE}.id`);
  await ask(`update ${COUNTER_TABLE} set position = position + ${Number(affected ?? 0)} where id = 1`);
  return Number(affected ?? 0);
}

async function moveOnPostgres(run: RunStatement, ids: readonly string[], counter: string): Promise<boolean> {
  const { affected, rows } = await run({
    text: `with moved as (update ${COUNTER_TABLE} set position = position + ${ids.length} where id = 1 and position = $1::bigint returning 1)
      update ${CHANGE_TABLE} as c set position = $1::bigint + waiting.place
      from unnest($2::bigint[]) with ordinality as waiting(id, place) where c.id = waiting.id and exists (select 1 from moved) returning 1 as done`,
    parameters: [counter, `{${ids.join()}}`],
  });
  return rows.length > 0 || Number(affected ?? 0) > 0;
}

async function moveOnMysql(run: RunStatement, ids: readonly string[], counter: string): Promise<boolean> {
  // The ids are numbers. `field` is the place of the first value among the others.
  const { affected } = await run({
    text: `update ${COUNTER_TABLE} as k join ${CHANGE_TABLE} as c on c.id in (${ids.join()})
      set c.position = ? + field(c.id, ${ids.join()}), k.position = ? + ${ids.length} where k.id = 1 and k.position = ?`,
    parameters: [counter, counter, counter],
  });
  return Number(affected ?? 0) > 0;
}
