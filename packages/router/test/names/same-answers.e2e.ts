import { expect } from 'chai';
import fc from 'fast-check';
import { STORES } from '../../../model/test/each-store.ts';
import { keepQuiet } from '../serve.ts';
import { openRelease, type Release, type Rules } from './releases.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly user?: { readonly id: number } | undefined;
}

const AUTHORS = ['Ann', 'Bob', 'Cy'];
const TEXTS = ['', 'a', 'ab', 'ba', 'c'];
const text = fc.constantFrom(...TEXTS);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });
const parts = (list: readonly string[]): string => (list.length === 0 ? '' : `?${list.join('&')}`);

/** Values of an item; `slug` makes conflicts. */
const values = fc.record(
  {
    title: fc.constantFrom('a', 'b', 'c', 'too long'),
    body: orNull(text),
    slug: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom<unknown>('s1', 's1', null, 7) },
      { weight: 2, arbitrary: fc.uuid() },
    ),
    views: orNull(fc.constantFrom(0, 1, 1, 1, 2, 3)),
    data: orNull(fc.record({ a: orNull(fc.nat(2)), b: fc.nat(2) }, { requiredKeys: [] })),
    author_name: orNull(fc.constantFrom(...AUTHORS)),
  },
  { requiredKeys: ['title', 'slug'] },
);
const note = fc.record({ text: fc.constantFrom('x', 'y', 'z'), item_id: fc.integer({ min: 1, max: 9 }) });

const FIELDS = ['id', 'title', 'body', 'slug', 'views', 'author_name'];
/** Names that the old release does not have, too. */
const field = fc.constantFrom(...FIELDS, ...FIELDS, 'text', 'handle', 'author_id', 'author.name', 'nothing');
const operand = fc.oneof(fc.constantFrom(...AUTHORS, ...TEXTS), fc.nat(4).map(String));
const operator = fc.constantFrom('eq', 'ne', 'gt', 'lte', 'in', 'nin', 'null', 'contains', 'startsWith', 'odd');
const filterOf = (name: fc.Arbitrary<string>) =>
  fc.tuple(name, operator, operand, operand).map(([of, by, one, other]) => {
    const value = by === 'null' ? String(one > 'a') : by === 'in' || by === 'nin' ? `${one},${other}` : one;
    return [by === 'eq' ? of : `${of}[${by}]`, value] as const;
  });
const filter = filterOf(field);
const order = fc
  .uniqueArray(fc.tuple(fc.constantFrom('', '-'), field), { maxLength: 3, selector: ([, name]) => name })
  .map((keys) => keys.map((key) => key.join('')).join(','));
const names = fc.uniqueArray(field, { minLength: 1, maxLength: 3 }).map((list) => list.join(','));
const listQuery = fc
  .record(
    {
      filters: fc.array(filter, { maxLength: 3 }),
      sort: order,
      fields: names,
      q: fc.constantFrom('a', 'Ann', 'b c'),
      include: fc.constantFrom('notes', 'noteCount', 'notes,noteCount', 'author'),
      page: fc.constantFrom('1', '2'),
      pageSize: fc.constantFrom('1', '2', '50'),
    },
    { requiredKeys: ['filters'] },
  )
  .map(({ filters, ...rest }) =>
    [...filters, ...Object.entries(rest).filter(([, value]) => value !== '')].map(
      ([name, value]) => [name, String(value)] as const,
    ),
  );
const search = listQuery.map((list) => parts(list.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)));
const noteSearch = fc
  .tuple(
    fc.array(filterOf(fc.constantFrom('item.body', 'item.author_name', 'item.slug', 'item_id', 'text', 'item.text')), {
      maxLength: 2,
    }),
    fc.constantFrom('', 'item.author_name,-text', '-item.body,id', 'text', 'words'),
    fc.constantFrom('', 'item'),
  )
  .map(([filters, sort, include]) =>
    parts([
      ...filters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
      ...(sort ? [`sort=${sort}`] : []),
      ...(include ? [`include=${include}`] : []),
    ]),
  );
const id = fc.integer({ min: 1, max: 9 });
const accept = fc.constantFrom({}, { Accept: 'application/x-ndjson' }, { Accept: 'text/csv' });
const user = fc.constantFrom(undefined, { id: 1 });

