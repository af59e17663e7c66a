import type { Collection, Document } from 'mongodb';
import type { IndexDefinition, TableDefinition } from '../../migrate/table-definition.ts';
import type { CollectionSchema, Property } from './column-facts.ts';
import { encode } from './convert.ts';
import { readDescription, readSchema } from './describe-collection.ts';
import { collectionIndex } from './indexes.ts';
import type { OpenMongo } from './mongo-connection.ts';
import type { Properties } from './mongo-schema.ts';
import type { MongoColumn, MongoDescription } from './mongo-source.ts';

/**
 * Change the documents, the indexes and at last the validator of a collection.
 *
 * MongoDB cannot do that as a whole. In this order a change that stopped half way can be run again from its beginning.
 *
 * @param added - the properties of the columns that the change adds
 * @throws {Error} for a collection or column that is not there, or is there already, and for a required column without a default
 */
export async function alterCollection(
  mongo: OpenMongo,
  name: string,
  definition: TableDefinition,
  added: Properties,
): Promise<void> {
  const { database, driver } = mongo;
  const schema = await readSchema(database, name);
  if (schema === undefined) throw new Error(`There is no collection "${name}"`);
  const collection = database.collection(name);
  const $jsonSchema = changeSchema(schema, definition, added);
  const before = readDescription(name, schema, driver);
  const after = readDescription(name, $jsonSchema, driver);
  checkNames(before, definition);
  await changeDocuments(collection, definition, after, mongo);
  await changeIndexes(collection, definition, after);
  await database.command({ collMod: name, validator: { $jsonSchema } });
}

// --- internal ---

function changeSchema(schema: CollectionSchema, change: TableDefinition, added: Properties): CollectionSchema {
  const names = new Map(change.renamed);
  const kept = (path: string): boolean => !change.dropped.includes(path);
  const properties: [string, Property][] = Object.entries(schema.properties ?? {})
    .filter(([path]) => kept(path))
    .map(([path, property]) => [names.get(path) ?? path, property]);
  const required = [
    ...(schema.required ?? []).filter(kept).map((path) => names.get(path) ?? path),
    ...change.columns.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  ];
  const { required: _, ...rest } = schema;
  return {
    bsonType: 'object',
    ...rest,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries([...properties, ...Object.entries(added)]),
  };
}

function checkNames(
  { columns, primaryKey }: MongoDescription,
  { columns: added, dropped, renamed }: TableDefinition,
): void {
  for (const name of [...dropped, ...renamed.map(([from]) => from)]) {
    if (!columns.has(name)) throw new Error(`There is no column "${name}"`);
    if (name === primaryKey) throw new Error(`The key "${name}" of a collection stays as it is`);
  }
  for (const name of [...added.map((column) => column.name), ...renamed.map(([, to]) => to)]) {
    if (columns.has(name)) throw new Error(`There is a column "${name}" already`);
  }
  if (added.some(({ isPrimary }) => isPrimary)) throw new Error(`"${primaryKey}" is the key of the collection already`);
}

async function changeDocuments(
  collection: Collection<Document>,
  { columns, dropped, renamed }: TableDefinition,
  after: MongoDescription,
  { driver }: OpenMongo,
): Promise<void> {
  // The validator of before would refuse some of what comes.
  const options = { bypassDocumentValidation: true };
  for (const { name } of columns) {
    const column = after.columns.get(name) as MongoColumn;
    const missing = { [column.path]: { $eq: null } };
    if (column.fill !== undefined) {
      const value = encode(column.fill(), column, driver);
      await collection.updateMany(missing, { $set: { [column.path]: value } }, options);
    } else if (!column.nullable && (await collection.findOne(missing)) !== null) {
      throw new Error(`"${name}" must not be null, and there are records: give it a default`);
    }
  }
  for (const [from, to] of renamed) await collection.updateMany({}, { $rename: { [from]: to } }, options);
  for (const name of dropped) await collection.updateMany({}, { $unset: { [name]: '' } }, options);
}

async function changeIndexes(
  collection: Collection<Document>,
  { indexes, dropped, renamed }: TableDefinition,
  { primaryKey }: MongoDescription,
): Promise<void> {
  const names = new Map(renamed);
  const present = await collection.listIndexes().toArray();
  const hit = present.filter(({ key }) => Object.keys(key).some((path) => dropped.includes(path) || names.has(path)));
  const moved: IndexDefinition[] = hit
    .filter(({ key }) => Object.keys(key).every((path) => !dropped.includes(path)))
    .map(({ key, unique }) => ({
      columns: Object.keys(key).map((path) => names.get(path) ?? path),
      isUnique: unique === true,
    }));
  const wanted = [...moved, ...indexes].map((index) => collectionIndex(collection.collectionName, index, primaryKey));
  if (wanted.length > 0) await collection.createIndexes(wanted);
  for (const { name } of hit) await collection.dropIndex(name);
}
