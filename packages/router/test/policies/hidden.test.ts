import { expect } from 'chai';
import { onExpress5 } from '../serve.ts';
import { ANN, type Archive, askOf, BOB, Document, GUEST, openArchive } from './archive.ts';
import type { Ask } from './paths.ts';

/** A request that names a record (`document`) or a parent of records (`folder`) by its id. */
type Naming = readonly [
  name: string,
  kind: 'document' | 'folder',
  method: string,
  path: (id: number) => string,
  body?: ((id: number) => object) | undefined,
  headers?: Record<string, string>,
];

const MERGE = { 'Content-Type': 'application/merge-patch+json' };
const LINES = { Accept: 'application/x-ndjson' };
const item = (id: number): string => `/document/${id}`;
/** Document 2 is public: only its folder hides it there. */
const below = (id: number): string => `/folder/${id}/document/2`;
const list = (id: number): string => `/folder/${id}/document`;
const cover = (id: number): string => `/folder/${id}/cover`;

const requests: readonly Naming[] = [
  ['GET', 'document', 'GET', item],
  ['GET with If-None-Match', 'document', 'GET', item, undefined, { 'If-None-Match': '*' }],
  ['GET with include', 'document', 'GET', (id) => `/document/${id}?include=folder`],
  ['HEAD', 'document', 'HEAD', item],
  ['PUT', 'document', 'PUT', item, () => ({ title: 'New' })],
  ['PUT with If-Match', 'document', 'PUT', item, () => ({ title: 'New' }), { 'If-Match': '*' }],
  ['PATCH', 'document', 'PATCH', item, () => ({ title: 'New' })],
  ['PATCH with If-Match', 'document', 'PATCH', item, () => ({ title: 'New' }), { 'If-Match': '"tag"' }],
  ['PATCH that refers to what is hidden', 'document', 'PATCH', item, () => ({ folder_id: 1 })],
  ['merge patch', 'document', 'PATCH', item, () => ({ data: { a: 1 } }), MERGE],
  ['DELETE', 'document', 'DELETE', item],
  ['DELETE with If-Match', 'document', 'DELETE', item, undefined, { 'If-Match': '*' }],
  ['GET of a folder', 'folder', 'GET', (id) => `/folder/${id}`],
  ['DELETE of a folder', 'folder', 'DELETE', (id) => `/folder/${id}`],
  ['the list of a parent', 'folder', 'GET', list],
  ['a page of a parent', 'folder', 'GET', (id) => `/folder/${id}/document?page=1`],
  ['lines of a parent', 'folder', 'GET', list, undefined, LINES],
  ['QUERY of a parent', 'folder', 'QUERY', list, () => ({ sort: '-id' })],
  ['POST under a parent', 'folder', 'POST', list, () => ({ title: 'New' })],
  ['POST of a list under a parent', 'folder', 'POST', list, () => [{ title: 'New' }, { title: 'Newer' }]],
  ['POST of a title that is taken', 'folder', 'POST', list, () => ({ title: 'Diary' })],
  ['GET of a child', 'folder', 'GET', below],
  ['HEAD of a child', 'folder', 'HEAD', below],
  ['PUT of a child', 'folder', 'PUT', below, () => ({ title: 'New' })],
  ['PATCH of a child', 'folder', 'PATCH', below, () => ({ title: 'New' })],
  ['PATCH of a child with If-Match', 'folder', 'PATCH', below, () => ({ title: 'New' }), { 'If-Match': '*' }],
  ['DELETE of a child', 'folder', 'DELETE', below],
  ['GET of a singleton', 'folder', 'GET', cover],
  ['PUT of a singleton', 'folder', 'PUT', cover, () => ({ image: 'c.png' })],
  ['POST of a singleton', 'folder', 'POST', cover, () => ({ image: 'c.png' })],
  ['DELETE of a singleton', 'folder', 'DELETE', cover],
  ['POST with a foreign key', 'folder', 'POST', () => '/document', (folder_id) => ({ title: 'New', folder_id })],
  [
    'POST of a list with a foreign key',
    'folder',
    'POST',
    () => '/document',
    (folder_id) => [{ title: 'A' }, { title: 'B', folder_id }],
  ],
  ['PATCH with a foreign key', 'folder', 'PATCH', () => '/document/3', (folder_id) => ({ folder_id })],
  ['PUT with a foreign key', 'folder', 'PUT', () => '/document/3', (folder_id) => ({ title: 'New', folder_id })],
  ['a filter through a relation', 'folder', 'GET', (id) => `/document?folder.id=${id}`],
  ['a count of a filter through a relation', 'folder', 'GET', (id) => `/document?folder.id=${id}&page=1`],
];

