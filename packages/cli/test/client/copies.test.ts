import { ConflictError, tagOf } from '@rest-gen/client';
import { isReactive, reactive, ref } from '@vue/reactivity';
import { expect } from 'chai';
import { parse, stringify } from 'devalue';
import { produce } from 'immer';
import { observable } from 'mobx';
import { createApi, type Issue } from './api.ts';
import { type Service, serveIssues } from './serve-issues.ts';

/** What programs make of a record between reading and changing it. */
const COPIES: Readonly<Record<string, (record: Issue) => Issue>> = {
  'a spread copy': (record) => ({ ...record, title: 'Draft' }),
  'a reactive object of Vue': (record) => reactive(record),
  'a ref of Vue': (record) => ref(record).value,
  'a record in a reactive object of Vue': (record) => reactive({ form: { record } }).form.record,
  'an observable of MobX': (record) => observable(record),
  'a draft of Immer': (record) =>
    produce(record, (draft) => {
      draft.title = 'Draft';
    }),
  'a structured clone': (record) => structuredClone(record),
  JSON: (record) => JSON.parse(JSON.stringify(record)),
  'the data of a page, as SvelteKit and Nuxt send it': (record) => parse(stringify(record)),
};

describe('copies of a record', () => {
  let service: Service;
  let api: ReturnType<typeof createApi>;
  beforeEach(async () => {
    service = await serveIssues();
    api = createApi({ baseUrl: service.url });
  });
  afterEach(() => service.close());

  for (const [what, copy] of Object.entries(COPIES)) {
    it(`keep the entity tag: ${what}`, async () => {
      const read = copy(await api.issue.create({ title: 'It leaks' }));
      const old = copy(await api.issue.get(1));
      expect(await api.issue.update(read, { due: 'May' })).to.include({ due: 'May', title: 'It leaks' });
      const error = await api.issue.update(old, { due: 'June' }).catch((reason) => reason);
      expect(error).to.be.instanceOf(ConflictError);
    });
  }

  it('are what they are called', async () => {
    expect(isReactive(COPIES['a ref of Vue']?.(await api.issue.create({ title: 'a' })))).to.equal(true);
  });

  it('can be sent back as a whole', async () => {
    const read = await api.issue.create({ title: 'It leaks' });
    expect(await api.issue.update(read, { ...read, state: 'open', due: 'May' })).to.include({ due: 'May' });
  });

  it('give the tag for ifMatch', async () => {
    const read = await api.issue.create({ title: 'It leaks' });
    const ifMatch = tagOf(read);
    expect(ifMatch).to.match(/^"[\w-]+"$/);
    await api.issue.update(1, { due: 'May' }, { ifMatch });
    expect(await api.issue.update(1, { due: 'June' }, { ifMatch }).catch((reason) => reason)).to.be.instanceOf(
      ConflictError,
    );
    expect(tagOf((await api.issue.list().page()).records[0] as Issue)).to.equal(undefined);
  });
});

describe('a page', () => {
  it('is data, from which another process continues', async () => {
    const service = await serveIssues();
    const api = createApi({ baseUrl: service.url });
    await api.issue.createMany(Array.from({ length: 5 }, (_, index) => ({ title: `Issue ${index}` })));
    const first = await api.issue.list({ sort: '-id', pageSize: 2 }).page();
    const { after } = parse(stringify(first)) as typeof first;
    const second = await api.issue.list({ sort: '-id', pageSize: 2, after }).page();
    expect(second.records.map(({ id }) => id)).to.eql([3, 2]);
    const last = await api.issue.list({ sort: '-id', pageSize: 2, after: second.after }).page();
    expect([last.records.length, last.after]).to.eql([1, undefined]);
    await service.close();
  });
});
