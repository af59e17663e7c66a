import type { Document } from 'mongodb';
import { defineCommands } from './define-commands.ts';
import { Cursors, readCommands } from './read-commands.ts';
import { Sessions } from './sessions.ts';
import { checkKeys, StandInError, unknown } from './stand-in-error.ts';
import { Storage } from './storage.ts';
import { Transaction } from './transactions.ts';
import { writeCommands } from './write-commands.ts';

/** What a command works with. */
export interface Context {
  readonly database: string;
  readonly storage: Storage;
  readonly cursors: Cursors;
  /** That of the session, or one for this command alone. */
  readonly transaction: Transaction;
}

/** Name → what a command may say, whether a transaction takes it, and what it does. */
export type Commands = Readonly<
  Record<
    string,
    {
      readonly keys: readonly string[];
      readonly inTransaction: boolean;
      readonly run: (command: Document, context: Context) => Document;
    }
  >
>;

/** Runs commands on documents in memory. */
export class Engine {
  readonly #storage = new Storage();
  readonly #sessions = new Sessions(this.#storage);
  readonly #cursors = new Cursors();
  readonly #hasTransactions: boolean;

  constructor(hasTransactions: boolean) {
    this.#hasTransactions = hasTransactions;
  }

  /** @throws {StandInError} for what a server would refuse, and for what is not known */
  async run(name: string, command: Document): Promise<Document> {
    checkConcerns(command);
    if (command.txnNumber !== undefined && !this.#hasTransactions) {
      throw new StandInError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
    }
    if (command.autocommit === undefined) return this.#runAlone(name, command);
    try {
      return this.#runInside(name, command);
    } catch (error) {
      this.#sessions.abort(command);
      throw error;
    }
  }

  #runInside(name: string, command: Document): Document {
    if (name === 'commitTransaction') {
      this.#sessions.commit(command);
      return {};
    }
    const transaction = this.#sessions.transactionOf(command) as Transaction;
    if (name === 'abortTransaction') {
      this.#sessions.abort(command);
      return {};
    }
    const { inTransaction, run } = find(name, command);
    if (!inTransaction) throw new StandInError(263, `Cannot run '${name}' in a multi-document transaction.`);
    const answer = run(command, this.#context(command, transaction));
    // An error of a statement ends the transaction.
    if (answer.writeErrors !== undefined) this.#sessions.abort(command);
    return answer;
  }

  /** Outside of transactions, a command waits for those that write the same documents. */
  async #runAlone(name: string, command: Document): Promise<Document> {
    const { run } = find(name, command);
    for (;;) {
      const others = [...this.#sessions.open];
      const own = new Transaction(this.#storage, this.#sessions.open);
      try {
        const answer = run(command, this.#context(command, own));
        own.commit();
        return answer;
      } catch (error) {
        own.abort();
        if (!(error instanceof StandInError) || error.code !== 112 || others.length === 0) throw error;
      }
      await Promise.race(others.map(({ ended }) => ended));
    }
  }

  #context(command: Document, transaction: Transaction): Context {
    return { database: command.$db, storage: this.#storage, cursors: this.#cursors, transaction };
  }
}

// --- internal ---

const commands: Commands = { ...readCommands, ...writeCommands, ...defineCommands };

const general = [
  ...['$db', 'lsid', '$clusterTime', '$readPreference', 'readConcern', 'writeConcern', 'maxTimeMS'],
  ...['txnNumber', 'autocommit', 'startTransaction'],
];

function find(name: string, command: Document): Commands[string] {
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found === undefined) throw unknown(`the command ${name}`);
  checkKeys(name, command, [name, ...found.keys, ...general]);
  return found;
}

function checkConcerns({ readConcern, writeConcern, $readPreference: preference }: Document): void {
  checkKeys('a read concern', readConcern ?? {}, ['level']);
  if (readConcern && !['local', 'majority', 'snapshot'].includes(readConcern.level)) throw unknown('that read concern');
  checkKeys('a write concern', writeConcern ?? {}, ['w', 'wtimeout']);
  if (writeConcern && writeConcern.w !== 'majority') throw unknown('writes that are less than certain');
  if (preference && !['primary', 'primaryPreferred'].includes(preference.mode)) throw unknown('reads from others');
}