onExpress5('a hidden record', (serve) => {
  const answer = async (request: Naming, id: number, user: Record<string, string>): Promise<string> => {
    class Replaced extends Document {
      static override upsert = false;
    }
    const [, , method, path, body, headers] = request;
    const archive = await openArchive(serve, { controllers: { document: Replaced } });
    try {
      // The id stands in `instance` and in links.
      const text = await askOf(archive, user)(method, path(id), body?.(id), headers);
      const pathOf = (of: number): string => path(of).replace(/\?.*/, '');
      return text.replaceAll(path(id), path(0)).replaceAll(pathOf(id), pathOf(0));
    } finally {
      await archive.stored.close();
    }
  };

  for (const env of ['test', 'production']) {
    describe(`is as a missing one (${env})`, () => {
      let before: string | undefined;
      beforeEach(() => {
        before = process.env.NODE_ENV;
        process.env.NODE_ENV = env;
      });
      afterEach(() => {
        process.env.NODE_ENV = before;
      });
      for (const request of requests) {
        it(`for ${request[0]}`, async () => {
          const hidden = await answer(request, 1, BOB);
          expect(hidden).to.equal(await answer(request, 9, BOB));
          expect(hidden).not.to.match(/Diary|of Ann|Ann's|a\.png|^500/);
          expect(await answer(request, 1, GUEST)).to.equal(await answer(request, 9, GUEST));
          // The owner gets something else.
          expect(await answer(request, 1, ANN)).not.to.equal(hidden);
        });
      }
    });
  }

  describe('is not', () => {
    let archive: Archive;
    let ask: Ask;
    beforeEach(async () => {
      archive = await openArchive(serve);
      ask = askOf(archive, BOB);
    });
    afterEach(() => archive.stored.close());

    const rows: [name: string, path: string, expected: RegExp][] = [
      ['counted in X-Total-Count', '/document?page=1', /"x-total-count":"2"/],
      ['linked as a next page', '/document?page=2&pageSize=1', /^200 (?!.*rel=\\"next\\")/],
      ['included', '/document/2?include=folder', /"folder":null/],
      ['counted by a relation', '/folder?include=documentCount', /"documentCount":1/],
      ['in an included list', '/folder?include=documents', /^200 (?!.*Diary)/],
      ['found by a search', '/document?q=diary', / \[\]$/],
      ['found by a field that the user may not read', '/document?note=by%20Ann', / \[\]$/],
      ['sorted by', '/document?sort=-folder.name', /Plan.*Poem/],
      ['in lines', '/document?sort=id', /^200 (?!.*Diary)/],
    ];
    for (const [name, path, expected] of rows) {
      it(name, async () => expect(await ask('GET', path)).to.match(expected));
    }

    it('read through the cursor of another user', async () => {
      const link = await askOf(archive, ANN)('GET', '/document?pageSize=1&sort=note');
      const [, after] = /after=([\w-]+)/.exec(link) ?? [];
      expect(after).to.be.a('string');
      const text = await ask('GET', `/document?sort=note&after=${after}`);
      expect(text).to.match(/^200/);
      expect(text).not.to.match(/Diary|of Ann|by Ann/);
    });

    it('quiet about a value or an id that has to be unique', async () => {
      expect(await ask('POST', '/document', { title: 'Diary' })).to.match(/^409/);
      expect(await ask('PUT', '/document/1', { title: 'Mine' })).to.match(/^409/);
    });
  });
});
