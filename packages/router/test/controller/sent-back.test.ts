import { defineLogic, partial } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../../../test/fixture/rest.ts';
import { type ControllerClass, definePolicy, type RestRouterOptions, type Row } from '../../src/index.ts';
import { ANN, BOB, openArchive, policies } from '../policies/archive.ts';
import { onBothMajors, send } from '../serve.ts';

const tables = {
  owner: { id: 'integer', name: 'string' },
  thing: {
    id: 'integer',
    owner_id: 'integer -> owner.id',
    name: 'string',
    views: 'integer?',
    meta: 'json?',
    pin: 'string?',
    created_at: 'datetime',
  },
} as const;
const rules = [
  ['/owner/:owner_id/thing/:id?', '/thing', 'rest'],
  ['/thing/:id?', 'rest'],
] as const;
const id = { int: { min: 1 } } as const;
const fields = {
  owner_id: { ...id, createOnly: true },
  name: { required: true, string: true },
  views: { int: true, nullable: true },
} as const;
const thing = defineLogic({
  params: { id, owner_id: id },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
class Owner extends Rest {}
class Thing extends Rest {
  static hidden = ['pin'];
  static include = { owner: true };
}
const stored: Row = {
  owner_id: 1,
  name: 'a',
  views: 1,
  meta: { a: [1] },
  pin: 'p',
  created_at: '2026-01-01T00:00:00.000Z',
};

onBothMajors('a record that is sent back', (serve) => {
  const open = async (Class: ControllerClass = Thing, options: Partial<RestRouterOptions> = {}) => {
    const served = serve({ rules, controllers: { thing: Class, owner: Owner }, logics: { thing }, ...options }, tables);
    await served.models.repository('owner').insert({ name: 'Ann' });
    await served.models.repository('thing').insert(stored);
    return served;
  };
  type Served = Awaited<ReturnType<typeof open>>;
  const read = async ({ agent }: Served, path = '/thing/1'): Promise<Row> => (await agent.get(path).expect(200)).body;
  /** It is refused, names the members, and stores nothing. */
  const refuse = async (served: Served, method: 'put' | 'patch', path: string, body: Row, errors: string[]) => {
    const before = structuredClone(served.models.rows('thing'));
    const answer = await send(served.agent, method, path, body).expect(422);
    expect(answer.body.code).to.equal('E_VALIDATION');
    const found = answer.body.errors as { in: string; pointer: string; rule: string }[];
    expect(found.map((error) => `${error.in} ${error.pointer} ${error.rule}`)).to.eql(errors);
    expect(served.models.rows('thing')).to.eql(before);
  };

  for (const method of ['put', 'patch'] as const) {
    for (const path of ['/thing/1', '/owner/1/thing/1', '/thing/1?include=owner']) {
      it(`is taken by ${method.toUpperCase()} as GET ${path} shows it, with a change`, async () => {
        const served = await open();
        const shown = await read(served, path);
        const [address = ''] = path.split('?');
        const { body } = await send(served.agent, method, address, { ...shown, name: 'b' }).expect(200);
        expect(body).to.eql({ ...(await read(served)), name: 'b' });
        expect(served.models.rows('thing')).to.eql([{ id: 1, ...stored, name: 'b' }]);
      });
    }

    it(`is refused by ${method.toUpperCase()} where an undeclared member differs`, async () => {
      const served = await open();
      const shown = await read(served);
      const others = { id: 2, owner_id: 2, created_at: '2026-01-01T00:00:00.001Z', meta: { a: ['1'] } };
      for (const [name, value] of Object.entries(others)) {
        const rule = name === 'owner_id' ? 'createOnly' : 'readOnly';
        await refuse(served, method, '/thing/1', { ...shown, [name]: value }, [`body /${name} ${rule}`]);
      }
      const all = Object.keys(others).map((name) => `body /${name} ${name === 'owner_id' ? 'createOnly' : 'readOnly'}`);
      await refuse(served, method, '/thing/1', { ...shown, ...others }, all.sort(inOrderOf(Object.keys(shown))));
      await refuse(served, method, '/owner/1/thing/1', { ...shown, id: 2 }, ['body /id readOnly']);
    });

    it(`is refused by ${method.toUpperCase()} with members that GET does not show`, async () => {
      const served = await open();
      const shown = await read(served);
      await refuse(served, method, '/thing/1', { ...shown, pin: 'p' }, ['body /pin unknown']);
      await refuse(served, method, '/thing/1', { ...shown, titel: 'x' }, ['body /titel unknown']);
      await refuse(served, method, '/thing/1', { ...shown, '': 1, '/id': 1 }, ['body / unknown', 'body /~1id unknown']);
      // What else is wrong is said, too.
      await refuse(served, method, '/thing/1', { ...shown, titel: 'x', views: 'y' }, [
        'body /views int',
        'body /titel unknown',
      ]);
    });
  }

  it('is compared together with If-Match', async () => {
    const served = await open();
    const { headers, body } = await served.agent.get('/thing/1');
    const tag = { 'If-Match': headers.etag as string };
    await send(served.agent, 'put', '/thing/1', { ...body, name: 'b' }, tag).expect(200);
    await send(served.agent, 'put', '/thing/1', { ...body, name: 'c' }, tag).expect(412);
    await refuse(served, 'put', '/thing/1', { ...body, id: 2 }, ['body /id readOnly']);
  });

  it('is 404 where there is none, unless PUT may add it', async () => {
    const served = await open();
    const shown = await read(served);
    await send(served.agent, 'put', '/thing/2', { ...shown, id: 2 }).expect(404);
    await send(served.agent, 'patch', '/owner/2/thing/1', shown).expect(404);
  });

  it('can be added by PUT with the key and the parents of the URL', async () => {
    class Upserted extends Thing {
      static upsert = true;
    }
    const named = defineLogic({ params: { id, owner_id: id }, putAction: { body: { name: { string: true } } } });
    const served = serve(
      {
        rules: [['/owner/:owner_id/note/:id?', '/note', 'rest']],
        controllers: { note: class extends Upserted {}, owner: Owner },
        logics: { note: named },
      },
      { owner: tables.owner, note: { id: 'integer', owner_id: 'integer -> owner.id', name: 'string', pin: 'string?' } },
    );
    await served.models.repository('owner').insert({ name: 'Ann' });
    const put = (body: Row, status: number) => send(served.agent, 'put', '/owner/1/note/7', body).expect(status);
    await put({ id: 8, name: 'x' }, 422);
    await put({ owner_id: 2, name: 'x' }, 422);
    expect(served.models.rows('note')).to.eql([]);
    const { body } = await put({ id: 7, owner_id: 1, name: 'x' }, 201);
    await put(body, 200);
    expect(served.models.rows('note')).to.eql([{ id: 7, owner_id: 1, name: 'x', pin: null }]);
  });

  it('is what show of the class gives', async () => {
    class Shown extends Thing {
      override show({ name, views, id: key }: Row) {
        return { id: key, name, views, initial: String(name)[0] };
      }
    }
    const served = await open(Shown);
    const shown = await read(served);
    await send(served.agent, 'put', '/thing/1', { ...shown, views: 2 }).expect(200);
    expect(served.models.rows('thing')).to.eql([{ id: 1, ...stored, views: 2 }]);
    await refuse(served, 'put', '/thing/1', { ...shown, initial: 'x' }, ['body /initial readOnly']);
    await refuse(served, 'patch', '/thing/1', { ...shown, titel: 'x' }, ['body /titel unknown']);
    await refuse(served, 'patch', '/thing/1', { created_at: '2026-01-01T00:00:00.000Z' }, ['body /created_at unknown']);
  });

  it('is not for actions of the class itself, nor for POST', async () => {
    class Own extends Thing {
      override async patchAction({ body }: { body: unknown }): Promise<unknown> {
        return body;
      }
    }
    const served = await open(Own);
    await refuse(served, 'patch', '/thing/1', await read(served), [
      'body /owner_id createOnly',
      'body /id unknown',
      'body /meta unknown',
      'body /created_at unknown',
    ]);
  });

  it('keeps what the policy hides from the user', async () => {
    const archive = await openArchive(serve, {
      policies: {
        ...policies,
        folder: definePolicy('everyone'),
        document: definePolicy({
          read: 'everyone',
          update: 'user',
          fields: {
            note: { read: ({ id: owner_id }: { id?: unknown }) => ({ owner_id }) as never },
            data: { read: ({ id: owner_id }: { id?: unknown }) => ({ owner_id }) as never },
          },
        }),
      },
    });
    const stored = () => archive.stored.model('document').where({ id: 1 }).field('note,data').find();
    const before = await stored();
    const { body: shown } = await archive.agent.get('/document/1').set(BOB).expect(200);
    expect(shown).to.include({ note: null, data: null });
    for (const method of ['put', 'patch'] as const) {
      await send(archive.agent, method, '/document/1', { ...shown, title: method }, BOB).expect(200);
      expect(await stored()).to.eql(before);
    }
    // Who sees it can remove it.
    await send(archive.agent, 'patch', '/document/1', { note: null }, ANN).expect(200);
    expect(await stored()).to.eql({ ...before, note: null });
    await archive.stored.close();
  });
});

// --- internal ---

function inOrderOf(names: readonly string[]): (a: string, b: string) => number {
  const place = (text: string): number => names.findIndex((name) => text.startsWith(`body /${name} `));
  return (a, b) => place(a) - place(b);
}
