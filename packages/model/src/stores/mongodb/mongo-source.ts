import type { Column, Description } from '@rest-gen/router/model';

/** How MongoDB holds the values of a field. `document` is whatever BSON can nest. */
export type MongoType =
  | 'objectId'
  | 'string'
  | 'long'
  | 'decimal'
  | 'double'
  | 'bool'
  | 'date'
  | 'binData'
  | 'document';

/** A field of a collection. */
export interface MongoColumn extends Column {
  /** Its name in the documents: `_id` for the primary key. */
  readonly path: string;
  readonly stored: MongoType;
  /** Digits after the point of a decimal, and all its digits. */
  readonly scale?: number;
  readonly precision?: number;
  /** The value of an insert that leaves the field out, in the form of its column; MongoDB itself fills nothing. */
  readonly fill?: () => unknown;
}

/** A collection as its models see it. */
export interface MongoDescription extends Description {
  readonly columns: ReadonlyMap<string, MongoColumn>;
}

/**
 * A client of MongoDB that the application has made itself, or that its object mapper has.
 *
 * @example createModels({ dialect: 'mongodb', client: connection.getClient(), database: 'shop', driver: mongoose.mongo })
 */
export interface MongoSource {
  readonly dialect: 'mongodb';
  /** A `MongoClient` of `mongodb` 6 or newer. */
  readonly client: object;
  /** Default: the one that the client's address names. */
  readonly database?: string;
  /** The module that the client comes from, when it is another copy of `mongodb` than the installed one. */
  readonly driver?: object;
  /** Describes collections that have no `$jsonSchema`; `undefined` for what is not known. */
  describe?(name: string): MongoDescription | undefined | Promise<MongoDescription | undefined>;
  /** Called when the models are closed; the client stays open when there is none. */
  close?(): Promise<void>;
}
