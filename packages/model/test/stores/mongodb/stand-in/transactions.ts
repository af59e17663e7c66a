import type { Document } from 'mongodb';
import { StandInError, writeConflict } from './stand-in-error.ts';
import { type Collection, type Index, keyOf, type Storage, textOf } from './storage.ts';

/** The writes of one transaction, or of one statement outside of any, over a snapshot of the documents. */
export class Transaction {
  readonly ended: Promise<void>;
  readonly #all: Set<Transaction>;
  readonly #snapshots = new Map<Collection, ReadonlyMap<string, Document>>();
  /** `undefined` stands for a document that is deleted. */
  readonly #writes = new Map<Collection, Map<string, Document | undefined>>();
  #end: () => void = () => undefined;

  /** @param all - those that are open at the same time */
  constructor(storage: Storage, all: Set<Transaction>) {
    this.#all = all;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    for (const collection of storage.all()) this.#snapshots.set(collection, new Map(collection.documents));
    all.add(this);
  }

  /** The documents as this transaction sees them. */
  read(collection: Collection): Document[] {
    const documents = new Map(this.#snapshotOf(collection));
    for (const [key, document] of this.#writes.get(collection) ?? []) {
      if (document === undefined) documents.delete(key);
      else documents.set(key, document);
    }
    return [...documents.values()];
  }

  /** @throws {StandInError} 11000 for a key or a value that is there already, 112 for what others have written since the snapshot, or are writing */
  insert(collection: Collection, document: Document): void {
    const key = keyOf(document);
    if (this.read(collection).some((other) => keyOf(other) === key)) {
      throw duplicate(collection, collection.indexes.get('_id_') as Index);
    }
    this.replace(collection, document);
  }

  /** As `insert`, for a document whose key is there. */
  replace(collection: Collection, document: Document): void {
    const key = keyOf(document);
    this.#checkConflict(collection, key);
    for (const index of collection.indexes.values()) {
      if (index.unique === true && isIn(document, index)) this.#checkUnique(collection, index, document, key);
    }
    this.#note(collection, key, document);
  }

  delete(collection: Collection, document: Document): void {
    const key = keyOf(document);
    this.#checkConflict(collection, key);
    this.#note(collection, key, undefined);
  }

  commit(): void {
    for (const [collection, writes] of this.#writes) {
      for (const [key, document] of writes) {
        if (document === undefined) collection.documents.delete(key);
        else collection.documents.set(key, document);
      }
    }
    this.abort();
  }

  abort(): void {
    this.#all.delete(this);
    this.#end();
  }

  /** Another open transaction has written this document. */
  #writerOf(collection: Collection, key: string): Transaction | undefined {
    return [...this.#all].find((other) => other !== this && other.#writes.get(collection)?.has(key));
  }

  #checkConflict(collection: Collection, key: string): void {
    const isStale = collection.documents.get(key) !== this.#snapshotOf(collection).get(key);
    if (isStale || this.#writerOf(collection, key) !== undefined) throw writeConflict();
  }

  #checkUnique(collection: Collection, index: Index, document: Document, key: string): void {
    const values = valuesOf(document, index);
    const isTwin = (other: Document | undefined): boolean =>
      other !== undefined && keyOf(other) !== key && isIn(other, index) && valuesOf(other, index) === values;
    if (this.read(collection).some(isTwin)) throw duplicate(collection, index);
    const own = this.#writes.get(collection);
    const pending = [...this.#all].flatMap((other) =>
      other === this ? [] : [...(other.#writes.get(collection)?.values() ?? [])],
    );
    // What this one has deleted or changed itself is no twin any more.
    const committed = [...collection.documents.values()].filter((other) => !own?.has(keyOf(other)));
    if ([...committed, ...pending].some(isTwin)) throw writeConflict();
  }

  #snapshotOf(collection: Collection): ReadonlyMap<string, Document> {
    return this.#snapshots.get(collection) ?? new Map();
  }

  #note(collection: Collection, key: string, document: Document | undefined): void {
    const writes = this.#writes.get(collection) ?? new Map<string, Document | undefined>();
    this.#writes.set(collection, writes.set(key, document));
  }
}

/** The error for a value that is there already. */
export function duplicate(collection: Collection, { name, key }: Index): StandInError {
  return new StandInError(11000, `E11000 duplicate key error collection: ${collection.name} index: ${name}`, {
    keyPattern: key,
  });
}

/** Whether an index holds a document. */
export function isIn(document: Document, { partialFilterExpression = {} }: Index): boolean {
  return Object.entries(partialFilterExpression).every(([field, { $exists }]) => {
    return Object.hasOwn(document, field) === $exists;
  });
}

/** The text of the values that an index has of a document. */
export function valuesOf(document: Document, { key }: Index): string {
  return Object.keys(key)
    .map((field) => textOf(Object.hasOwn(document, field) ? document[field] : null))
    .join();
}
