import type { Commands } from './commands.ts';
import { checkValidator } from './json-schema.ts';
import { StandInError } from './stand-in-error.ts';
import { type Collection, checkIndex, type Index } from './storage.ts';
import { duplicate, isIn, valuesOf } from './transactions.ts';

/** Commands that define collections; none of them takes part in a transaction. */
export const defineCommands: Commands = {
  create: {
    keys: ['validator'],
    inTransaction: false,
    run: (command, { storage }) => {
      if (command.validator !== undefined) checkValidator(command.validator);
      storage.create(command.$db, command.create, command.validator);
      return {};
    },
  },
  collMod: {
    keys: ['validator'],
    inTransaction: false,
    run: (command, { storage }) => {
      checkValidator(command.validator);
      storage.existing(command.$db, command.collMod).validator = command.validator;
      return {};
    },
  },
  drop: {
    keys: [],
    inTransaction: false,
    run: (command, { storage }) => {
      storage.existing(command.$db, command.drop);
      storage.collections(command.$db).delete(command.drop);
      return {};
    },
  },
  dropDatabase: {
    keys: [],
    inTransaction: false,
    run: (command, { storage }) => {
      storage.collections(command.$db).clear();
      return {};
    },
  },
  createIndexes: {
    keys: ['indexes'],
    inTransaction: false,
    run: (command, { storage }) => {
      const { $db, createIndexes: name } = command;
      const collection = storage.collections($db).get(name) ?? storage.create($db, name, undefined);
      for (const index of command.indexes.map(checkIndex)) createIndex(collection, index);
      return {};
    },
  },
  dropIndexes: {
    keys: ['index'],
    inTransaction: false,
    run: (command, { storage }) => {
      const { indexes } = storage.existing(command.$db, command.dropIndexes);
      if (!indexes.delete(command.index)) throw new StandInError(27, `index not found with name [${command.index}]`);
      return {};
    },
  },
};

// --- internal ---

function createIndex(collection: Collection, index: Index): void {
  const known = collection.indexes.get(index.name);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(index)) {
    throw new StandInError(86, `An existing index has the same name as the requested index: ${index.name}`);
  }
  if (index.unique === true) {
    const values = [...collection.documents.values()]
      .filter((document) => isIn(document, index))
      .map((document) => valuesOf(document, index));
    if (new Set(values).size < values.length) throw duplicate(collection, index);
  }
  collection.indexes.set(index.name, index);
}
