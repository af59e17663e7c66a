import { randomUUID } from 'node:crypto';
import { type ColumnType, readValue } from '@rest-gen/router/model';
import type { Document } from 'mongodb';
import { type ColumnDefinition, type ColumnKind, columnType } from '../../migrate/table-definition.ts';
import { checkDecimal, MOST_DIGITS } from './decimals.ts';
import type { MongoDriver } from './load-driver.ts';
import type { MongoColumn, MongoType } from './mongo-source.ts';

/**
 * What a `$jsonSchema` has no keyword for. It stands as JSON in the `description` of the property, so that a collection and all that is known of it
 * are one: they change in one step, and are dumped, restored and renamed together.
 */
export interface ColumnFacts {
  readonly kind: ColumnKind | 'reference';
  /** The name for users, where it is not that of the document: of the primary key. */
  readonly name?: string;
  readonly precision?: number;
  readonly scale?: number;
  /** Whole numbers as text. */
  readonly default?: unknown;
  readonly now?: true;
}

/** A property of a `$jsonSchema`, with the facts in it. */
export interface Property {
  readonly bsonType?: string | readonly string[];
  readonly description?: string;
  readonly maxLength?: number;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

/** The `$jsonSchema` of a collection. */
export interface CollectionSchema extends Document {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Property>>;
}

/**
 * The property of a column that a migration asks for.
 *
 * @param isReference - the column holds ids that MongoDB has made
 * @throws {TypeError} for what no document can hold
 */
export function toProperty(column: ColumnDefinition, isReference: boolean, driver: MongoDriver): Property {
  const { kind, name, length, precision, scale, fallback, isPrimary } = column;
  if (kind === 'decimal' && precision > MOST_DIGITS) {
    throw new TypeError(`"${name}" has more digits than MongoDB can hold, which are ${MOST_DIGITS}`);
  }
  if (kind === 'decimal' && scale > precision) {
    throw new TypeError(`"${name}" has more digits after the point than it has digits`);
  }
  const own = isReference ? 'reference' : kind;
  const value = fallback === undefined || fallback === 'now' ? null : fallback.value;
  if (value instanceof Uint8Array) throw new TypeError(`"${name}" holds bytes, which cannot have a default`);
  const facts: ColumnFacts = {
    kind: own,
    ...(isPrimary && { name }),
    ...(kind === 'decimal' && { precision, scale }),
    ...(value !== null && { default: typeof value === 'bigint' ? String(value) : value }),
    ...(fallback === 'now' && { now: true }),
  };
  const limit = '9'.repeat(precision - scale) + (scale > 0 ? `.${'9'.repeat(scale)}` : '');
  const property: Property = {
    bsonType: bsonTypes[storedTypes[own]],
    description: PREFIX + JSON.stringify(facts),
    ...(kind === 'string' && !isReference && { maxLength: length }),
    ...(kind === 'decimal' && {
      minimum: driver.Decimal128.fromString(`-${limit || '0'}`),
      maximum: driver.Decimal128.fromString(limit || '0'),
    }),
  };
  // A default with too many digits would fail with the first insert.
  if (kind === 'decimal' && value !== null) checkDecimal(value as string, readProperty(name, property, false, driver));
  return property;
}

/** The column of a property, whoever wrote the schema: a migration of ours, or somebody else. */
export function readProperty(path: string, property: Property, isRequired: boolean, driver: MongoDriver): MongoColumn {
  const facts = readFacts(property);
  if (facts === undefined) return readForeign(path, property, isRequired, driver);
  const { kind, precision, scale } = facts;
  const type = kind === 'id' || kind === 'reference' ? 'string' : columnType(kind);
  const fill = fillOf(facts, path, type, driver);
  return {
    name: facts.name ?? path,
    path,
    type,
    stored: storedTypes[kind],
    nullable: !isRequired,
    hasDefault: fill !== undefined,
    ...(precision !== undefined && { precision }),
    ...(scale !== undefined && { scale }),
    ...(fill !== undefined && { fill }),
  };
}

/** A schema of a collection names no key: MongoDB gives it one. */
export const foreignKey: Property = { bsonType: 'objectId' };

// --- internal ---

const PREFIX = 'rest-gen ';

const storedTypes: Readonly<Record<ColumnKind | 'reference', MongoType>> = {
  id: 'objectId',
  reference: 'objectId',
  uuid: 'string',
  text: 'string',
  string: 'string',
  date: 'string',
  json: 'string',
  integer: 'long',
  bigint: 'long',
  decimal: 'decimal',
  double: 'double',
  boolean: 'bool',
  datetime: 'date',
  binary: 'binData',
};

/** Other programs write whole numbers as `int` where they fit. */
const bsonTypes: Readonly<Record<MongoType, string | readonly string[]>> = {
  objectId: 'objectId',
  string: 'string',
  long: ['long', 'int'],
  decimal: 'decimal',
  double: ['double', 'int'],
  bool: 'bool',
  date: 'date',
  binData: 'binData',
  document: ['object', 'array'],
};

const foreignTypes: Readonly<Record<string, readonly [ColumnType, MongoType]>> = {
  objectId: ['string', 'objectId'],
  string: ['string', 'string'],
  int: ['integer', 'long'],
  long: ['bigint', 'long'],
  double: ['double', 'double'],
  number: ['double', 'double'],
  decimal: ['decimal', 'decimal'],
  bool: ['boolean', 'bool'],
  date: ['datetime', 'date'],
  binData: ['binary', 'binData'],
};

function readFacts({ description }: Property): ColumnFacts | undefined {
  if (typeof description !== 'string' || !description.startsWith(PREFIX)) return undefined;
  try {
    const facts = JSON.parse(description.slice(PREFIX.length)) as ColumnFacts;
    return Object.hasOwn(storedTypes, facts.kind) ? facts : undefined;
  } catch {
    return undefined;
  }
}

function readForeign(path: string, { bsonType = [] }: Property, isRequired: boolean, driver: MongoDriver): MongoColumn {
  const names = typeof bsonType === 'string' ? [bsonType] : bsonType;
  const known = names.filter((name) => name !== 'null');
  const [type, stored] = (known.length > 0 && foreignTypes[known.at(-1) as string]) || (['json', 'document'] as const);
  const isMade = path === '_id' && stored === 'objectId';
  return {
    name: path === '_id' ? 'id' : path,
    path,
    type,
    stored,
    nullable: path !== '_id' && (!isRequired || names.includes('null')),
    hasDefault: isMade,
    ...(isMade && { fill: () => newId(driver) }),
  };
}

function fillOf(facts: ColumnFacts, path: string, type: ColumnType, driver: MongoDriver): (() => unknown) | undefined {
  if (facts.now) return () => new Date().toISOString();
  if (facts.default !== undefined) {
    const value = readValue(facts.default, { type });
    return () => value;
  }
  if (path !== '_id') return undefined;
  if (facts.kind === 'id') return () => newId(driver);
  return facts.kind === 'uuid' ? () => randomUUID() : undefined;
}

function newId(driver: MongoDriver): string {
  return new driver.ObjectId().toHexString();
}
