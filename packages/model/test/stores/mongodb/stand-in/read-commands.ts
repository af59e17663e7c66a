import { type Document, Int32, Long } from 'mongodb';
import { compare } from './bson-order.ts';
import type { Commands, Context } from './commands.ts';
import { matches } from './match.ts';
import { checkKeys, StandInError, unknown } from './stand-in-error.ts';

/** Commands that only read. */
export const readCommands: Commands = {
  find: {
    keys: ['filter', 'projection', 'sort', 'skip', 'limit', 'batchSize', 'singleBatch'],
    inTransaction: true,
    run: (command, context) => {
      const { filter = {}, projection, sort = {}, skip = 0, limit = 0, batchSize = 101, singleBatch } = command;
      const end = Number(limit) > 0 ? Number(skip) + Number(limit) : undefined;
      const found = documentsOf(command.find, context)
        .filter((document) => matches(document, filter))
        .sort((a, b) => compareBy(sort, a, b))
        .slice(Number(skip), end)
        .map((document) => project(document, projection));
      return context.cursors.open(`${command.$db}.${command.find}`, found, Number(batchSize), singleBatch === true);
    },
  },
  getMore: {
    keys: ['collection', 'batchSize'],
    inTransaction: true,
    run: (command, { cursors }) => cursors.more(command.getMore, Number(command.batchSize ?? 101)),
  },
  killCursors: {
    keys: ['cursors'],
    inTransaction: true,
    run: (command, { cursors }) => ({ cursorsKilled: cursors.kill(command.cursors) }),
  },
  aggregate: {
    keys: ['pipeline', 'cursor'],
    inTransaction: true,
    run: (command, context) => {
      const found = countOf(command.pipeline, documentsOf(command.aggregate, context));
      return context.cursors.open(`${command.$db}.${command.aggregate}`, found, 101, true);
    },
  },
  count: {
    keys: ['query'],
    inTransaction: false,
    run: (command, context) => {
      const { query = {} } = command;
      return { n: documentsOf(command.count, context).filter((document) => matches(document, query)).length };
    },
  },
  listCollections: {
    keys: ['filter', 'cursor', 'nameOnly', 'authorizedCollections'],
    inTransaction: false,
    run: (command, { storage, cursors }) => {
      checkKeys('the filter of listCollections', command.filter ?? {}, ['name']);
      const collections = [...storage.collections(command.$db).values()];
      const found = collections
        .map(({ name, validator }) => ({ name, type: 'collection', options: validator ? { validator } : {} }))
        .filter((one) => matches(one, command.filter ?? {}));
      return cursors.open(`${command.$db}.$cmd.listCollections`, found, 101, false);
    },
  },
  listIndexes: {
    keys: ['cursor'],
    inTransaction: false,
    run: (command, { storage, cursors }) => {
      const { indexes } = storage.existing(command.$db, command.listIndexes);
      return cursors.open(`${command.$db}.${command.listIndexes}`, [...indexes.values()], 101, false);
    },
  },
};

/** What has been found and not yet been asked for. */
export class Cursors {
  readonly #left = new Map<string, { ns: string; documents: Document[] }>();
  #last = 0;

  open(ns: string, documents: readonly Document[], batchSize: number, isSingle: boolean): Document {
    const firstBatch = documents.slice(0, batchSize);
    const rest = isSingle ? [] : documents.slice(batchSize);
    this.#last += 1;
    if (rest.length > 0) this.#left.set(String(this.#last), { ns, documents: rest });
    return { cursor: { id: Long.fromNumber(rest.length > 0 ? this.#last : 0), ns, firstBatch } };
  }

  more(id: Long, batchSize: number): Document {
    const left = this.#left.get(id.toString());
    if (left === undefined) throw new StandInError(43, `cursor id ${id} not found`);
    const nextBatch = left.documents.splice(0, batchSize);
    const isOver = left.documents.length === 0;
    if (isOver) this.#left.delete(id.toString());
    return { cursor: { id: isOver ? Long.ZERO : id, ns: left.ns, nextBatch } };
  }

  kill(ids: readonly Long[]): readonly Long[] {
    for (const id of ids) this.#left.delete(id.toString());
    return ids;
  }
}

// --- internal ---

function documentsOf(name: string, { database, storage, transaction }: Context): Document[] {
  const collection = storage.collections(database).get(name);
  return collection === undefined ? [] : transaction.read(collection);
}

function compareBy(sort: Document, a: Document, b: Document): number {
  for (const [field, direction] of Object.entries(sort)) {
    const order = compare(fieldOf(a, field), fieldOf(b, field)) * Number(direction);
    if (order !== 0) return order;
  }
  return 0;
}

function fieldOf(document: Document, field: string): unknown {
  return Object.hasOwn(document, field) ? document[field] : undefined;
}

function project(document: Document, projection: Document | undefined): Document {
  if (projection === undefined) return document;
  for (const value of Object.values(projection)) if (Number(value) !== 1) throw unknown('projections that leave out');
  return Object.fromEntries(
    Object.entries(document).filter(([field]) => field === '_id' || Object.hasOwn(projection, field)),
  );
}

/** The one pipeline that is known: what the driver makes of `countDocuments`. */
function countOf(pipeline: readonly Document[], documents: readonly Document[]): Document[] {
  const [match, group, ...others] = pipeline;
  const isCount = JSON.stringify(group) === '{"$group":{"_id":1,"n":{"$sum":1}}}';
  if (!match?.$match || !isCount || others.length > 0) throw unknown('pipelines that do not count');
  const n = documents.filter((document) => matches(document, match.$match)).length;
  return n === 0 ? [] : [{ _id: 1, n: new Int32(n) }];
}
