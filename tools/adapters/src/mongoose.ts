import type { ColumnType, MongoColumn, MongoSource, MongoType } from '@rest-gen/model';
import type { Mongoose, SchemaType } from 'mongoose';

/** Mongoose's types: how MongoDB holds them, and what the models make of them. All others are JSON. */
const types: Record<string, [MongoType, ColumnType]> = {
  ObjectId: ['objectId', 'string'],
  String: ['string', 'string'],
  Number: ['double', 'double'],
  BigInt: ['long', 'bigint'],
  Decimal128: ['decimal', 'decimal'],
  Boolean: ['bool', 'boolean'],
  Date: ['date', 'datetime'],
  Buffer: ['binData', 'binary'],
};

/** The models on the connection of Mongoose: a collection has the columns of its Mongoose schema. */
export function mongooseSource({ connection, mongo, models }: Mongoose): MongoSource {
  const columnOf = ([path, schema]: [string, SchemaType & { defaultValue?: unknown }]): MongoColumn => {
    const isKey = path === '_id';
    const value = isKey ? () => new mongo.ObjectId().toHexString() : schema.defaultValue;
    const [stored, type] = types[schema.instance] ?? ['document', 'json'];
    const column = { name: isKey ? 'id' : path, path, stored, type, nullable: !isKey && !schema.isRequired };
    if (value === undefined) return { ...column, hasDefault: false };
    return { ...column, hasDefault: true, fill: () => (typeof value === 'function' ? value() : value) };
  };
  const describe = (name: string) => {
    const model = Object.values(models).find(({ collection }) => collection.name === name);
    const paths = Object.entries(model?.schema.paths ?? {}).filter(([path]) => !path.includes('.') && path !== '__v');
    return model && { name, primaryKey: 'id', columns: new Map(paths.map(columnOf).map((one) => [one.name, one])) };
  };
  const [client, database] = [connection.getClient(), connection.name];
  return { dialect: 'mongodb', client, database, driver: mongo, describe, close: () => connection.close() };
}
