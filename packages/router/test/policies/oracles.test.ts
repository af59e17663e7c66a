import { defineLogic, partial } from '@rest-gen/logic';
import { definePolicy } from '@rest-gen/model/core';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { createModels, type Models, sql } from '../../../model/src/index.ts';
import { onBothMajors } from '../serve.ts';
import { ANN, type Archive, askOf, GUEST, openArchive, policies } from './archive.ts';
import type { Ask } from './paths.ts';

onBothMajors('what a user may not read', (serve) => {
  describe('is not told by a conflict', () => {
    const fields = { tenant_id: { int: true }, team: { string: true }, slug: { string: true } } as const;
    class Page extends Rest {
      static bulk = true;
      static upsert = true;
    }
    let stored: Models;
    let ask: Ask;
    beforeEach(async () => {
      stored = createModels('sqlite::memory:');
      const statements = [
        `create table page (id integer primary key, tenant_id integer not null, team text not null default 'red', slug text not null,
          hidden integer generated always as (slug = 'hidden'), unique (tenant_id, slug), unique (team, slug))`,
        "insert into page (tenant_id, team, slug) values (1, 'blue', 'secret'), (2, 'red', 'mine')",
      ];
      for (const statement of statements) await sql.raw(statement).execute(stored.kysely);
      const { app } = serve({
        rules: [['/:controller(page)/:id?', '/:controller', 'rest']],
        controllers: { page: Page },
        logics: {
          page: defineLogic({
            postAction: { body: fields },
            putAction: { body: fields },
            patchAction: { body: partial(fields) },
          }),
        },
        policies: {
          page: {
            always: (user) => ({ tenant_id: user.id, team: ['red', 'green'] }) as never,
            read: 'user',
            create: 'user',
            update: { hidden: 0 } as never,
          },
        },
        user: (() => ({ id: 2 })) as never,
        model: stored,
      });
      ask = askOf({ app } as Archive, GUEST);
    });
    afterEach(() => stored.close());

    const rows: [method: string, path: string, body: (values: object) => object][] = [
      ['POST', '/page', (values) => values],
      ['POST', '/page', (values) => [{ slug: 'one' }, values]],
      ['PUT', '/page/2', (values) => values],
      ['PUT', '/page/9', (values) => values],
      ['PATCH', '/page/2', (values) => values],
    ];
    for (const [method, path, body] of rows) {
      for (const forbidden of [{ tenant_id: 1 }, { team: 'blue' }]) {
        it(`with what the policy refuses: ${method} ${path} ${JSON.stringify(body(forbidden))}`, async () => {
          const taken = await ask(method, path, body({ ...forbidden, slug: 'secret' }));
          expect(taken).to.match(/^403 .*E_POLICY/);
          expect(taken).to.equal(await ask(method, path, body({ ...forbidden, slug: 'free' })));
        });
      }
    }

    it('while what the policy allows is a conflict as ever', async () => {
      expect(await ask('POST', '/page', { slug: 'mine' })).to.match(/^409 /);
    });

    it('and a column that the store computes is compared after an update', async () => {
      expect(await ask('PATCH', '/page/2', { slug: 'hidden' })).to.match(/^403 .*E_POLICY/);
      expect(await ask('PATCH', '/page/2', { slug: 'shown' })).to.match(/^200 /);
    });
  });
});

onBothMajors('the option user', (serve) => {
  const rows: [name: string, user: () => unknown, expected: RegExp][] = [
    ['undefined', () => undefined, /^401 .*E_UNAUTHORIZED/],
    ['null', () => null, /^401 .*E_UNAUTHORIZED/],
    ['false, as isAuthenticated() && req.user gives it', () => false, /^401 .*E_UNAUTHORIZED/],
    ['0', () => 0, /^401 .*E_UNAUTHORIZED/],
    ['empty text', () => '', /^401 .*E_UNAUTHORIZED/],
    ['a promise', async () => undefined, /^500 .*E_INTERNAL/],
    ['a promise that fails', () => Promise.reject(new Error('hush')), /^500 .*E_INTERNAL/],
    [
      'an error',
      () => {
        throw new Error('broken');
      },
      /^500 .*E_INTERNAL/,
    ],
  ];
  for (const [name, user, expected] of rows) {
    it(`is nobody, or refused: ${name}`, async () => {
      const archive = await openArchive(serve, {
        policies: { ...policies, secret: definePolicy('user') },
        user: user as never,
      });
      try {
        const ask = askOf(archive, ANN);
        expect(await ask('GET', '/secret')).to.match(expected);
        expect(await ask('POST', '/secret', { text: 'new' })).to.match(expected);
        expect(await ask('POST', '/folder/1/document', { title: 'new' })).to.match(expected);
      } finally {
        await archive.stored.close();
      }
    });
  }
});
