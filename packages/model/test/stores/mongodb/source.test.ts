import { expect } from 'chai';
import { type Collection, Decimal128, type Document, Double, Long, MongoClient, ObjectId } from 'mongodb';
import { createModels, type Models, ModelsError, type MongoDescription, type MongoSource } from '../../../src/index.ts';
import { rejected } from '../../fixture.ts';
import { testStores } from './stores.ts';

describe('MongoDB: clients and collections of others', () => {
  const stores = testStores();
  let client: MongoClient;
  let collection: Collection<Document>;
  beforeEach(async () => {
    client = new MongoClient(stores.url());
    collection = client.db(undefined, { writeConcern: { w: 'majority' } }).collection('t');
  });
  afterEach(() => client.close());

  const open = (source: Partial<MongoSource> = {}): Models => createModels({ dialect: 'mongodb', client, ...source });

  async function withSchema($jsonSchema: Document): Promise<Models> {
    await client.db().createCollection('t', { validator: { $jsonSchema } });
    return open();
  }

  it('a client stays open when the models are closed, unless it says otherwise', async () => {
    const first = open();
    await first.ping();
    await first.close();
    await rejected(first.ping(), 'unavailable');
    await client.db().command({ ping: 1 });
    let isClosed = false;
    const second = open({
      close: async () => {
        isClosed = true;
      },
    });
    await second.ping();
    await second.close();
    expect(isClosed).to.equal(true);
  });

  for (const source of [{ client: undefined }, { client: {} }, { client: null }]) {
    it(`${JSON.stringify(source)} is no client`, () => {
      expect(() => open(source as never)).to.throw(ModelsError, 'no client');
    });
  }

  it('a collection without a schema is refused with the way out', async () => {
    await collection.insertOne({ a: 1 });
    const error = await rejected(open().model('t').count(), 'no_table');
    expect(error.hint).to.contain('`describe`');
  });

  it('a schema of others tells the columns', async () => {
    const models = await withSchema({
      bsonType: 'object',
      required: ['s', 'i', 'j'],
      properties: {
        s: { bsonType: 'string' },
        o: { bsonType: 'objectId' },
        i: { bsonType: 'int' },
        l: { bsonType: ['long', 'null'] },
        f: { bsonType: 'double' },
        d: { bsonType: 'decimal' },
        b: { bsonType: 'bool' },
        at: { bsonType: 'date' },
        x: { bsonType: 'binData' },
        j: { bsonType: ['object', 'null'] },
        a: { bsonType: 'array' },
        any: { description: 'rest-gen {"kind":"nothing"}' },
        'a.b': { bsonType: 'string' },
        $c: { bsonType: 'string' },
      },
    });
    const { primaryKey, columns } = await models.repository('t').describe();
    expect(primaryKey).to.equal('id');
    const facts = [...columns.values()].map(({ name, type, nullable }) => `${name}:${type}${nullable ? '?' : ''}`);
    expect(facts.join(' ')).to.equal(
      'id:string s:string o:string? i:integer l:bigint? f:double? d:decimal? b:boolean? at:datetime? x:binary? j:json? a:json? any:json?',
    );
  });

  it('values of others are shown as what they are', async () => {
    const models = await withSchema({ bsonType: 'object', properties: { v: {}, d: { bsonType: 'decimal' } } });
    const nested = new ObjectId();
    const values: [stored: unknown, shown: unknown][] = [
      [
        { a: [1, { b: nested }], at: new Date(0), n: null },
        { a: [1, { b: String(nested) }], at: '1970-01-01T00:00:00.000Z', n: null },
      ],
      [Long.fromString('9007199254740993'), 9007199254740993n],
      [new Double(1.5), 1.5],
      ['text', 'text'],
      [JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
    ];
    for (const [stored, shown] of values) {
      const { insertedId } = await collection.insertOne({ v: stored, d: Decimal128.fromString('1.5E+2') });
      const row = await models.model('t').byId(String(insertedId)).find();
      expect(row).to.deep.equal({ id: String(insertedId), v: shown, d: '150' });
    }
  });

  it('documents inside of documents are written as such, or refused', async () => {
    const models = await withSchema({ bsonType: 'object', properties: { v: {} } });
    const value = JSON.parse('{"b":[1,{"$set":"x","a.b":2}],"__proto__":1,"":true}');
    const id = await models.model('t').add({ v: value });
    expect(JSON.stringify((await models.model('t').byId(id).find())?.v)).to.equal(JSON.stringify(value));
    const deep = JSON.parse(`${'['.repeat(95)}${']'.repeat(95)}`);
    for (const bad of [{ 'a\0b': 1 }, { a: '\ud800' }, { '\ud800': 1 }, { _bsontype: 'ObjectId', id: 'x' }, deep]) {
      await rejected(models.model('t').add({ v: bad }), 'invalid_value', 'v');
      await rejected(models.model('t').byId(id).update({ v: bad }), 'invalid_value', 'v');
    }
    await models.model('t').addMany([{ v: [null] }, {}]);
    expect(await models.model('t').where({ v: null }).count()).to.equal(1);
    expect(
      await models
        .model('t')
        .where({ v: { ne: null } })
        .count(),
    ).to.equal(2);
  });

  it('an object mapper describes its own collections', async () => {
    const asked: string[] = [];
    const id = { name: 'id', path: '_id', type: 'string', stored: 'objectId', nullable: false } as const;
    const n = { name: 'n', path: 'n', type: 'double', stored: 'double', nullable: true } as const;
    const table: MongoDescription = {
      name: 'people',
      primaryKey: 'id',
      columns: new Map([
        ['id', { ...id, hasDefault: true, fill: () => new ObjectId().toHexString() }],
        ['n', { ...n, hasDefault: true, fill: () => 1 }],
      ]),
    };
    const models = open({
      describe: (name) => {
        asked.push(name);
        return name === 'Person' ? table : undefined;
      },
    });
    const key = await models.model('Person').add({});
    expect(await models.model('Person').byId(key).increment('n', 0.5)).to.equal(1);
    expect(await models.model('Person').select()).to.deep.equal([{ id: key, n: 1.5 }]);
    expect(await client.db().collection('people').countDocuments()).to.equal(1);
    expect(asked).to.deep.equal(['Person']);
    await rejected(models.model('Nobody').count(), 'no_table');
  });

  it('no operator of a user gets into a filter or a write', async () => {
    const models = await withSchema({ bsonType: 'object', properties: { s: { bsonType: 'string' } } });
    await collection.insertOne({ s: 'secret' });
    const t = models.repository('t');
    for (const where of [{ s: { $ne: '' } }, { $where: 'true' }, { s: { $gt: '' } }, { $or: [{}] }, { 's.a': 1 }]) {
      const error = await t.findMany({ where: where as never }).catch((thrown: unknown) => thrown);
      expect(error).to.have.property('code').that.is.oneOf(['invalid_filter', 'unknown_field']);
    }
    expect(await t.count({ s: '$s' })).to.equal(0);
    await rejected(t.insert({ s: { $literal: 1 } }), 'invalid_value', 's');
    await rejected(t.update({ s: 'secret' }, { $set: { s: '' } }), 'unknown_field', '$set');
  });

  it('a required field that another process has added is filled', async () => {
    const models = await withSchema({ bsonType: 'object', properties: { a: { bsonType: 'string' } } });
    await models.model('t').add({ a: 'x' });
    const n = { bsonType: 'long', description: 'rest-gen {"kind":"bigint","default":"7"}' };
    const $jsonSchema = { bsonType: 'object', required: ['n'], properties: { a: { bsonType: 'string' }, n } };
    await client.db().command({ collMod: 't', validator: { $jsonSchema } });
    const id = await models.model('t').add({ a: 'y' });
    expect(await models.model('t').byId(id).find()).to.deep.equal({ id, a: 'y', n: 7 });
  });

  it('a field that another process has added is seen', async () => {
    const models = await withSchema({ bsonType: 'object', properties: { a: { bsonType: 'string' } } });
    await rejected(models.model('t').add({ b: 'x' }), 'unknown_field', 'b');
    const properties = { a: { bsonType: 'string' }, b: { bsonType: 'string' } };
    await client.db().command({ collMod: 't', validator: { $jsonSchema: { bsonType: 'object', properties } } });
    await models.model('t').add({ b: 'x' });
    expect(await models.model('t').where({ b: 'x' }).count()).to.equal(1);
  });
});
