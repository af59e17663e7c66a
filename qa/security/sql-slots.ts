import { placeOf } from './sql-values.ts';
import type { Target } from './target.ts';

/** What `target.ask` takes. */
export type Asked = Parameters<Target['ask']>;

/** A place that a client fills, and what statements a harmless value gives there. */
export interface Slot {
  readonly name: string;
  readonly ask: (value: string) => Asked;
  readonly harmless: string;
  /** Statuses of hostile values. */
  readonly answer: number | readonly number[];
  /** The value travels as a parameter, as it is or inside of JSON. */
  readonly isBound?: boolean;
}

const get = (query: string): Asked => ['GET', `/post?${query}`];
const write = (method: string, json: unknown): Asked => [method, method === 'POST' ? '/post' : '/post/2', { json }];
const field = (name: string, value: string): Asked => ['GET', '/post/1', { fields: { [name]: latin(value) } }];

/** Every place of a request from which a statement could be reached. */
export const SLOTS: readonly Slot[] = [
  ...['', '[eq]', '[ne]', '[gt]', '[gte]', '[lt]', '[lte]'].map((operator) => ({
    name: `the value of a filter title${operator}`,
    ask: (value: string) => get(`title${operator}=${encodeURIComponent(value)}`),
    harmless: 'a',
    answer: [200, 400],
    isBound: true,
  })),
  ...['in', 'nin'].map((operator) => ({
    name: `a value of a list title[${operator}]`,
    ask: (value: string) => get(`title[${operator}]=b&title[${operator}]=${encodeURIComponent(value)}`),
    harmless: 'a',
    answer: [200, 400],
    isBound: true,
  })),
  {
    name: 'a value of a list in one text',
    ask: (value) => get(`title[in]=${encodeURIComponent(value.replaceAll(',', ''))}`),
    harmless: 'a',
    answer: [200, 400],
  },
  {
    name: 'the value of a filter of numbers',
    ask: (value) => get(`views=${encodeURIComponent(value)}`),
    harmless: '1',
    answer: 400,
  },
  {
    name: 'the value of null',
    ask: (value) => get(`body[null]=${encodeURIComponent(value)}`),
    harmless: 'true',
    answer: 400,
  },
  {
    name: 'the name of a filter',
    ask: (value) => get(`${encodeURIComponent(value)}=1`),
    harmless: 'views',
    answer: 400,
  },
  {
    name: 'a filter behind a column',
    ask: (value) => get(`views${encodeURIComponent(value)}=1`),
    harmless: '',
    answer: 400,
  },
  {
    name: 'the operator of a filter',
    ask: (value) => get(`views[${encodeURIComponent(value)}]=1`),
    harmless: 'eq',
    answer: 400,
  },
  { name: 'a sort key', ask: (value) => get(`sort=${encodeURIComponent(value)}`), harmless: 'title', answer: 400 },
  {
    name: 'behind a sort key',
    ask: (value) => get(`sort=title${encodeURIComponent(value)}`),
    harmless: '',
    answer: 400,
  },
  {
    name: 'a sort key that goes down',
    ask: (value) => get(`sort=-${encodeURIComponent(value)}`),
    harmless: 'title',
    answer: 400,
  },
  {
    name: 'a second sort key',
    ask: (value) => get(`sort=title,${encodeURIComponent(value)}`),
    harmless: 'views',
    answer: 400,
  },
  { name: 'a field', ask: (value) => get(`fields=${encodeURIComponent(value)}`), harmless: 'title', answer: 400 },
  {
    name: 'a second field',
    ask: (value) => get(`fields=id,${encodeURIComponent(value)}`),
    harmless: 'title',
    answer: 400,
  },
  {
    name: 'the number of a page',
    ask: (value) => get(`page=${encodeURIComponent(value)}`),
    harmless: '1',
    answer: 400,
  },
  {
    name: 'behind the number of a page',
    ask: (value) => get(`page=1${encodeURIComponent(value)}`),
    harmless: '',
    answer: 400,
  },
  {
    name: 'the size of a page',
    ask: (value) => get(`pageSize=${encodeURIComponent(value)}`),
    harmless: '2',
    answer: 400,
  },
  {
    name: 'a place in a list',
    ask: (value) => get(`after=${encodeURIComponent(value)}`),
    harmless: placeOf('id', [1]),
    answer: 400,
  },
  { name: 'the order of a place', ask: (value) => get(`after=${placeOf(value, [1])}`), harmless: 'id', answer: 400 },
  { name: 'the key of a place', ask: (value) => get(`after=${placeOf('id', [value])}`), harmless: '1', answer: 400 },
  {
    name: 'the value of a place',
    ask: (value) => get(`sort=title&after=${placeOf('title,id', [value, 1])}`),
    harmless: 'a',
    answer: [200, 400],
    isBound: true,
  },
  { name: 'an id', ask: (value) => ['GET', `/post/${encodeURIComponent(value)}`], harmless: '1', answer: [404, 400] },
  {
    name: 'behind an id',
    ask: (value) => ['DELETE', `/post/1${encodeURIComponent(value)}`],
    harmless: '7',
    answer: [404, 400],
  },
  {
    name: 'an id of a PATCH',
    ask: (value) => ['PATCH', `/post/${encodeURIComponent(value)}`, { json: { views: 1 } }],
    harmless: '77',
    answer: [404, 400],
  },
  {
    name: 'text of a new record',
    ask: (value) => write('POST', { title: value }),
    harmless: 'a',
    answer: [201, 422],
    isBound: true,
  },
  {
    name: 'text in a PATCH',
    ask: (value) => write('PATCH', { body: value }),
    harmless: 'a',
    answer: [200, 422],
    isBound: true,
  },
  { name: 'text in JSON', ask: (value) => write('PATCH', { meta: { a: value } }), harmless: 'a', answer: [200, 422] },
  {
    name: 'a name in JSON',
    ask: (value) => write('PATCH', { meta: { [value]: 1 } }),
    harmless: 'a',
    answer: [200, 422],
  },
  { name: 'a name in a body', ask: (value) => write('PATCH', { [value]: 1 }), harmless: 'views', answer: 422 },
  {
    name: 'If-Match',
    ask: (value) => ['DELETE', '/post/1', { fields: { 'If-Match': latin(value) } }],
    harmless: '"a"',
    answer: [400, 412],
  },
  ...[
    'Range',
    'Prefer',
    'If-None-Match',
    'Accept',
    'Accept-Language',
    'Cookie',
    'User-Agent',
    'Referer',
    'X-Forwarded-For',
  ].map(
    (name): Slot => ({
      name: `the field ${name}`,
      ask: (value) => field(name, value),
      harmless: 'a',
      answer: [200, 400],
    }),
  ),
];

// --- internal ---

/** What a header field can carry of a value. */
function latin(value: string): string {
  return value.replace(/[^\x20-\x7e\xa0-\xff]/g, '');
}
