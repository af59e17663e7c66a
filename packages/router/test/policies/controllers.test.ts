import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import type { AfterWrite, BeforeWrite, RestRouterOptions, Row } from '../../src/index.ts';
import { onBothMajors, send } from '../serve.ts';
import { ANN, type Archive, logics as archiveLogics, BOB, Document, openArchive } from './archive.ts';

onBothMajors('controllers under policies', (serve) => {
  let archive: Archive | undefined;
  const open = async (options: Partial<RestRouterOptions>): Promise<Archive> => {
    archive = await openArchive(serve, options);
    return archive;
  };
  afterEach(() => archive?.stored.close());

  it('call hooks with whole rows, and only for records that may be written', async () => {
    const calls: unknown[] = [];
    class Hooked extends Document {
      override beforeWrite({ action, before }: BeforeWrite) {
        calls.push(['before', action, before?.id, before?.note]);
      }
      override afterWrite({ action, after }: AfterWrite) {
        calls.push(['after', action, after?.id]);
      }
      override afterCommit({ action }: AfterWrite) {
        calls.push(['commit', action]);
      }
    }
    const { agent } = await open({ controllers: { document: Hooked } });
    await send(agent, 'patch', '/document/1', { title: 'Mine' }, BOB).expect(404);
    await send(agent, 'patch', '/document/2', { title: 'Mine' }, BOB).expect(403);
    await agent.delete('/document/2').set(BOB).expect(403);
    await agent.delete('/document/1').expect(401);
    expect(calls).to.deep.equal([]);
    await send(agent, 'patch', '/document/1', { title: 'Mine' }, ANN).expect(200);
    await agent.delete('/document/1').set(ANN).expect(204);
    expect(calls).to.deep.equal([
      ...[
        ['before', 'update', 1, 'of Ann'],
        ['after', 'update', 1],
        ['commit', 'update'],
      ],
      ...[
        ['before', 'delete', 1, 'of Ann'],
        ['after', 'delete', undefined],
        ['commit', 'delete'],
      ],
    ]);
  });

  it('take back what a hook has made of a write, when that is not allowed', async () => {
    const committed: unknown[] = [];
    class Giving extends Document {
      override beforeWrite({ values }: BeforeWrite) {
        if (values.note === 'give') values.owner_id = 1;
      }
      override afterCommit({ action }: AfterWrite) {
        committed.push(action);
      }
    }
    const { agent, stored } = await open({ controllers: { document: Giving } });
    const before = await stored.repository('document').findMany();
    await send(agent, 'post', '/document', { title: 'New', note: 'give' }, BOB).expect(403);
    await send(agent, 'patch', '/document/3', { note: 'give' }, BOB).expect(403);
    expect(await stored.repository('document').findMany()).to.deep.equal(before);
    expect(committed).to.deep.equal([]);
  });

  it('change nothing where a record may not be read, and go on with the transaction', async () => {
    class Twice extends Document {
      bothAction() {
        return this.transaction(async () => {
          const first = await this.model('document').byId(1).update({ note: 'first' });
          return { first, second: await this.model('document').byId(3).update({ note: 'second' }) };
        });
      }
    }
    const { agent } = await open({
      rules: [['/document/both', 'document#both', 'rest']],
      controllers: { document: Twice },
    });
    const { body } = await agent.post('/document/both').set(BOB);
    expect(body).to.deep.equal({ first: 0, second: 1 });
  });

  it('roll back the whole transaction, and add what addRecords makes of a list', async () => {
    class Adding extends Document {
      override addRecords(list: readonly Row[]) {
        return this.transaction(async () => {
          await this.model('folder').add({ name: 'For it', owner_id: this.user?.id });
          return super.addRecords(list.map((values) => ({ ...values, note: 'added' })));
        });
      }
    }
    const { agent, stored } = await open({ controllers: { document: Adding } });
    expect((await send(agent, 'post', '/document', { title: 'New' }, BOB).expect(201)).body.note).to.equal('added');
    await send(agent, 'post', '/document', { title: 'Other', owner_id: 1 }, BOB).expect(403);
    expect(await stored.repository('folder').count()).to.equal(3);
  });

  it('give functions of a logic what the user may read', async () => {
    const logics = {
      ...archiveLogics,
      document: defineLogic({
        postAction: async ({ environment: { model } }) => ({
          body: {
            title: { in: (await model('document').select()).map(({ title }) => String(title)) },
            state: { string: true },
          },
        }),
      }),
    };
    const { agent } = await open({ logics });
    await send(agent, 'post', '/document', { title: 'Diary' }, BOB).expect(422);
    await send(agent, 'post', '/document', { title: 'Plan' }, BOB).expect(409);
    await send(agent, 'post', '/document', { title: 'Diary' }, ANN).expect(409);
  });

  it('decide for each request alone, however many run at once', async () => {
    const { agent } = await open({});
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => agent.get('/document?sort=id').set([ANN, BOB, {}][index % 3] ?? {})),
    );
    const titles = answers.map(({ body }) => body.map(({ title }: Row) => title).join());
    const expected = ['Diary,Poem', 'Poem,Plan', 'Poem'];
    expect(titles).to.deep.equal(Array.from({ length: 30 }, (_, index) => expected[index % 3]));
  });

  it('have the access of the user who signs in before the action', async () => {
    class Signing extends Document {
      override __before() {
        (this.req.headers as Record<string, string>)['x-user'] = '1';
      }
    }
    const { agent } = await open({ controllers: { document: Signing } });
    expect((await agent.get('/document').expect(200)).body).to.have.length(2);
  });
});
