import { DataError } from '@rest-gen/router/model';
import type { Db } from 'mongodb';
import { missingTable } from '../../missing-table.ts';
import { type CollectionSchema, foreignKey, readProperty } from './column-facts.ts';
import { LOCK } from './documents.ts';
import type { MongoDriver } from './load-driver.ts';
import type { MongoColumn, MongoDescription } from './mongo-source.ts';

/** Finds out what a collection holds. */
export type Describe = (name: string) => Promise<MongoDescription>;

/**
 * Read what the validator of a collection says of its fields.
 *
 * @throws {DataError} `no_table` when there is no such collection, or none with a `$jsonSchema`
 */
export async function describeCollection(database: Db, name: string, driver: MongoDriver): Promise<MongoDescription> {
  const schema = await readSchema(database, name);
  if (schema === undefined) throw missingTable(name, undefined, 'collection');
  if (schema.properties === undefined) {
    throw new DataError('no_table', `The collection "${name}" has no $jsonSchema: its fields are not known`, {
      hint: 'Create it in a migration, give it a validator, or pass `describe` to createModels(…).',
    });
  }
  return readDescription(name, schema, driver);
}

/** The `$jsonSchema` of a collection: empty when it has none, `undefined` when there is no collection. */
export async function readSchema(database: Db, name: string): Promise<CollectionSchema | undefined> {
  const [found] = await database.listCollections({ name }, { nameOnly: false }).toArray();
  if (found === undefined || found.type === 'view') return undefined;
  return (found.options?.validator?.$jsonSchema as CollectionSchema | undefined) ?? {};
}

/** The columns of a `$jsonSchema`, the key first. */
export function readDescription(name: string, schema: CollectionSchema, driver: MongoDriver): MongoDescription {
  const required = new Set(schema.required);
  const properties = Object.entries({ _id: foreignKey, ...schema.properties });
  const columns = properties
    .filter(([path]) => isPath(path))
    .map(([path, property]) => readProperty(path, property, path === '_id' || required.has(path), driver));
  const key = columns.find(({ path }) => path === '_id') as MongoColumn;
  return {
    name,
    primaryKey: key.name,
    // A field of another document that has the name of the key stands behind it.
    columns: new Map([...columns.map((column) => [column.name, column] as const), [key.name, key]]),
  };
}

/** Whether a name can be that of a column: MongoDB takes a dot for a way into a document and `$` for an operator, and one name is ours. */
export function isPath(name: string): boolean {
  return name !== LOCK && !name.includes('.') && !name.startsWith('$') && !name.includes('\0');
}
