import type { ClientSession, Collection, Db, UpdateFilter } from 'mongodb';
import { leaseLost } from '../../migrate/lease.ts';
import type { Lease, MigrationRecord, MigrationStore, MigrationTools } from '../../migrate/migration-store.ts';
import { retry } from '../../retry.ts';
import { isConflict, mapMongoError } from './map-error.ts';
import type { MongoConnection } from './mongo-connection.ts';
import { createMongoSchema } from './mongo-schema.ts';
import { runTransaction } from './run-transaction.ts';

/** Migrations of MongoDB, remembered in two collections of their own. Steps are not part of transactions: each one is noted, and gone on behind. */
export class MongoMigrations implements MigrationStore {
  readonly isTransactional = false;
  readonly patience: number;
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection, patience: number) {
    this.patience = patience;
    this.#connection = connection;
  }

  prepare(): Promise<void> {
    return this.#run(async ({ database, lease }) => {
      for (const name of [RECORDS, LEASE]) {
        await database.createCollection(name).catch(unless(NAMESPACE_EXISTS));
      }
      const free = { $setOnInsert: { owner: '', until: 0 } };
      await lease.updateOne({ _id: LEASE_ID }, free, { upsert: true }).catch(unless(DUPLICATE_KEY));
    });
  }

  async records(): Promise<MigrationRecord[]> {
    const found = await this.#run(({ records }) => records.find({}, { sort: { _id: 1 } }).toArray());
    return found.map(({ _id: name, checksum, state, steps, at }) => ({ name, checksum, state, steps, at }));
  }

  claim(lease: Lease): Promise<boolean> {
    const isFree = { $or: [{ until: { $lt: Date.now() } }, { owner: { $eq: lease.owner } }] };
    const taken = { $set: { owner: lease.owner, until: untilOf(lease) } };
    return this.#run(async (own) => (await own.lease.updateOne({ _id: LEASE_ID, ...isFree }, taken)).matchedCount > 0);
  }

  extend(lease: Lease): Promise<boolean> {
    return this.#run((own) => extend(own.lease, lease));
  }

  async release({ owner }: Lease): Promise<void> {
    const free = { $set: { owner: '', until: 0 } };
    await this.#run(({ lease }) => lease.updateOne({ _id: LEASE_ID, owner: { $eq: owner } }, free));
  }

  perform(lease: Lease, work: (tools: MigrationTools) => Promise<void>): Promise<void> {
    return work({
      schema: (run) => createMongoSchema(this.#connection, run),
      journal: {
        write: ({ name, ...record }) =>
          this.#owned(lease, async ({ records }, session) => {
            await records.replaceOne({ _id: name }, record, { session, upsert: true });
          }),
        erase: (name) =>
          this.#owned(lease, async ({ records }, session) => {
            await records.deleteOne({ _id: name }, { session });
          }),
      },
    });
  }

  async wipe(lease: Lease): Promise<void> {
    if (!(await this.extend(lease))) throw leaseLost();
    await this.#run(async ({ database }) => {
      for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
        if (!name.startsWith('system.') && name !== RECORDS && name !== LEASE) await database.dropCollection(name);
      }
    });
    await this.#owned(lease, async ({ records }, session) => {
      await records.deleteMany({}, { session });
    });
  }

  mapError(error: unknown): unknown {
    return mapMongoError(error);
  }

  /** Run `work` in a transaction that only the owner of the lease can commit: nobody else can take what it has written before the end. */
  #owned(lease: Lease, work: (own: OwnCollections, session: ClientSession) => Promise<void>): Promise<void> {
    return this.#run((own) =>
      runTransaction(
        this.#connection,
        async (session) => {
          if (!(await extend(own.lease, lease, session))) throw leaseLost();
          await work(own, session);
        },
        this.patience,
      ),
    );
  }

  /** What met a conflict has changed nothing, and is tried again. */
  #run<T>(work: (own: OwnCollections) => Promise<T>): Promise<T> {
    const attempt = async (): Promise<T> => {
      try {
        const { database } = await this.#connection.open();
        return await work({ database, records: database.collection(RECORDS), lease: database.collection(LEASE) });
      } catch (error) {
        throw mapMongoError(error);
      }
    };
    return retry(attempt, isConflict, this.patience);
  }
}

// --- internal ---

interface LeaseDocument {
  _id: string;
  owner: string;
  /** Milliseconds since 1970. */
  until: number;
}

interface OwnCollections {
  readonly database: Db;
  readonly records: Collection<Omit<MigrationRecord, 'name'> & { _id: string }>;
  readonly lease: Collection<LeaseDocument>;
}

const RECORDS = 'rest_gen_migrations';
const LEASE = 'rest_gen_migration_lease';
const LEASE_ID = 'migrations';
const DUPLICATE_KEY = 11000;
const NAMESPACE_EXISTS = 48;

async function extend(collection: Collection<LeaseDocument>, lease: Lease, session?: ClientSession): Promise<boolean> {
  const later: UpdateFilter<LeaseDocument> = { $set: { until: untilOf(lease) } };
  const mine = { _id: LEASE_ID, owner: { $eq: lease.owner } };
  return (await collection.updateOne(mine, later, session ? { session } : {})).matchedCount > 0;
}

function untilOf({ length }: Lease): number {
  return Date.now() + length;
}

/** Another process has done the same in the same moment. */
function unless(code: number): (error: unknown) => void {
  return (error) => {
    if ((error as { code?: unknown }).code !== code) throw error;
  };
}
