import type { CheckedQuery, Row } from '@rest-gen/router/model';
import type { Collection, Document, FindOptions } from 'mongodb';
import { allOf, buildAfter, buildFilter } from './build-filter.ts';
import { decode } from './convert.ts';
import { LOCK, setOwn } from './documents.ts';
import type { MongoDriver } from './load-driver.ts';
import type { OperationOptions } from './mongo-connection.ts';
import type { MongoColumn, MongoDescription } from './mongo-source.ts';

/**
 * Make the operation of a query. In a transaction, `lock` also writes to every document that it reads, without changing it: others that write to one
 * of them until the transaction ends wait or begin again, and so does this one when somebody has.
 *
 * @throws {DataError} `invalid_filter`
 */
export function findDocuments(
  query: CheckedQuery,
  table: MongoDescription,
  driver: MongoDriver,
): (collection: Collection<Document>, options: OperationOptions) => Promise<Document[]> {
  const { conditions, orderBy, fields, limit, offset, after, lock } = query;
  const filter = allOf([
    buildFilter(conditions, table, driver),
    ...(after === undefined ? [] : [buildAfter(query, table, driver)]),
  ]);
  const settings: FindOptions = {
    projection: projectionOf(fields.map((field) => pathOf(field, table))),
    ...(orderBy.length > 0 && { sort: new Map(orderBy.map(([field, way]) => [pathOf(field, table), sides[way]])) }),
    ...(limit !== undefined && { limit }),
    ...(offset > 0 && { skip: offset }),
  };
  return async (collection, options) => {
    const documents = await collection.find(filter, { ...options, ...settings }).toArray();
    if (lock && options.session !== undefined) await lockDocuments(collection, documents, options, driver);
    return documents;
  };
}

/** A document as a row of these columns: a field that is missing is null. */
export function readRow(document: Document, columns: readonly MongoColumn[]): Row {
  const row: Row = {};
  for (const column of columns) {
    const value = Object.hasOwn(document, column.path) ? document[column.path] : null;
    setOwn(row, column.name, decode(value, column));
  }
  return row;
}

// --- internal ---

const sides = { asc: 1, desc: -1 } as const;

function pathOf(field: string, table: MongoDescription): string {
  return (table.columns.get(field) as MongoColumn).path;
}

// The key is wanted in any case: locks are set by it.
function projectionOf(paths: readonly string[]): Document {
  const projection: Document = { _id: 1 };
  for (const path of paths) setOwn(projection, path, 1);
  return projection;
}

// An update that changes nothing would not be written, and collide with nothing.
async function lockDocuments(
  collection: Collection<Document>,
  documents: readonly Document[],
  options: OperationOptions,
  driver: MongoDriver,
): Promise<void> {
  if (documents.length === 0) return;
  const filter = { _id: { $in: documents.map(({ _id }) => _id) } };
  await collection.updateMany(filter, { $set: { [LOCK]: new driver.ObjectId() } }, options);
  await collection.updateMany(filter, { $unset: { [LOCK]: '' } }, options);
}
