import { BSON, type Document } from 'mongodb';
import { checkKeys, StandInError } from './stand-in-error.ts';

/** An index as `createIndexes` gave it. */
export interface Index {
  readonly name: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly unique?: boolean;
  readonly partialFilterExpression?: Document;
}

/** A collection; its documents are never changed, but replaced. */
export interface Collection {
  readonly name: string;
  validator: Document | undefined;
  readonly indexes: Map<string, Index>;
  /** Text of the key → document. */
  readonly documents: Map<string, Document>;
}

/** What is committed. */
export class Storage {
  /** Name of a database → name of a collection → the collection. */
  readonly #databases = new Map<string, Map<string, Collection>>();

  collections(database: string): Map<string, Collection> {
    const known = this.#databases.get(database) ?? new Map<string, Collection>();
    this.#databases.set(database, known);
    return known;
  }

  /** All of all databases. */
  all(): Collection[] {
    return [...this.#databases.values()].flatMap((collections) => [...collections.values()]);
  }

  /** @throws {StandInError} 48 when there is one already */
  create(database: string, name: string, validator: Document | undefined): Collection {
    if (this.collections(database).has(name)) {
      throw new StandInError(48, `Collection ${database}.${name} already exists.`);
    }
    const primary: Index = { name: '_id_', key: { _id: 1 } };
    const collection = { name, validator, indexes: new Map([[primary.name, primary]]), documents: new Map() };
    this.collections(database).set(name, collection);
    return collection;
  }

  /** @throws {StandInError} 26 when there is none */
  existing(database: string, name: string): Collection {
    const collection = this.collections(database).get(name);
    if (collection === undefined) throw new StandInError(26, `ns does not exist: ${database}.${name}`);
    return collection;
  }
}

/** The text of a document's key. */
export function keyOf({ _id }: Document): string {
  return textOf(_id);
}

/** Equal values have equal texts. */
export function textOf(value: unknown): string {
  return BSON.EJSON.stringify({ value }, { relaxed: false });
}

/** Check what `createIndexes` gives. */
export function checkIndex(index: Document): Index {
  checkKeys('an index', index, ['name', 'key', 'unique', 'partialFilterExpression']);
  for (const filter of Object.values(index.partialFilterExpression ?? {})) {
    checkKeys('the filter of an index', filter as object, ['$exists']);
  }
  return index as Index;
}
