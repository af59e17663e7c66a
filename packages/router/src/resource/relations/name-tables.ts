import { isDataError, withNames } from '@rest-gen/model/core';
import type { ResourceClass } from '../contracts/table.ts';
import { Tables } from './read-tables.ts';

/** The tables in the names of their classes (`static names`), the keys that they refer to included. */
export function nameTables(tables: Tables, classes: ReadonlyMap<string, ResourceClass>): Tables {
  if ([...classes.values()].every(({ names }) => names === undefined)) return tables;
  return new Tables(async (name) => {
    const stored = await tables.read(name);
    if (isDataError(stored)) throw stored;
    const names = classes.get(stored.name)?.names;
    const table = names?.describe(stored) ?? stored;
    const foreignKeys = table.foreignKeys?.map((one) => ({
      ...one,
      key: classes.get(one.table)?.names?.shownKey(one.key) ?? one.key,
    }));
    const named = { ...table, ...(foreignKeys && { foreignKeys }) };
    return names === undefined ? named : withNames(named, names);
  });
}
