import type { Models } from '../../../model/src/index.ts';
import type { Controller, Model } from '../../src/index.ts';

/** Sends a request as the user of the test, and gives what came back as text. */
export type Ask = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<string>;

export type HookedTable = 'document' | 'document_tag' | 'draft' | 'remark' | 'scan';

/** A way in which a request reaches a table. */
export interface Way {
  readonly name: string;
  /** The members, actions and parameters that it goes through. */
  readonly covers: readonly string[];
  /** Try it with every document: over HTTP, or in an action. */
  readonly ask?: (ask: Ask) => Promise<unknown>;
  readonly act?: (controller: Controller, document: Model, models: Models) => Promise<unknown>;
  /** The tables whose hooks it calls. Default: that of documents. */
  readonly hooked?: readonly HookedTable[];
  /** What Ann, the owner of the documents 1 and 2, gets by it; `changes`: it changes what is stored. */
  readonly gives: RegExp | 'changes';
}

const ids = [1, 2, 3] as const;
const all = (work: (id: number) => Promise<unknown>): Promise<unknown> => settle(ids.map((id) => () => work(id)));

/** Run one after the other; what fails is its message. */
async function settle(works: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const work of works) results.push(await work().catch((error) => String(error)));
  return results;
}

/** A form with a file. */
function upload(fields: Readonly<Record<string, string | number>>): string {
  const parts = Object.entries(fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`);
  const all = [...parts, 'name="file"; filename="a.txt"\r\n\r\ncontent'];
  return `${all.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`;
}

const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
const json = 'application/json';
const many = { Prefer: 'max-affected=9' };

/** Every way in which a request can reach a table. A new one needs a line here: see `paths.test.ts`. */
export const WAYS: readonly Way[] = [
  // Reads over HTTP.
  {
    name: 'GET of a record',
    covers: ['getAction', 'Controller.detail'],
    ask: (ask) => all((id) => ask('GET', `/document/${id}`)),
    gives: /Diary/,
  },
  {
    name: 'GET of a list',
    covers: ['getAction', 'Controller.list', 'sort'],
    ask: (ask) => ask('GET', '/document?sort=-id'),
    gives: /Diary/,
  },
  {
    name: 'QUERY',
    covers: ['queryAction', 'or'],
    ask: (ask) => ask('QUERY', '/document', { or: [{ 'id[gt]': 0 }] }),
    gives: /Diary/,
  },
  {
    name: 'lines',
    covers: ['lines'],
    ask: (ask) => ask('GET', '/document', undefined, { Accept: 'application/x-ndjson' }),
    gives: /Diary/,
  },
  {
    name: 'HEAD',
    covers: ['HEAD'],
    ask: (ask) => ask('HEAD', '/document/1', undefined, { 'X-Show-Tag': '1' }),
    gives: /200/,
  },
  {
    name: 'pages',
    covers: ['page', 'pageSize', 'fields'],
    ask: (ask) => ask('GET', '/document?page=1&pageSize=9&fields=title,note'),
    gives: /Diary/,
  },
  {
    name: 'keyset pages',
    covers: ['after'],
    ask: async (ask) => [
      await ask('GET', '/document?pageSize=1'),
      await ask('GET', `/document?after=${Buffer.from('["id",[0]]').toString('base64url')}`),
    ],
    gives: /Diary/,
  },
  {
    name: 'search',
    covers: ['q'],
    ask: (ask) => settle([() => ask('GET', '/document?q=a'), () => ask('GET', '/document?q=of')]),
    gives: /Diary/,
  },
  {
    name: 'include',
    covers: ['include'],
    ask: (ask) =>
      settle([
        () => ask('GET', '/document?include=folder'),
        () => ask('GET', '/folder?include=documents,documentCount,owner'),
      ]),
    gives: /Ann's/,
  },
  {
    name: 'filters through relations',
    covers: ['filter'],
    ask: (ask) =>
      settle(
        ["Ann's", "Bob's"].map(
          (name) => () => ask('GET', `/document?folder.name=${encodeURIComponent(name)}&title[ne]=Poem`),
        ),
      ),
    gives: /Diary/,
  },
  {
    name: 'lists under a parent',
    covers: ['sub-resource'],
    ask: (ask) => settle([1, 2].map((id) => () => ask('GET', `/folder/${id}/document`))),
    gives: /Diary/,
  },
  {
    name: 'a singleton under a parent',
    covers: ['singleton'],
    ask: (ask) => settle([1, 2].map((id) => () => ask('GET', `/folder/${id}/cover`))),
    gives: /a\.png/,
  },
  // Writes over HTTP.
  {
    name: 'POST',
    covers: ['postAction', 'Controller.addRecords', 'Controller.created', 'Controller.writable'],
    ask: (ask) =>
      settle([1, 2].map((owner_id) => () => ask('POST', '/document', { title: `New ${owner_id}`, owner_id }))),
    gives: 'changes',
  },
  {
    name: 'POST of a list',
    covers: ['bulk', 'Controller.addList'],
    ask: (ask) =>
      settle(
        [1, 2].map(
          (owner_id) => () =>
            ask('POST', '/document', [
              { title: 'A', owner_id },
              { title: 'B', owner_id },
            ]),
        ),
      ),
    gives: 'changes',
  },
  {
    name: 'POST with a key, twice',
    covers: ['Controller.idempotencyScope'],
    ask: (ask) =>
      all((id) =>
        ask('POST', '/document', { title: 'Once', owner_id: id % 2 === 0 ? 2 : 1 }, { 'Idempotency-Key': 'k' }),
      ),
    gives: 'changes',
  },
  {
    name: 'POST under a parent',
    covers: ['sub-resource'],
    ask: (ask) =>
      settle([1, 2].map((id) => () => ask('POST', `/folder/${id}/document`, { title: `In ${id}`, owner_id: id }))),
    gives: 'changes',
  },
  {
    name: 'PUT',
    covers: ['putAction', 'Controller.guard', 'Controller.changed'],
    ask: (ask) => all((id) => ask('PUT', `/document/${id}`, { title: `Put ${id}`, owner_id: id === 3 ? 2 : 1 })),
    gives: 'changes',
  },
  {
    name: 'PUT that gives a record away',
    covers: ['putAction'],
    ask: (ask) => all((id) => ask('PATCH', `/document/${id}`, { owner_id: 2, title: 'Mine' })),
    gives: /E_POLICY/,
  },
  {
    name: 'PUT of a new id',
    covers: ['Controller.upsert'],
    ask: (ask) =>
      settle(
        [1, 2].map((owner_id) => () => ask('PUT', `/document/${owner_id + 10}`, { title: `Up ${owner_id}`, owner_id })),
      ),
    gives: 'changes',
  },
  {
    name: 'PATCH',
    covers: ['patchAction'],
    ask: (ask) => all((id) => ask('PATCH', `/document/${id}`, { note: 'changed' }, { 'Content-Type': json })),
    gives: 'changes',
  },
  {
    name: 'merge patch',
    covers: ['Controller.merge'],
    ask: (ask) =>
      all((id) =>
        ask('PATCH', `/document/${id}`, { data: { a: 7 } }, { 'Content-Type': 'application/merge-patch+json' }),
      ),
    gives: 'changes',
  },
  {
    name: 'PATCH with If-Match',
    covers: ['Controller.guard'],
    ask: (ask) => all((id) => ask('PATCH', `/document/${id}`, { note: 'changed' }, { 'If-Match': '*' })),
    gives: 'changes',
  },
  {
    name: 'DELETE',
    covers: ['deleteAction'],
    ask: (ask) => all((id) => ask('DELETE', `/document/${id}`)),
    gives: 'changes',
  },
  {
    name: 'PATCH of a collection',
    covers: ['Controller.changeAll', 'Model.updateMany', 'Repository.updateRows'],
    ask: (ask) =>
      settle(
        ['owner_id=1', 'owner_id=2', 'id[gt]=0', 'state=private'].map(
          (filter) => () => ask('PATCH', `/document?${filter}`, { data: { a: 7 }, note: 'changed' }, many),
        ),
      ),
    gives: 'changes',
  },
  {
    name: 'PATCH of a collection in one statement',
    covers: ['Controller.changeAll', 'Model.updateMany'],
    ask: (ask) =>
      settle([1, 2].map((id) => () => ask('PATCH', `/folder/${id}/document?id[gt]=0`, { note: 'changed' }, many))),
    gives: 'changes',
  },
  {
    name: 'PATCH of a collection that gives records away',
    covers: ['Controller.changeAll'],
    ask: (ask) => ask('PATCH', '/document?state=private', { owner_id: 2 }, many),
    gives: /E_POLICY/,
  },
  {
    name: 'DELETE of a collection',
    covers: ['Controller.deleteAll'],
    ask: (ask) =>
      settle(
        ['note[contains]=of', 'state=private', 'q=diary', 'folder.name[startsWith]=Bob'].map(
          (filter) => () => ask('DELETE', `/document?${filter}`, undefined, many),
        ),
      ),
    gives: 'changes',
  },
  {
    name: 'foreign keys in bodies',
    covers: ['foreign keys'],
    ask: (ask) =>
      settle(
        [1, 2].flatMap((folder_id) => [
          () => ask('POST', '/document', { title: `F ${folder_id}`, folder_id }),
          () => ask('PATCH', `/document/${folder_id === 1 ? 3 : 1}`, { folder_id }),
        ]),
      ),
    gives: 'changes',
  },
  {
    name: 'links in a body',
    covers: ['links'],
    hooked: ['document', 'document_tag'],
    ask: (ask) =>
      settle(
        [1, 2].flatMap((id) => [
          () => ask('POST', '/document?include=tags', { title: `L ${id}`, owner_id: id, tags: [id] }),
          () => ask('PUT', `/document/${id}`, { title: `M ${id}`, owner_id: id, tags: [{ id }] }),
          () => ask('PATCH', `/document/${id === 1 ? 3 : 1}`, { tags: [] }),
          () => ask('PATCH', `/document/${id + 1}?include=tags`, { tags: [id] }),
        ]),
      ),
    gives: 'changes',
  },
  {
    name: 'links of many records',
    covers: ['links', 'Controller.changeAll'],
    hooked: ['document', 'document_tag'],
    ask: (ask) =>
      settle(
        [1, 2].flatMap((id) => [
          () => ask('PATCH', `/document?owner_id=${id}`, { tags: [id] }, many),
          () => ask('PATCH', '/document?id[gt]=0', { tags: [] }, many),
        ]),
      ),
    gives: 'changes',
  },
  {
    name: 'new related records in a body',
    covers: ['children'],
    hooked: ['document', 'remark'],
    ask: (ask) =>
      settle(
        [
          [1, 1],
          [2, 2],
          [1, 2],
          [2, 1],
        ].map(
          ([owner_id, other], index) =>
            () =>
              ask('POST', '/document?include=remarks', {
                ...{ title: `N ${index}`, owner_id, tags: [owner_id] },
                remarks: [
                  { title: 'a', owner_id },
                  { title: 'b', owner_id: other },
                ],
              }),
        ),
      ),
    gives: 'changes',
  },
  {
    name: 'new related records in a list',
    covers: ['children', 'Controller.addList'],
    hooked: ['document', 'remark'],
    ask: (ask) =>
      settle(
        [1, 2].map(
          (owner_id) => () =>
            ask('POST', '/document', [
              { title: `O ${owner_id}`, owner_id, remarks: [{ title: 'a', owner_id }] },
              { title: `P ${owner_id}`, owner_id, remarks: [{ title: 'b', owner_id: 1 }] },
            ]),
        ),
      ),
    gives: 'changes',
  },
  {
    name: 'an action of the class',
    covers: ['actions'],
    ask: (ask) => all((id) => ask('POST', `/document/${id}/publish`)),
    gives: 'changes',
  },
  {
    name: 'an upload',
    covers: ['Controller.upload', 'Controller.file'],
    hooked: ['scan'],
    ask: (ask) => all((owner_id) => ask('POST', '/scan', upload({ title: `Scan ${owner_id}`, owner_id }), form)),
    gives: 'changes',
  },
  // Models in the code of a project.
  {
    name: 'find',
    covers: ['Controller.model', 'Model.byId', 'Model.find', 'Repository.findOne'],
    act: (_, document) => all((id) => document.byId(id).find()),
    gives: /Diary/,
  },
  {
    name: 'select',
    covers: ['Model.where', 'Model.order', 'Model.select', 'Repository.findMany'],
    act: (_, document) =>
      document
        .where({ id: { gt: 0 } })
        .order('-title')
        .select(),
    gives: /Diary/,
  },
  {
    name: 'fields',
    covers: ['Model.field', 'Model.omit', 'Model.whole', 'Model.describe', 'Repository.describe'],
    act: async (_, document) => [
      await document.omit('id').whole().field('title,note').select(),
      (await document.describe()).name,
    ],
    gives: /Diary/,
  },
  {
    name: 'parts of a list',
    covers: ['Model.page', 'Model.limit', 'Model.offset', 'Model.after'],
    act: async (_, document) => [
      await document.page(1, 9).select(),
      await document.limit(9).offset(0).select(),
      await document.order('id').after({ id: 0 }).select(),
    ],
    gives: /Diary/,
  },
  {
    name: 'counts',
    covers: ['Model.count', 'Model.countSelect', 'Repository.count'],
    act: async (_, document) => [`documents ${await document.count()}`, await document.countSelect()],
    gives: /documents 2.*Diary/,
  },
  {
    name: 'locks',
    covers: ['Model.lock', 'Controller.transaction'],
    act: (controller) => controller.transaction(() => controller.model('document').lock().select()),
    gives: /Diary/,
  },
  {
    name: 'aggregates',
    covers: [
      'Model.aggregate',
      'Model.groupBy',
      'Model.sum',
      'Model.avg',
      'Model.min',
      'Model.max',
      'Repository.aggregate',
    ],
    act: async (_, document) =>
      settle([
        () => document.groupBy('title').count(),
        () => document.aggregate({ group: ['title'], count: true, max: ['title'], order: '-count' }),
        () => document.min('title'),
        () => document.max('title'),
        () => document.sum('owner_id'),
        () => document.avg('owner_id'),
      ]),
    gives: /Diary/,
  },
  {
    name: 'relations of a model',
    covers: ['Model.include'],
    act: (controller) =>
      settle([
        () => controller.model('document').include('folder').select(),
        () => controller.model('folder').include('documents', 'documentCount').select(),
      ]),
    gives: /Ann's/,
  },
  {
    name: 'other tables',
    covers: ['Controller.model'],
    act: (controller) => settle([() => controller.model('secret').select(), () => controller.model('folder').select()]),
    gives: /Ann's/,
  },
  {
    name: 'only',
    covers: ['Model.only'],
    act: (_, document) =>
      all((owner_id) =>
        document
          .where({ owner_id, title: { ne: 'Poem' } })
          .only()
          .update({ title: `Only ${owner_id}` }),
      ),
    gives: 'changes',
  },
  {
    name: 'add',
    covers: ['Model.add', 'Repository.insert'],
    act: (_, document) => settle([1, 2].map((owner_id) => () => document.add({ title: `Add ${owner_id}`, owner_id }))),
    gives: 'changes',
  },
  {
    name: 'addMany',
    covers: ['Model.addMany', 'Repository.insertRows'],
    act: (_, document) =>
      settle(
        [1, 2].map(
          (owner_id) => () =>
            document.addMany([
              { title: 'A', owner_id },
              { title: 'B', owner_id },
            ]),
        ),
      ),
    gives: 'changes',
  },
  {
    name: 'insert',
    covers: ['Model.insert', 'Model.insertMany'],
    act: (_, document) =>
      settle(
        [1, 2].flatMap((owner_id) => [
          () => document.insert({ title: `I ${owner_id}`, owner_id }),
          () => document.insertMany([{ title: `M ${owner_id}`, owner_id }]),
        ]),
      ),
    gives: 'changes',
  },
  {
    name: 'update',
    covers: ['Model.update', 'Repository.update'],
    act: (_, document) =>
      settle([
        ...ids.map((id) => () => document.byId(id).update({ note: 'changed' })),
        () => document.where({ id: { gt: 0 } }).update({ state: 'public' }),
      ]),
    gives: 'changes',
  },
  {
    name: 'updateOne',
    covers: ['Model.updateOne', 'Repository.updateRows'],
    act: (_, document) => all((id) => document.byId(id).updateOne({ note: 'changed' })),
    gives: 'changes',
  },
  {
    name: 'increment',
    covers: ['Model.increment', 'Model.decrement'],
    act: (_, document) =>
      settle(
        ids.flatMap((id) => [
          () => document.byId(id).increment('owner_id'),
          () => document.byId(id).decrement('owner_id'),
        ]),
      ),
    gives: /POLICY|allow/,
  },
  {
    name: 'delete',
    covers: ['Model.delete', 'Repository.delete'],
    act: (_, document) =>
      settle([...ids.map((id) => () => document.byId(id).delete()), () => document.where({ id: { gt: 0 } }).delete()]),
    gives: 'changes',
  },
  {
    name: 'deleted records',
    covers: ['deleted'],
    ask: (ask) =>
      settle(
        ['/draft?deleted=true', '/draft/1?deleted=true', '/draft/2?deleted=true'].map((path) => () => ask('GET', path)),
      ),
    gives: /Diary/,
  },
  {
    name: 'restore',
    covers: ['Controller.restore'],
    hooked: ['draft'],
    ask: (ask) => all((id) => ask('POST', `/draft/${id}/restore`)),
    gives: 'changes',
  },
  {
    name: 'reads of deleted records',
    covers: ['Model.deleted', 'Repository.deleted'],
    act: (controller) => {
      const deleted = controller.model('draft').deleted();
      return settle([() => deleted.select(), () => deleted.count(), () => deleted.groupBy('title').count()]);
    },
    gives: /Diary/,
  },
  {
    name: 'writes of deleted records',
    covers: ['Model.deleted'],
    act: (controller) => {
      const deleted = controller.model('draft').deleted();
      return all(async (id) => [
        await deleted.byId(id).update({ title: 'changed' }),
        await deleted.byId(id).updateOne({ deleted_at: null }),
        await deleted.byId(id).delete(),
      ]);
    },
    gives: 'changes',
  },
  {
    name: 'reads of models for a user',
    covers: ['Models.as'],
    act: (controller, _, models) => {
      const own = models.as(controller.user);
      return settle([
        () => own.model('document').select(),
        () => own.model('secret').select(),
        () => own.repository('document').findMany(),
        () => own.transaction((tx) => tx.model('folder').select()),
      ]);
    },
    gives: /Diary.*Ann's/,
  },
  {
    name: 'writes of models for a user',
    covers: ['Models.as'],
    act: (controller, _, models) => {
      const own = models.as(controller.user);
      return settle([
        ...ids.map((id) => () => own.model('document').byId(id).update({ note: 'changed' })),
        () => own.transaction((tx) => tx.model('document').byId(3).delete()),
      ]);
    },
    gives: 'changes',
  },
];

/** What is meant to go round the policies, and is visible in the code. */
export const AROUND = ['Model.unrestricted', 'Repository.unrestricted'];

/** Members of a controller that reach no table. */
export const WITHOUT_TABLE = [
  'req',
  'res',
  'user',
  'signal',
  'params',
  'id',
  'isItem',
  'scope',
  'get',
  'post',
  'download',
  'header',
  'success',
  'fail',
  'found',
  'show',
];
