import { expect } from 'chai';
import { sql } from 'kysely';
import { createModels } from '../../../packages/model/src/index.ts';

/** A stored time, and how 2026-11-27T10:20:30.456Z looks beside it. */
const forms: readonly (readonly [stored: string | number, written: string | number])[] = [
  ['2004-03-04 00:00:00', '2026-11-27 10:20:30'],
  ['2004-03-04 00:00:00.25', '2026-11-27 10:20:30.45'],
  ['2004-03-04 00:00:00.123456', '2026-11-27 10:20:30.456'],
  ['2004-03-04T00:00:00', '2026-11-27T10:20:30'],
  ['2004-03-04T00:00:00Z', '2026-11-27T10:20:30Z'],
  ['2004-03-04T02:00:00.000+02:00', '2026-11-27T10:20:30.456+00:00'],
  ['2004-03-04T00:00:00.000Z', '2026-11-27T10:20:30.456Z'],
  [1078358400, 1795774830],
  [1078358400000, 1795774830456],
  ['never', '2026-11-27T10:20:30.456Z'],
];

describe('SQLite: a time that is written into a table of others', () => {
  const time = '2026-11-27T10:20:30.456Z';
  for (const [stored, written] of forms) {
    it(`looks like ${stored}`, async () => {
      const models = createModels('sqlite::memory:');
      await sql
        .raw('create table event (id integer primary key, at datetime, "seen at" timestamp)')
        .execute(models.kysely);
      await sql`insert into event (at, "seen at") values (null, ${stored}), (${stored}, null)`.execute(models.kysely);
      const event = models.repository('event');
      await event.insert({ at: time, 'seen at': time });
      await event.insertRows?.([{ at: time }, { at: new Date(time) }]);
      await event.update({ id: 2 }, { 'seen at': time });
      const { rows } = await sql`select at, "seen at" from event order by id`.execute(models.kysely);
      expect(rows).to.deep.equal([
        { at: null, 'seen at': stored },
        { at: stored, 'seen at': written },
        { at: written, 'seen at': written },
        { at: written, 'seen at': null },
        { at: written, 'seen at': null },
      ]);
      const [, , third] = await event.findMany({ orderBy: [['id', 'asc']] });
      expect(await event.count({ at: third?.at as string })).to.equal(3);
      await models.close();
    });
  }

  it('looks like its default where the table is empty', async () => {
    const models = createModels('sqlite::memory:');
    await sql
      .raw('create table event (id integer primary key, at datetime default current_timestamp, other datetime)')
      .execute(models.kysely);
    await models.repository('event').insert({ at: time, other: time });
    const { rows } = await sql`select at, other from event`.execute(models.kysely);
    expect(rows).to.deep.equal([{ at: '2026-11-27 10:20:30', other: time }]);
    await models.close();
  });
});
