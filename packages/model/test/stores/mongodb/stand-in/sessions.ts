import type { Document, Long } from 'mongodb';
import { StandInError } from './stand-in-error.ts';
import type { Storage } from './storage.ts';
import { textOf } from './storage.ts';
import { Transaction } from './transactions.ts';

/** What is open in the sessions of all clients. */
export class Sessions {
  /** Transactions, and statements outside of any, that are open. */
  readonly open = new Set<Transaction>();
  readonly #storage: Storage;
  /** Text of a session's id → its last transaction. */
  readonly #sessions = new Map<string, SessionState>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** The transaction that a command belongs to; `undefined` for a command outside of transactions. */
  transactionOf(command: Document): Transaction | undefined {
    if (command.autocommit === undefined) return undefined;
    const id = textOf(command.lsid);
    const number = (command.txnNumber as Long).toString();
    const known = this.#sessions.get(id);
    if (command.startTransaction === true) {
      known?.transaction?.abort();
      const transaction = new Transaction(this.#storage, this.open);
      this.#sessions.set(id, { number, transaction, isCommitted: false });
      return transaction;
    }
    if (known?.number !== number || known.transaction === undefined) throw noSuchTransaction();
    return known.transaction;
  }

  commit(command: Document): void {
    const known = this.#sessions.get(textOf(command.lsid));
    // A commit may be asked for again.
    if (known?.isCommitted && known.number === (command.txnNumber as Long).toString()) return;
    this.transactionOf(command)?.commit();
    this.#sessions.set(textOf(command.lsid), { ...(known as SessionState), transaction: undefined, isCommitted: true });
  }

  /** End the transaction of a command, if there is one. */
  abort(command: Document): void {
    const known = this.#sessions.get(textOf(command.lsid));
    known?.transaction?.abort();
    if (known !== undefined) known.transaction = undefined;
  }
}

// --- internal ---

interface SessionState {
  readonly number: string;
  transaction: Transaction | undefined;
  readonly isCommitted: boolean;
}

function noSuchTransaction(): StandInError {
  return new StandInError(251, 'The transaction is over, or was never begun', {}, ['TransientTransactionError']);
}
