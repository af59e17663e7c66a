import { expect } from 'chai';
import { type Collection, type Db, type Document, Long, MongoClient } from 'mongodb';
import { testStores } from './stores.ts';

describe('the stand-in for MongoDB', () => {
  const stores = testStores();
  let client: MongoClient;
  let database: Db;
  let t: Collection<Document>;
  beforeEach(() => {
    client = new MongoClient(stores.url());
    database = client.db(undefined, { writeConcern: { w: 'majority' } });
    t = database.collection('t');
  });
  afterEach(() => client.close());

  const failed = (work: Promise<unknown>): Promise<Document> =>
    work.then(
      () => ({}),
      (error: Document) => error,
    );

  const unknown: [what: string, ask: () => Promise<unknown>][] = [
    ['a command', () => database.command({ mapReduce: 't' })],
    ['an option of a command', () => t.find({}, { hint: 'x' }).toArray()],
    ['a collation', () => t.find({}, { collation: { locale: 'en' } }).toArray()],
    ['an operator of a filter', () => t.find({ a: { $regex: 'x' } }).toArray()],
    ['an operator above the fields', () => t.find({ $nor: [] }).toArray()],
    ['a way into a document', () => t.find({ 'a.b': 1 }).toArray()],
    ['an object to compare with', () => t.find({ a: { b: 1 } }).toArray()],
    ['a list in a document', () => t.find({ list: 1 }).toArray()],
    ['a projection that leaves out', () => t.find({}, { projection: { a: 0 } }).toArray()],
    ['a pipeline', () => t.aggregate([{ $match: {} }, { $limit: 1 }]).toArray()],
    ['an operator of an update', () => t.updateOne({}, { $inc: { a: 1 } })],
    ['an expression', () => t.updateOne({}, [{ $set: { a: { $multiply: [2, 2] } } }])],
    ['filters of an update', () => t.updateOne({}, { $set: { a: 1 } }, { arrayFilters: [] })],
    [
      'a keyword of a schema',
      () => database.createCollection('u', { validator: { $jsonSchema: { properties: { a: { enum: [1] } } } } }),
    ],
    ['a validator without a schema', () => database.createCollection('u', { validator: { a: 1 } })],
    ['an option of a collection', () => database.createCollection('u', { capped: true, size: 10 })],
    ['an option of an index', () => t.createIndex({ a: 1 }, { sparse: true })],
    [
      'a write that nobody confirms',
      () =>
        client
          .db(undefined, { writeConcern: { w: 1 } })
          .collection('t')
          .insertOne({}),
    ],
    ['a read concern', () => t.find({}, { readConcern: 'linearizable' }).toArray()],
  ];
  for (const [what, ask] of unknown) {
    it(`refuses ${what} that it does not know`, async () => {
      await t.insertOne({ list: [1], a: 'x' });
      const error = await failed(ask());
      expect(error.code, String(error)).to.equal(8000);
    });
  }

  it('reads on in batches', async () => {
    await t.insertMany(Array.from({ length: 25 }, (_, n) => ({ n })));
    const rows = await t.find({}, { batchSize: 10, sort: { n: -1 } }).toArray();
    expect(rows.map(({ n }) => n)).to.deep.equal(Array.from({ length: 25 }, (_, n) => 24 - n));
    const gets = stores.standIn.commands.filter(({ getMore }) => getMore !== undefined);
    expect(gets).to.have.length(2);
  });

  it('keeps the changes before a statement that fails, outside of transactions', async () => {
    await t.createIndex({ a: 1 }, { name: 'a', unique: true });
    await t.insertMany([
      { n: 1, a: 1 },
      { n: 2, a: 2 },
    ]);
    expect(await failed(t.updateMany({}, { $set: { a: 9 } }))).to.include({ code: 11000 });
    expect(await t.find({ a: 9 }).toArray()).to.have.length(1);
  });

  it('lets one of two transactions write a document, and tells the other to begin again', async () => {
    const { insertedId: _id } = await t.insertOne({ n: 0 });
    const [one, other] = [client.startSession(), client.startSession()];
    for (const session of [one, other]) session.startTransaction({ writeConcern: { w: 'majority' } });
    await t.updateOne({ _id }, { $set: { n: 1 } }, { session: one });
    const error = await failed(t.updateOne({ _id }, { $set: { n: 2 } }, { session: other }));
    expect(error.code).to.equal(112);
    expect(error.hasErrorLabel('TransientTransactionError')).to.equal(true);
    // Whoever writes without a transaction waits for the end of it.
    const waiting = t.updateOne({ _id }, { $set: { n: 3 } });
    await stores.standIn.arrival('update');
    await one.commitTransaction();
    expect((await waiting).matchedCount).to.equal(1);
    expect(await t.findOne()).to.deep.equal({ _id, n: 3 });
    expect(await failed(other.commitTransaction())).to.have.property('code', 251);
    await Promise.all([one.endSession(), other.endSession()]);
  });

  it('compares numbers of all kinds, and text by its bytes', async () => {
    await t.insertMany([{ n: Long.fromString('9007199254740993') }, { n: 9007199254740992 }, { n: 1.5 }]);
    expect(await t.countDocuments({ n: { $gt: 9007199254740992 } })).to.equal(1);
    await t.insertMany([{ s: '\uffff' }, { s: '\u{10000}' }]);
    const sorted = await t.find({ s: { $gte: '' } }, { sort: { s: 1 } }).toArray();
    expect(sorted.map(({ s }) => s)).to.deep.equal(['\uffff', '\u{10000}']);
  });
});
