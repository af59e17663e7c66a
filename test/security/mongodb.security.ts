import { fileURLToPath } from 'node:url';
import { createModels, type Models } from '@rest-gen/model';
import { expect } from 'chai';
import { type StandIn, startStandIn } from '../../packages/model/test/stores/mongodb/stand-in/start-stand-in.ts';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { placeOf } from './sql-values.ts';
import type { Target } from './target.ts';

const migrations = fileURLToPath(new URL('./migrations', import.meta.url));
const encode = encodeURIComponent;

/** What means something to MongoDB, its driver, or a shell of it: here it is text. */
const VALUES: readonly string[] = [
  ...[
    '{"$gt":""}',
    '{"$ne":null}',
    '{"$where":"1"}',
    '[$ne]',
    '$where',
    '$title',
    '$$ROOT',
    '$$NOW',
    '$[]',
    '$',
    '$set',
  ],
  ...['.*', '/.*/', '^a', "a'; return true; //", 'function(){return true}', 'a.b', 'title.$', '_bsontype', '__proto__'],
  ...[
    '{"$oid":"507f1f77bcf86cd799439011"}',
    '{"$numberLong":"1"}',
    'ObjectId("507f1f77bcf86cd799439011")',
    '$0',
    '\\$gt',
  ],
];

const GOOD_ID = '507f1f77bcf86cd799439011';
/** Of a session or a connection. */
const IGNORED = new Set(['lsid', 'txnNumber', '$clusterTime', 'startTransaction']);

type Asked = Parameters<Target['ask']>;
const get = (query: string): Asked => ['GET', `/post?${query}`];

/** `statuses` are those of hostile values; the id is that of a row. */
const SLOTS: readonly (readonly [
  name: string,
  ask: (value: string, id: string) => Asked,
  good: string,
  statuses: number[],
])[] = [
  ['the value of a filter', (value) => get(`title=${encode(value)}`), 'a', [200]],
  ['the value of a bound', (value) => get(`title[gte]=${encode(value)}`), 'a', [200]],
  ['the value of an exclusion', (value) => get(`title[ne]=${encode(value)}`), 'a', [200]],
  ['a value of a list', (value) => get(`title[in]=b&title[in]=${encode(value)}`), 'a', [200]],
  ['a value of a number', (value) => get(`views=${encode(value)}`), '1', [400]],
  ['the name of a filter', (value) => get(`${encode(value)}=1`), 'views', [400]],
  ['the operator of a filter', (value) => get(`views[${encode(value)}]=1`), 'eq', [400]],
  ['a sort key', (value) => get(`sort=${encode(value)}`), 'title', [400]],
  ['a field', (value) => get(`fields=${encode(value)}`), 'title', [400]],
  ['a filter by the key', (value) => get(`id=${encode(value)}`), 'x', [200]],
  ['the order of a place', (value) => get(`sort=title&after=${placeOf(value, ['a', GOOD_ID])}`), 'title,id', [400]],
  ['the key of a place', (value) => get(`after=${placeOf('id', [value])}`), GOOD_ID, [400]],
  ['a value of a place', (value) => get(`sort=title&after=${placeOf('title,id', [value, GOOD_ID])}`), 'a', [200]],
  ['an id', (value) => ['GET', `/post/${encode(value)}`], 'x', [400, 404]],
  ['an id of a DELETE', (value) => ['DELETE', `/post/${encode(value)}`], 'x', [400, 404]],
  ['text of a new record', (value) => ['POST', '/post', { json: { title: value } }], 'a', [201]],
  ['text of a PUT', (value, id) => ['PUT', `/post/${id}`, { json: { title: 'a', body: value } }], 'a', [200]],
  ['text of a PATCH', (value, id) => ['PATCH', `/post/${id}`, { json: { body: value } }], 'a', [200]],
  ['a name of a PATCH', (value, id) => ['PATCH', `/post/${id}`, { json: { [value]: 1 } }], 'views', [400, 422]],
  ['a name in JSON', (value, id) => ['PATCH', `/post/${id}`, { json: { meta: { [value]: 1 } } }], 'a', [200, 400, 422]],
  ['text in JSON', (value, id) => ['PATCH', `/post/${id}`, { json: { meta: { a: [value] } } }], 'a', [200]],
];

