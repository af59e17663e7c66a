import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import fc from 'fast-check';
import supertest from 'supertest';
import { defineLogic, type FieldRules, partial } from '../../../packages/logic/src/index.ts';
import { createModels } from '../../../packages/model/src/index.ts';
import { loadDriver } from '../../../packages/model/src/stores/sqlite/load-driver.ts';
import { keepQuiet } from '../../../packages/router/test/serve.ts';
import Rest from '../../fixture/rest.ts';

/** Rules of a column that accept its values, in SQL. */
const kinds: readonly (readonly [type: string, rules: FieldRules, values: readonly string[]])[] = [
  ['text', { string: true }, ["''", "' '", "'a'"]],
  ['text', { string: true, length: { max: 4 } }, ["''", "'abc'"]],
  ['text', { length: { max: 3 } }, ["''", "'abc'"]],
  ['text', { regexp: /^a*$/ }, ["''", "'aa'"]],
  ['text', { lowercase: true }, ["''", "'a'"]],
  ['text', { email: true }, ["'a@example.com'"]],
  ['text', { string: true, length: { min: 1 } }, ["'a'"]],
  ["text check (c in ('', 'a'))", { in: ['', 'a'] }, ["''", "'a'"]],
  ['blob', { base64: true }, ["x''", "x'00'"]],
  ['integer', { int: true }, ['0', '7']],
  ['integer', { in: [0, 1] }, ['0', '1']],
];

const EMPTY = new Set(["''", "x''"]);

const column = fc.record({
  kind: fc.constantFrom(...kinds),
  presence: fc.constantFrom('not null', 'not null default', ''),
  values: fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
});
const table = fc.record({ columns: fc.array(column, { minLength: 1, maxLength: 5 }), isPartial: fc.boolean() });

describe('a record that GET has shown', function () {
  keepQuiet();
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-sent-back-'));
  after(() => rmSync(folder, { recursive: true }));
  let count = 0;

  it('is not changed by a PUT or PATCH with what was shown', async () => {
    const check = fc.asyncProperty(table, async ({ columns, isPartial }) => {
      const file = join(folder, `${count++}.sqlite3`);
      const database = new (loadDriver().DatabaseSync)(file);
      const named = columns.map((one, index) => ({ ...one, name: `c${index}` }));
      const definitions = named.map(({ name, kind: [type, , [first]], presence }) => {
        const rule = presence === 'not null default' ? `${presence} ${first}` : presence;
        return `${name} ${type.replace('(c ', `(${name} `)} ${rule}`;
      });
      database.exec(`create table card (id integer primary key, ${definitions.join(', ')})`);
      for (const at of [0, 1]) {
        const values = named.map(({ kind: [, , pool], presence, values: picks }) => {
          const all = presence === '' ? [...pool, 'null'] : pool;
          return all[(picks[at] as number) % all.length];
        });
        database.exec(`insert into card (${named.map(({ name }) => name)}) values (${values})`);
      }
      const stored = () =>
        JSON.stringify(
          database
            .prepare(`select ${named.map(({ name }) => `quote(${name}) as ${name}`)} from card order by id`)
            .all(),
        );
      const before = stored();

      const fields = Object.fromEntries(
        named.map(({ name, kind: [, rules, values], presence }) => {
          const length = values.some((value) => EMPTY.has(value)) && { length: { min: 0, max: 4 } };
          return [name, presence === 'not null' ? { ...rules, required: true, ...length } : rules];
        }),
      );
      const logic = defineLogic({
        putAction: { body: fields },
        patchAction: { body: isPartial ? partial(fields) : fields },
      } as never);
      const models = createModels(`sqlite:${file}`);
      const app = express().use(
        createRestRouter({
          rules: [['/card/:id?', 'rest']],
          controllers: { card: class extends Rest {} },
          logics: { card: logic },
          model: models,
        }),
      );
      const agent = supertest(app);
      for (const id of [1, 2]) {
        const { body: shown } = await agent.get(`/card/${id}`).expect(200);
        const parts = Object.entries(shown).map(([name, value]) => ({ [name]: value }));
        const whole = isPartial || named.every(({ presence }) => presence !== 'not null');
        await agent.put(`/card/${id}`).send(shown).expect(200, shown);
        await agent.patch(`/card/${id}`).send(shown).expect(200, shown);
        if (whole) for (const part of parts) await agent.patch(`/card/${id}`).send(part).expect(200, shown);
        expect(stored()).to.equal(before);
      }
      await models.close();
      database.close();
    });
    await fc.assert(check, { numRuns: 60 });
  });
});