const request: fc.Arbitrary<Sent> = fc.oneof(
  fc.record({ method: fc.constant('GET'), url: search.map((query) => `/v1/item${query}`), headers: accept, user }),
  fc.record({
    method: fc.constant('QUERY'),
    url: fc.constant('/v1/item'),
    user,
    body: fc.tuple(listQuery, fc.array(filter, { minLength: 1, maxLength: 2 })).map(([list, or]) => ({
      ...Object.fromEntries(list),
      or: or.map((one) => Object.fromEntries([one])),
    })),
  }),
  fc.record({ method: fc.constant('GET'), url: noteSearch.map((query) => `/v1/note${query}`), user }),
  fc.record({ method: fc.constant('GET'), url: id.map((one) => `/v1/item/${one}`), user }),
  fc.record({
    method: fc.constant('DELETE'),
    url: fc.integer({ min: 5, max: 30 }).map((one) => `/v1/item/${one}`),
    user,
  }),
  fc.record({ method: fc.constant('GET'), url: id.map((one) => `/v1/item/${one}/note?sort=-text&pageSize=1`) }),
  fc.record({
    method: fc.constant('POST'),
    url: fc.constantFrom('/v1/item', '/v1/item?include=notes'),
    body: values,
    user,
  }),
  fc.record({
    method: fc.constant('POST'),
    url: fc.constant('/v1/item?include=notes,noteCount'),
    body: fc
      .tuple(values, fc.array(fc.record({ text: orNull(text) }), { maxLength: 3 }))
      .map(([one, notes]) => ({ ...one, notes })),
  }),
  fc.record({
    method: fc.constant('POST'),
    url: fc.constant('/v1/item'),
    body: fc.array(values, { maxLength: 2 }),
    user,
  }),
  fc.record({ method: fc.constant('PUT'), url: id.map((one) => `/v1/item/${one}`), body: values, user }),
  fc.record({
    method: fc.constant('PATCH'),
    url: id.map((one) => `/v1/item/${one}`),
    body: values.map((all) => Object.fromEntries(Object.entries(all).slice(0, 3))),
    user,
  }),
  fc.record({
    method: fc.constant('PATCH'),
    url: fc.constantFrom('/v1/item?author_name=Ann', '/v1/item?body[contains]=a&slug[ne]=s1', '/v1/item'),
    body: fc.record(
      { body: orNull(text), author_name: orNull(fc.constantFrom(...AUTHORS)) },
      { requiredKeys: ['body'] },
    ),
    headers: fc.constant({ Prefer: 'max-affected=50' }),
  }),
  fc.record({ method: fc.constant('POST'), url: fc.constant('/v1/note'), body: note }),
  fc.record({
    method: fc.constant('POST'),
    url: id.map((one) => `/v1/item/${one}/note`),
    body: fc.constant({ text: 'x' }),
  }),
);

/** What a client sees of an answer. */
async function see({ router }: Release, { method, url, ...options }: Sent) {
  const { status, headers, body } = await router.request(method, url, options);
  const { etag, link, location, 'content-type': type, 'x-total-count': total } = headers;
  // A database changes records in any order.
  const records = method === 'PATCH' && Array.isArray(body) ? body.sort((one, other) => one.id - other.id) : body;
  return { status, body: records, etag, link, location, type, total };
}

/** A record is sent back as it was shown. */
async function sendBack(releases: readonly Release[], one: number): Promise<unknown[]> {
  return Promise.all(
    releases.map(async (release) => {
      const read = await release.router.request('GET', `/v1/item/${one}`);
      if (read.status !== 200) return read.status;
      return see(release, {
        method: 'PUT',
        url: `/v1/item/${one}`,
        body: read.body,
        headers: { 'If-Match': String(read.headers.etag) },
      });
    }),
  );
}

const WITH: readonly (readonly [name: string, rules: Rules | undefined, runs: number])[] = [
  ['', undefined, 60],
  [' with policies', { body: 'user', read: [{ views: [1, 2] }, 'user'] }, 40],
];

for (const [store, make] of STORES) {
  for (const [title, rules, numRuns] of WITH) {
    describe(`a version with static names${title} (${store})`, () => {
      keepQuiet();

      it('answers as the release whose names it keeps', async function () {
        this.timeout(300_000);
        const databases = [await make(), await make()];
        const releases = await Promise.all(
          databases.map(({ url }, at) => openRelease(at === 0 ? 'old' : 'new', url, rules)),
        );
        const [old, version] = releases as [Release, Release];
        const statuses = new Set<number>();
        try {
          await fc.assert(
            fc.asyncProperty(fc.array(request, { minLength: 5, maxLength: 12 }), id, async (requests, one) => {
              for (const sent of requests) {
                const [expected, answer] = [await see(old, sent), await see(version, sent)];
                const [shown, wanted] = [answer, expected].map((one) => JSON.stringify(one));
                // A failure shows all of it.
                expect(shown === wanted, `${JSON.stringify(sent)}: ${shown} in place of ${wanted}`).to.equal(true);
                statuses.add(expected.status);
              }
              const [first, second] = await sendBack(releases, one);
              expect(second, `PUT of ${one}`).to.deep.equal(first);
            }),
            { numRuns, endOnFailure: true },
          );
          expect([...statuses]).to.include.members([200, 201, 400, 404, 422, ...(rules ? [403] : [204, 409])]);
        } finally {
          for (const release of releases) await release.close();
          for (const database of databases) await database.drop();
        }
      });
    });
  }
}
