import { leaseLost } from '../../src/migrate/lease.ts';
import type {
  Lease,
  MigrationRecord,
  MigrationStore,
  MigrationTools,
  RunStatement,
} from '../../src/migrate/migration-store.ts';
import { runStep, type Schema } from '../../src/migrate/schema.ts';

/** A store in memory without transactions: what was done stays. Tests look into it, and make it fail. */
export class FakeStore implements MigrationStore {
  readonly isTransactional: boolean = false;
  readonly canSplit = false;
  readonly patience = 50;
  /** What was done, in order: `create a`, `index a`, `drop a`, or text of `raw`. */
  readonly done: string[] = [];
  readonly notes = new Map<string, MigrationRecord>();
  lease = { owner: '', until: 0 };
  prepared = 0;
  /** A statement that fails. */
  broken: string | undefined;
  /** Runs before each statement. */
  before: (statement: string) => void = () => {};

  async prepare(): Promise<void> {
    this.prepared += 1;
  }

  async records(): Promise<MigrationRecord[]> {
    return [...this.notes.values()];
  }

  async claim({ owner, length }: Lease): Promise<boolean> {
    if (this.lease.until >= Date.now()) return false;
    this.lease = { owner, until: Date.now() + length };
    return true;
  }

  async extend({ owner, length }: Lease): Promise<boolean> {
    if (this.lease.owner !== owner) return false;
    this.lease = { owner, until: Date.now() + length };
    return true;
  }

  async release({ owner }: Lease): Promise<void> {
    if (this.lease.owner === owner) this.lease = { owner: '', until: 0 };
  }

  async perform(lease: Lease, work: (tools: MigrationTools) => Promise<void>): Promise<void> {
    const check = async (): Promise<void> => {
      if (!(await this.extend(lease))) throw leaseLost();
    };
    await work({
      schema: (run) => this.#schema(run),
      journal: {
        write: async (record) => {
          await check();
          this.notes.set(record.name, record);
        },
        erase: async (name) => {
          await check();
          this.notes.delete(name);
        },
      },
    });
  }

  async wipe(): Promise<void> {
    this.done.push('wipe');
    this.notes.clear();
  }

  mapError(error: unknown): unknown {
    return error;
  }

  #schema(run: RunStatement): Schema {
    const doAll = async (statements: readonly string[]): Promise<void> => {
      for (const statement of statements) {
        await run(async () => {
          this.before(statement);
          if (statement === this.broken) throw new Error(`cannot ${statement}`);
          this.done.push(statement);
        });
      }
    };
    return {
      dialect: 'mysql',
      backfill: (name) => runStep(`backfill('${name}')`, () => doAll([`fill ${name}`])),
      createTable: (name) => runStep(`createTable('${name}')`, () => doAll([`create ${name}`, `index ${name}`])),
      alterTable: (name) => runStep(`alterTable('${name}')`, () => doAll([`alter ${name}`])),
      dropTable: (name) => runStep(`dropTable('${name}')`, () => doAll([`drop ${name}`])),
      raw: (text) => runStep('raw(…)', () => doAll(text.split('; '))),
    };
  }
}
