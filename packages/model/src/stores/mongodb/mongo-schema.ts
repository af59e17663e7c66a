import type { Db } from 'mongodb';
import { defineTable } from '../../migrate/define-table.ts';
import type { RunStatement } from '../../migrate/migration-store.ts';
import { runStep, type Schema } from '../../migrate/schema.ts';
import type { ColumnDefinition } from '../../migrate/table-definition.ts';
import { alterCollection } from './alter-collection.ts';
import { type CollectionSchema, type Property, toProperty } from './column-facts.ts';
import { isPath, readDescription, readSchema } from './describe-collection.ts';
import { collectionIndex } from './indexes.ts';
import type { MongoConnection, OpenMongo } from './mongo-connection.ts';

/**
 * What migrations build collections with. A table is a collection with a validator (`$jsonSchema`), its primary key the field `_id`.
 *
 * MongoDB has no foreign keys: a reference is a field with an index, whatever `onDelete` says. `raw` runs a command of the database, written as JSON.
 *
 * @param run - gets what changes the database
 */
export function createMongoSchema(connection: MongoConnection, run: RunStatement): Schema {
  const step = (label: string, work: (mongo: OpenMongo) => Promise<void>): Promise<void> =>
    runStep(label, async () => work(await connection.open()));
  return {
    createTable: (name, define) =>
      step(`createTable('${name}')`, async (mongo) => {
        const { columns, indexes } = defineTable(define);
        const properties = await toProperties(mongo, name, columns);
        const $jsonSchema = toSchema(properties, columns);
        const { primaryKey } = readDescription(name, $jsonSchema, mongo.driver);
        const specifications = indexes.map((index) => collectionIndex(name, index, primaryKey));
        await run(async () => void (await mongo.database.createCollection(name, { validator: { $jsonSchema } })));
        if (specifications.length === 0) return;
        await run(async () => void (await mongo.database.collection(name).createIndexes(specifications)));
      }),
    alterTable: (name, change) =>
      step(`alterTable('${name}')`, async (mongo) => {
        const definition = defineTable(change);
        const properties = await toProperties(mongo, name, definition.columns);
        await run(() => alterCollection(mongo, name, definition, properties));
      }),
    dropTable: (name) =>
      step(`dropTable('${name}')`, async ({ database }) => {
        await run(async () => {
          if ((await readSchema(database, name)) === undefined) throw new Error(`There is no collection "${name}"`);
          await database.dropCollection(name);
        });
      }),
    raw: (text) =>
      step('raw(…)', async ({ database }) => {
        const command = readCommand(text);
        await run(() => runCommand(database, command));
      }),
  };
}

/** Field of the documents → its property; fields of columns that are required are listed by `required`. */
export type Properties = Readonly<Record<string, Property>>;

/** The path of a column that a migration defines. */
export function pathOf({ name, isPrimary }: Pick<ColumnDefinition, 'name' | 'isPrimary'>): string {
  return isPrimary ? '_id' : name;
}

// --- internal ---

async function toProperties(
  { database, driver }: OpenMongo,
  table: string,
  columns: readonly ColumnDefinition[],
): Promise<Properties> {
  const properties: Record<string, Property> = {};
  for (const column of columns) {
    const path = pathOf(column);
    if (!isPath(column.name) || (column.name === '_id' && !column.isPrimary)) {
      throw new TypeError(`"${column.name}" is no name for a field of MongoDB`);
    }
    if (path === '_id' && Object.hasOwn(properties, path))
      throw new TypeError('A collection has one key, of one column');
    if (Object.hasOwn(properties, path)) throw new TypeError(`The column "${column.name}" is there twice`);
    const isReference = await refersToId(column);
    Object.defineProperty(properties, path, { value: toProperty(column, isReference, driver), enumerable: true });
  }
  return properties;

  // t.references(…) means a number, as t.id() is one elsewhere; here it is what the key of the other collection is.
  async function refersToId({ kind, reference }: ColumnDefinition): Promise<boolean> {
    if (reference === undefined || (kind !== 'integer' && kind !== 'bigint')) return false;
    if (reference.table === table) {
      const own = columns.find(({ name }) => name === reference.column);
      if (own !== undefined) return own.kind === 'id';
    }
    const schema = await readSchema(database, reference.table);
    const target = schema && readDescription(reference.table, schema, driver).columns.get(reference.column);
    return target === undefined || target.stored === 'objectId';
  }
}

function toSchema(properties: Properties, columns: readonly ColumnDefinition[]): CollectionSchema {
  if (!Object.hasOwn(properties, '_id')) {
    throw new TypeError('A collection needs a primary key of one column, such as t.id()');
  }
  return {
    bsonType: 'object',
    required: columns.filter(({ isRequired }) => isRequired).map(pathOf),
    properties,
  };
}

// A command that writes succeeds even when what it writes is refused.
async function runCommand(database: Db, command: object): Promise<void> {
  const { writeErrors, writeConcernError } = await database.command(command);
  const failure = writeErrors?.[0] ?? writeConcernError;
  if (failure !== undefined) throw new Error(failure.errmsg);
}

function readCommand(text: string): object {
  let command: unknown;
  try {
    command = JSON.parse(text);
  } catch (cause) {
    throw new TypeError('MongoDB takes no SQL: write a command as JSON, such as {"collMod": "post", …}', { cause });
  }
  if (typeof command === 'object' && command !== null && !Array.isArray(command)) return command;
  throw new TypeError('A command of MongoDB is a JSON object');
}
