import { DataError } from '@rest-gen/router/model';
import { missingTable } from '../../missing-table.ts';
import { ModelsError } from '../../models-error.ts';
import { hasLabel } from './error-labels.ts';
import { mapValidationError } from './map-validation-error.ts';

/**
 * Say what an error of the driver, or one that an object mapper has put around it, means.
 *
 * Fields in it have the names of the documents (`_id`). A commit whose outcome is unknown is `unavailable`: it must not be done again.
 */
export function mapMongoError(error: unknown): unknown {
  if (error instanceof ModelsError) return error;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    const mapped = cause instanceof DataError ? cause : mapOne(cause);
    if (mapped !== undefined) return mapped;
  }
  return error;
}

/** Two transactions could not stand beside each other; one of them may begin again. */
export function isConflict(error: unknown): boolean {
  return error instanceof DataError && error.code === 'retry';
}

// --- internal ---

interface DriverError extends Error {
  readonly code?: unknown;
  readonly keyPattern?: object;
  readonly errInfo?: unknown;
  readonly syscall?: unknown;
}

function mapOne(error: DriverError): DataError | undefined {
  if (hasLabel(error, 'UnknownTransactionCommitResult')) {
    return unavailable('It is not known whether the transaction was committed', error);
  }
  if (unreachable.has(error.name)) return unavailable('The database cannot be reached', error);
  if (hasLabel(error, 'TransientTransactionError') || error.code === WRITE_CONFLICT) {
    return new DataError('retry', 'Another transaction has changed the same records', { cause: error });
  }
  if (/^Mongo(?:Network|PoolCleared)/.test(error.name))
    return unavailable('The connection to the database was lost', error);
  if (error.name === 'MongoWriteConcernError') return unavailable('The database has not confirmed the write', error);
  if (error.syscall !== undefined) return mapSystemError(error);
  return typeof error.code === 'number' ? mapCode(error.code, error) : mapText(error);
}

// The driver hands these on as they are. What could not be written has not been received as a whole, and nobody has run it.
function mapSystemError(error: DriverError): DataError {
  if (error.syscall !== 'write') return unavailable('The connection to the database was lost', error);
  return new DataError('retry', 'The connection to the database was lost before the statement', { cause: error });
}

function mapCode(code: number, error: DriverError): DataError | undefined {
  const reason = refusing.get(code);
  if (reason !== undefined) return unavailable(`The database is not available: ${reason}`, error);
  switch (code) {
    case 11000: {
      const [field] = Object.keys(error.keyPattern ?? {});
      return new DataError('conflict', 'Another record has the same value', { ...named(field), cause: error });
    }
    // The only conversion that we ask for is the one that fails on purpose.
    case 241:
      return new DataError('invalid_value', 'The sum does not fit into 64 bits', { cause: error });
    case 121:
      return mapValidationError(error.errInfo, error);
    case 66:
      return new DataError('invalid_value', 'The key of a record cannot change', { field: '_id', cause: error });
    case 26:
      return missingTable(undefined, error, 'collection');
    default:
      return mapText(error);
  }
}

function mapText(error: DriverError): DataError | undefined {
  // The second text is what the driver makes of the first one.
  if (/only allowed on a replica set member|does not support retryable writes/.test(error.message)) {
    return new DataError('unavailable', 'This server of MongoDB has no transactions', {
      hint: 'Start it as a replica set, of one member at least: mongod --replSet rs0, then rs.initiate().',
      cause: error,
    });
  }
  if (isTooLarge(error)) {
    return new DataError('invalid_value', 'The record is too large: MongoDB holds up to 16 MB', { cause: error });
  }
  return undefined;
}

// The server refuses what is over 16 MB, in several ways; the driver cannot even write what is over 17 MB.
function isTooLarge({ code, message }: DriverError): boolean {
  if (code === 'ERR_OUT_OF_RANGE') return message.includes('"offset"');
  return /object to insert too large|larger than (?:the maximum size )?\d+|BSONObj size/.test(message);
}

function unavailable(message: string, cause: unknown): DataError {
  return new DataError('unavailable', message, { cause });
}

function named(field: string | undefined): { field?: string } {
  return field === undefined ? {} : { field };
}

const WRITE_CONFLICT = 112;

/** Errors of the driver that come before anything has been sent. */
const unreachable: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClosedError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoServerClosedError',
  'MongoStalePrimaryError',
  'MongoOperationTimeoutError',
]);

/** Codes of `src/mongo/base/error_codes.yml`. */
const refusing: ReadonlyMap<number, string> = new Map([
  [6, 'a member cannot be reached'],
  [7, 'a member cannot be found'],
  [50, 'the statement took too long and was cancelled'],
  [64, 'the write was not confirmed in time'],
  [89, 'the network was too slow'],
  [91, 'the server is shutting down'],
  [100, 'too few members are there to confirm a write'],
  [189, 'the primary has stepped down'],
  [262, 'the statement took too long and was cancelled'],
  [9001, 'the connection was lost'],
  [10058, 'the primary has stepped down'],
  [10107, 'the server is no primary'],
  [11600, 'the server is shutting down'],
  [11601, 'the statement was interrupted'],
  [11602, 'the primary has changed'],
  [13435, 'the server is no primary'],
  [13436, 'the server is recovering'],
  [14031, 'the disk is full'],
]);
