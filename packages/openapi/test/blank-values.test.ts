import { defineLogic, partial } from '@rest-gen/logic';
import { createModels, sql } from '@rest-gen/model';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import request from 'supertest';
import Rest from '../../../test/fixture/rest.ts';
import { createValidator } from '../src/examples/create-validator.ts';
import { createOpenApi, type Schema } from '../src/index.ts';
import { info, propertiesOf } from './fixture.ts';

class Post extends Rest {}

/** Declarations of a field, each for a column that may be null, and for one that may not. */
const RULES = {
  any_text: { string: true },
  short: { string: true, length: { min: 2, max: 9 } },
  kind: { in: ['a', 'b'] },
  kind_null: { in: ['a', 'b'], nullable: true },
  mail: { email: true },
  code: { string: true, regexp: /^[a-z]{2}$/ },
  trimmed: { string: true, trim: true },
  must: { string: true, required: true },
  must_null: { string: true, required: true, nullable: true },
  whole: { int: { min: 1 } },
  whole_default: { int: { min: 1 }, default: 3 },
  flag: { boolean: true },
  big: { bigint: true },
  day: { date: true },
  at: { date: true, nullable: true },
} as const;

const TYPES: Readonly<Record<string, string>> = { big: 'bigint', flag: 'boolean', day: 'date', at: 'datetime' };
const GOOD: Readonly<Record<string, unknown>> = {
  ...{ short: 'ab', kind: 'a', kind_null: 'a', mail: 'a@b.com', code: 'ab' },
  ...{ whole: 2, whole_default: 2, big: 7, flag: true, day: '2026-01-31', at: '2026-01-31T00:00:00Z' },
};

describe('the schemas of bodies agree with the service about null and the empty string', () => {
  const names = Object.keys(RULES) as (keyof typeof RULES)[];
  const fields = Object.fromEntries(
    names.flatMap((name) => [
      [name, RULES[name]],
      [`${name}_full`, RULES[name]],
    ]),
  );
  const good = Object.fromEntries(
    names.flatMap((name) => {
      const value = GOOD[name] ?? 'text';
      return [
        [name, value],
        [`${name}_full`, value],
      ];
    }),
  );
  const typeOf = (name: string) => (name.startsWith('whole') ? 'integer' : (TYPES[name] ?? 'varchar(80)'));
  const columns = names.map((name) => `${name} ${typeOf(name)}, ${name}_full ${typeOf(name)} not null`);

  for (const [method, schemaName] of [
    ['post', 'PostCreate'],
    ['put', 'PostReplace'],
    ['patch', 'PostUpdate'],
  ] as const) {
    it(`of ${method.toUpperCase()}`, async () => {
      const models = createModels('sqlite::memory:');
      await sql.raw(`create table post (id integer primary key, ${columns.join(', ')})`).execute(models.kysely);
      const router = createRestRouter({
        rules: [['/post/:id?', 'rest']],
        controllers: { post: Post },
        logics: {
          post: defineLogic({
            postAction: { body: fields },
            putAction: { body: fields },
            patchAction: { body: partial(fields) },
          } as never),
        },
        model: models,
        log: false,
      });
      await router.ready;
      const document = await createOpenApi(router, { info });
      const schema = document.components?.schemas?.[schemaName] as Schema;
      const takes = createValidator(document);
      const app = express().use(router);
      const { body: first } = await request(app).post('/post').send(good).expect(201);
      const wrong: string[] = [];
      for (const name of Object.keys(fields)) {
        for (const value of [null, '']) {
          const field = propertiesOf(schema)[name] as Schema;
          const said = takes(field, value);
          const path = method === 'post' ? '/post' : `/post/${first.id}`;
          const body = method === 'patch' ? { [name]: value } : { ...good, [name]: value };
          const { status, text } = await request(app)[method](path).send(body);
          const isTaken = status < 300;
          // What is blank, and no value, need not be said of a column that is never null.
          const isLoose = isTaken && !said && (value === '' || name.endsWith('_full'));
          if (said !== isTaken && !isLoose)
            wrong.push(`${name} ${JSON.stringify(value)}: ${status} ${JSON.stringify(field)} ${text.slice(0, 160)}`);
        }
      }
      await models.close();
      expect(wrong).to.eql([]);
    });
  }
});
