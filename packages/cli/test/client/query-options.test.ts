import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { expect } from 'chai';
import { createApi } from './api.ts';
import { type Service, serveIssues } from './serve-issues.ts';

describe('options for TanStack Query', () => {
  let service: Service;
  let api: ReturnType<typeof createApi>;
  let client: QueryClient;
  beforeEach(async () => {
    service = await serveIssues();
    api = createApi({ baseUrl: service.url });
    client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
    for (const title of ['a', 'b', 'c', 'd', 'e']) await api.issue.create({ title });
  });
  afterEach(async () => {
    client.clear();
    await service.close();
  });

  it('read a page and a record', async () => {
    const { records } = await client.fetchQuery(api.issue.query({ where: { title: { in: ['a', 'b'] } } }));
    expect(records.map(({ title }) => title)).to.eql(['a', 'b']);
    const some = await client.fetchQuery(api.issue.query({ fields: ['id'], pageSize: 1 }));
    expect(some.records).to.eql([{ id: 1 }]);
    const issue = await client.fetchQuery(api.issue.recordQuery(1, { include: ['comments'] }));
    expect(issue.comments).to.eql([]);
  });

  it('have keys that JSON can write, and begin with the resource', () => {
    const due = new Date('2027-01-31');
    const { queryKey } = api.comment.of({ issue_id: 7 }).query({ where: { id: { gte: 5 } } });
    expect(queryKey).to.eql(['comment', '/issue/7/comment?id%5Bgte%5D=5']);
    expect(api.issue.query({ where: { due: due as never } }).queryKey[1]).to.contain('2027-01-31');
    expect(api.issue.recordQuery(7).queryKey).to.eql(['issue', '/issue/7']);
  });

  it('read a list page by page', async () => {
    const observer = new InfiniteQueryObserver(client, api.issue.infiniteQuery({ sort: '-id', pageSize: 2 }));
    const stop = observer.subscribe(() => undefined);
    await observer.fetchNextPage();
    let result = await observer.fetchNextPage();
    while (result.hasNextPage) result = await observer.fetchNextPage();
    expect(result.data?.pages.map(({ records }) => records.map(({ id }) => id))).to.eql([[5, 4], [3, 2], [1]]);
    stop();
  });

  it('write, and make what was read stale', async () => {
    const list = new QueryObserver(client, api.issue.query({ sort: '-id', pageSize: 1 }));
    const stop = list.subscribe(() => undefined);
    await client.fetchQuery(api.issue.query({ sort: '-id', pageSize: 1 }));
    const comments = api.comment.query();
    await client.fetchQuery(comments);

    const update = new MutationObserver(client, api.issue.mutation('update', client));
    const read = await client.fetchQuery(api.issue.recordQuery(5));
    expect(await update.mutate([read, { title: 'E' }])).to.include({ title: 'E' });
    expect(list.getCurrentResult().data?.records[0]?.title).to.equal('E');
    expect(client.getQueryState(comments.queryKey)?.isInvalidated).to.equal(false);

    const archive = new MutationObserver(client, api.issue.mutation('archive', client));
    await archive.mutate([5, { reason: 'done' }]);
    expect(list.getCurrentResult().data?.records[0]?.state).to.equal('archived');
    stop();
  });

  it('end their request with the query', async () => {
    const seen: (AbortSignal | null | undefined)[] = [];
    const slow = createApi({
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          seen.push(init?.signal);
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    });
    const fetching = client.fetchQuery(slow.issue.query()).catch((error: Error) => error);
    await client.cancelQueries({ queryKey: ['issue'] });
    expect(seen[0]?.aborted).to.equal(true);
    await fetching;
  });
});