/** Fields of JSON that look like types, operators and references: stored as they are, or refused. */
const DOCUMENTS: readonly object[] = [
  { $gt: '' },
  { $set: { secret: 'hacked' } },
  { $where: 'sleep(9)' },
  { $ref: 'post', $id: 1, $db: 'admin' },
  { $literal: { $add: [1, '$views'] } },
  { 'a.b': 1, 'a.$': 2, '': 3 },
  { a: { $expr: { $function: { body: 'x', args: [], lang: 'js' } } } },
  { _bsontype: 'ObjectID', id: 'aaaaaaaaaaaa' },
  { a: [{ _bsontype: 'Code', code: 'sleep(9)' }] },
  { _bsontype: 'Long', low: 1, high: 1 },
  { toBSON: 1, toJSON: 2, _id: 3 },
  { 'a\0b': 1 },
  { $oid: '507f1f77bcf86cd799439011' },
];

let standIn: StandIn;
let models: Models;

describe('operators at MongoDB', () => {
  before(async () => {
    standIn = await startStandIn();
    models = createModels(standIn.url('attacked'), { migrations, patience: 5_000 });
    await models.migrate();
    await models.repository('post').insert({ title: 'first', secret: 'of the server' });
  });
  after(async () => {
    await models.close();
    await standIn.close();
  });

  describeAttacks('what reaches the driver has our operators only', [...slots(), ...documents()], {
    model: {
      repository: (...given) => models.repository(...given),
      transaction: (...given) => models.transaction(...given),
      ping: () => models.ping(),
      close: async () => {},
    },
  });
});

// --- internal ---

function slots(): Attack[] {
  return SLOTS.map(([name, ask, good, statuses]) => ({
    name,
    async send(target) {
      const id = await newId();
      expect((await target.ask(...ask(good, id))).status, 'a harmless value').to.be.below(500);
      const shapes = new Set(take().map(shapeOf));
      expect(shapes, 'commands of a harmless value').not.to.deep.equal(new Set());
      const asked = VALUES.map((value, index) => {
        const [method, path, more] = ask(value, id);
        return request(method, path, { ...more, isKept: index < VALUES.length - 1 });
      });
      const answers = await target.send(Buffer.concat(asked));
      expect(answers).to.have.length(VALUES.length);
      for (const shape of take().map(shapeOf)) expect(shapes).to.include(shape);
      for (const [index, { status, head, body }] of answers.entries()) {
        expect(status, `${VALUES[index]}: ${body}`).to.be.oneOf(statuses);
        expect(head + body).not.to.include('of the server');
      }
      return answers;
    },
    answer: statuses,
  }));
}

function documents(): Attack[] {
  return DOCUMENTS.map((meta) => ({
    name: `a field of JSON that holds ${JSON.stringify(meta)}`,
    send: ({ send }) => send(request('POST', '/post', { json: { title: 'a', meta } })),
    answer: [201, 422],
    async check([answer]) {
      const rows = await models.repository('post').findMany({ orderBy: [['id', 'desc']], limit: 1 });
      if (answer?.status === 201) expect(rows[0]?.meta).to.deep.equal(meta);
      else expect(rows[0]?.meta).not.to.deep.equal(meta);
    },
  }));
}

async function newId(): Promise<string> {
  const id = await models.repository('post').insert({ title: 'a' });
  take();
  return String(id);
}

/** Transactions of one record are in each other's way: how they end is no matter of their values. */
function take(): unknown[] {
  return standIn.commands.splice(0).filter((command) => !('abortTransaction' in command));
}

/** A command without its values: names and operators, and of a field of JSON that it is there. */
function shapeOf(command: unknown): string {
  return JSON.stringify(command, (name, value: unknown) => {
    if (IGNORED.has(name)) return undefined;
    if (name === 'meta') return 'JSON';
    const isNested = typeof value === 'object' && value !== null && !('_bsontype' in value);
    return isNested ? value : typeof value;
  });
}
