import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { type Asked, SLOTS, type Slot } from './sql-slots.ts';
import { SQL_VALUES } from './sql-values.ts';
import { type WatchedModels, watchDialect, watchSqlite } from './watched-sql.ts';

/** Text of the server that a hostile value must not bring out; and the row that it must not change. */
const SECRET = 'of the server';

for (const [dialect, watched] of [
  ['SQLite', watchSqlite()],
  ['PostgreSQL', watchDialect('postgres')],
  ['MySQL and MariaDB', watchDialect('mysql')],
] as const) {
  describe(`SQL: ${dialect}`, () => {
    before(() => watched.prepare());
    after(() => watched.close());
    describeAttacks(
      'the shape of a statement never changes',
      SLOTS.map((slot) => attackOf(slot, watched)),
      { model: watched.models },
    );
  });
}

// --- internal ---

function attackOf({ name, ask, harmless, answer, isBound = false }: Slot, { take }: WatchedModels): Attack {
  return {
    name,
    async send(target) {
      take();
      expect((await target.ask(...ask(harmless))).status, 'a harmless value').to.be.below(500);
      const shapes = new Set(take().map(({ text }) => text));
      expect(shapes, 'statements of a harmless value').not.to.deep.equal(new Set());
      // One after the other on one connection: a connection for each would take most of the time.
      const answers = await target.send(Buffer.concat(SQL_VALUES.map((value, index) => bytesOf(ask(value), index))));
      const sent = take();
      expect(answers).to.have.length(SQL_VALUES.length);
      for (const { text } of sent) expect(shapes).to.include(text);
      const parameters = new Set(sent.flatMap((one) => one.parameters));
      for (const [index, { status, head, body }] of answers.entries()) {
        const value = SQL_VALUES[index] as string;
        expect(status, `${value}: ${body}`).to.be.oneOf([answer].flat());
        expect(head + body, value).not.to.include(SECRET);
        if (isBound && status < 300) expect(parameters).to.include(value);
      }
      if (isBound) expect(answers.filter(({ status }) => status < 300)).not.to.deep.equal([]);
      return answers;
    },
    answer,
  };
}

function bytesOf([method, path, more]: Asked, index: number): Buffer {
  return request(method, path, { ...more, isKept: index < SQL_VALUES.length - 1 });
}
