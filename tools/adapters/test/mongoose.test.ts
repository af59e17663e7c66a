import { expect } from 'chai';
import { Mongoose } from 'mongoose';
import { createModels } from '../../../packages/model/src/index.ts';
import { conformanceMigrations, describeProvider } from '../../../packages/model/test/conformance.ts';
import { rejected } from '../../../packages/model/test/fixture.ts';
import { type StandIn, startStandIn } from '../../../packages/model/test/stores/mongodb/stand-in/start-stand-in.ts';
import { mongooseSource } from '../src/mongoose.ts';

describe('adapter of Mongoose', () => {
  let standIn: StandIn;
  const open: Mongoose[] = [];
  let databases = 0;

  before(async () => {
    standIn = await startStandIn();
  });
  after(async () => {
    for (const one of open) await one.disconnect();
    await standIn.close();
  });

  const connect = async (): Promise<Mongoose> => {
    databases += 1;
    return new Mongoose().connect(standIn.url(`mongoose_${databases}`));
  };

  describeProvider(
    'Mongoose, on a stand-in for MongoDB',
    async () => {
      const models = createModels(mongooseSource(await connect()), { migrations: conformanceMigrations });
      await models.migrate();
      return models;
    },
    { ids: 'hex', foreignKeys: false, savepoints: false },
  );

  it('takes the columns of a collection from its schema', async () => {
    const own = await connect();
    const { Schema } = own;
    const Cat = own.model(
      'Cat',
      new Schema({
        name: { type: String, required: true },
        lives: { type: BigInt, default: 9n },
        weight: Number,
        price: Schema.Types.Decimal128,
        born: Date,
        tame: { type: Boolean, default: false },
        toys: [String],
        home: { city: String },
        owner: { type: Schema.Types.ObjectId, ref: 'Owner' },
      }),
    );
    open.push(own);
    const models = createModels(mongooseSource(own));
    const cats = models.model('cats');
    const { columns, primaryKey } = await cats.describe();
    expect(primaryKey).to.equal('id');
    expect(
      [...columns.values()].map(({ name, type, nullable }) => `${name} ${type}${nullable ? '?' : ''}`),
    ).to.have.members([
      'id string',
      'name string',
      'lives bigint?',
      'weight double?',
      'price decimal?',
      'born datetime?',
      'tame boolean?',
      'toys json?',
      'owner string?',
    ]);
    const owner = String(new own.Types.ObjectId());
    const id = await cats.add({ name: 'Tom', weight: 4.5, price: '12.5', toys: ['ball'], owner, born: '2026-01-31' });
    expect(await cats.byId(id).find()).to.deep.equal({
      id,
      name: 'Tom',
      lives: 9,
      weight: 4.5,
      price: '12.5',
      born: '2026-01-31T00:00:00.000Z',
      tame: false,
      toys: ['ball'],
      owner,
    });
    const seen = await Cat.findById(id).lean();
    expect(seen).to.deep.include({ name: 'Tom', weight: 4.5, tame: false, toys: ['ball'] });
    expect(String(seen?.owner)).to.equal(owner);
    expect(await cats.where({ owner }).count()).to.equal(1);
    await rejected(cats.add({ weight: 1 }), 'not_null', 'name');
    await rejected(cats.add({ name: 'x', nothing: 1 }), 'unknown_field', 'nothing');
  });
});
