import { BSON, type Document, ObjectId } from 'mongodb';
import { applyUpdate } from './apply-update.ts';
import type { Commands, Context } from './commands.ts';
import { validate } from './json-schema.ts';
import { matches } from './match.ts';
import { checkKeys, StandInError, unknown } from './stand-in-error.ts';
import type { Collection } from './storage.ts';

/** Commands that write documents. */
export const writeCommands: Commands = {
  insert: {
    keys: ['documents', 'ordered', 'bypassDocumentValidation'],
    inTransaction: true,
    run: (command, context) =>
      eachStatement(command, command.documents, (given) => {
        const document = given._id === undefined ? { _id: new ObjectId(), ...given } : given;
        const collection = collectionOf(command.insert, context);
        check(document, collection, command);
        context.transaction.insert(collection, document);
        return { n: 1 };
      }),
  },
  update: {
    keys: ['updates', 'ordered', 'bypassDocumentValidation'],
    inTransaction: true,
    run: (command, context) =>
      eachStatement(command, command.updates, (statement) => runUpdate(command, statement, context)),
  },
  delete: {
    keys: ['deletes', 'ordered'],
    inTransaction: true,
    run: (command, context) =>
      eachStatement(command, command.deletes, (statement) => {
        checkKeys('a delete', statement, ['q', 'limit']);
        const collection = collectionOf(command.delete, context);
        const found = findBy(statement.q, Number(statement.limit) === 1, collection, context);
        for (const document of found) context.transaction.delete(collection, document);
        return { n: found.length };
      }),
  },
  findAndModify: {
    keys: ['query', 'update', 'new', 'remove', 'upsert'],
    inTransaction: true,
    run: (command, context) => {
      const collection = collectionOf(command.findAndModify, context);
      const [found] = findBy(command.query, true, collection, context);
      if (command.upsert === true) throw unknown('upserts by findAndModify');
      if (found === undefined) return { value: null };
      if (command.remove === true) {
        context.transaction.delete(collection, found);
        return { value: found };
      }
      const changed = applyUpdate(found, command.update, false);
      check(changed, collection, command);
      context.transaction.replace(collection, changed);
      return { value: command.new === true ? changed : found };
    },
  },
};

// --- internal ---

interface Outcome {
  readonly n: number;
  readonly nModified?: number;
  readonly upserted?: unknown;
}

function runUpdate(command: Document, statement: Document, context: Context): Outcome {
  checkKeys('an update', statement, ['q', 'u', 'multi', 'upsert']);
  const collection = collectionOf(command.update, context);
  const found = findBy(statement.q, statement.multi !== true, collection, context);
  if (found.length === 0 && statement.upsert === true) {
    const document = applyUpdate(equalities(statement.q), statement.u, true);
    const inserted = { _id: new ObjectId(), ...document };
    check(inserted, collection, command);
    context.transaction.insert(collection, inserted);
    return { n: 1, upserted: inserted._id };
  }
  for (const document of found) {
    const changed = applyUpdate(document, statement.u, false);
    check(changed, collection, command);
    context.transaction.replace(collection, changed);
  }
  return { n: found.length, nModified: found.length };
}

/** Run statements in their order up to the first one that fails; what those before it wrote stays, outside of transactions. */
function eachStatement(
  command: Document,
  statements: readonly Document[],
  run: (statement: Document) => Outcome,
): Document {
  if (command.ordered === false && statements.length > 1) throw unknown('statements without an order');
  const answer = { n: 0, nModified: 0, upserted: [] as Document[], writeErrors: [] as Document[] };
  for (const [index, statement] of statements.entries()) {
    try {
      const { n, nModified = 0, upserted } = run(statement);
      answer.n += n;
      answer.nModified += nModified;
      if (upserted !== undefined) answer.upserted.push({ index, _id: upserted });
    } catch (error) {
      if (!(error instanceof StandInError) || error.labels.length > 0 || error.code === 8000) throw error;
      answer.writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.details });
      break;
    }
  }
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

function collectionOf(name: string, { database, storage }: Context): Collection {
  return storage.collections(database).get(name) ?? storage.create(database, name, undefined);
}

function findBy(query: Document, isSingle: boolean, collection: Collection, { transaction }: Context): Document[] {
  const found = transaction.read(collection).filter((document) => matches(document, query));
  return isSingle ? found.slice(0, 1) : found;
}

function check(document: Document, { validator }: Collection, command: Document): void {
  if (BSON.calculateObjectSize(document) > 16_777_216) {
    throw command.insert === undefined
      ? new StandInError(17419, 'Resulting document after update is larger than 16777216')
      : new StandInError(2, 'object to insert too large. size in bytes: above, max size: 16777216');
  }
  if (command.bypassDocumentValidation !== true) validate(document, validator);
}

/** What an upsert takes over from its filter. */
function equalities(query: Document): Document {
  const equal = Object.entries(query).map(([field, value]) => {
    const operand = value?.$eq ?? value;
    if (field.startsWith('$') || (typeof operand === 'object' && operand?._bsontype === undefined)) {
      throw unknown('upserts by other filters than equality');
    }
    return [field, operand];
  });
  return Object.fromEntries(equal);
}
