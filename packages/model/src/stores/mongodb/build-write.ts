import { type ColumnValue, DataError, Increment, readValue } from '@rest-gen/router/model';
import type { Document } from 'mongodb';
import { encode } from './convert.ts';
import { setOwn } from './documents.ts';
import type { MongoDriver } from './load-driver.ts';
import type { MongoColumn, MongoDescription } from './mongo-source.ts';

/**
 * Make the document of an insert: what is null is left out, what is missing is filled.
 *
 * @throws {DataError} `not_null`, `invalid_value`
 */
export function buildDocument(values: readonly ColumnValue[], table: MongoDescription, driver: MongoDriver): Document {
  const given = new Map(values.map(({ column, value }) => [column, value]));
  const document: Document = {};
  for (const column of table.columns.values()) {
    const value = given.has(column.name) ? given.get(column.name) : (column.fill?.() ?? null);
    if (value instanceof Increment) {
      throw new DataError('invalid_value', `"${column.name}" cannot be incremented by an insert`, {
        field: column.name,
      });
    }
    if (value !== null) setOwn(document, column.path, encode(value, column, driver));
    else if (!column.nullable) {
      throw new DataError('not_null', `"${column.name}" must not be null`, { field: column.name });
    }
  }
  return document;
}

/**
 * Make an update that sets and adds; a field that becomes null is taken out.
 *
 * With an increment it is a pipeline: `$inc` would make a number of a field that is null.
 *
 * @throws {DataError} `invalid_value`
 */
export function buildUpdate(
  values: readonly ColumnValue[],
  table: MongoDescription,
  driver: MongoDriver,
): Document | Document[] {
  const set: Document = {};
  const unset: string[] = [];
  const sums: Document = {};
  for (const { column: name, value } of values) {
    const column = table.columns.get(name) as MongoColumn;
    if (value === null) unset.push(column.path);
    else if (value instanceof Increment) setOwn(sums, column.path, addition(column, value, driver));
    else setOwn(set, column.path, encode(value, column, driver));
  }
  if (Object.keys(sums).length > 0) return buildPipeline(set, sums, unset);
  return {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((path) => [path, ''])) }),
  };
}

// --- internal ---

function buildPipeline(set: Document, sums: Document, unset: readonly string[]): Document[] {
  const values = Object.entries(set).map(([path, value]) => [path, { $literal: value }]);
  const changes = Object.fromEntries([...values, ...Object.entries(sums)]);
  return [{ $set: changes }, ...(unset.length > 0 ? [{ $unset: unset }] : [])];
}

// `$add` goes on with rounded floating-point numbers past 64 bits, and nothing but a conversion can be made to fail.
function addition(column: MongoColumn, { by }: Increment, driver: MongoDriver): Document {
  const field = `$${column.path}`;
  const $add = [field, encode(readValue(by, column), column, driver)];
  const failure = { $toInt: { $concat: ['a sum past 64 bits: ', { $toString: { $add } }] } };
  const sum =
    column.stored === 'long' ? { $cond: [{ $eq: [{ $type: { $add } }, 'double'] }, failure, { $add }] } : { $add };
  return { $cond: [{ $gt: [field, null] }, sum, field] };
}
