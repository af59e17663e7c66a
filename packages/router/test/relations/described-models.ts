import {
  type Column,
  type ColumnType,
  DataError,
  type Description,
  type ModelProvider,
  type Relations,
} from '@rest-gen/model/core';
import { type Call, recordingRepository } from '../../../model/test/core/fixture.ts';

/** Columns by name: a type, with `!` a required one, or what they refer to: `{ id: 'integer', author_id: 'user.id' }`; the first one is the key. */
export type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface DescribedModels extends ModelProvider {
  /** The repositories that were opened, with their relations. */
  readonly opened: (readonly [table: string, relations: readonly string[] | undefined])[];
  /** What the repositories were called with. */
  readonly calls: Call[];
  /** Rejects descriptions while it is set. */
  failure: Error | undefined;
}

/** A store that has descriptions, and takes relations without reading any. */
export function describedModels(tables: Tables, indexes?: Readonly<Record<string, string[][]>>): DescribedModels {
  const models: DescribedModels = {
    describeTable: (name) => models.repository(name).describe(),
    opened: [],
    calls: [],
    failure: undefined,
    repository: (name, _options, relations?: Relations) => {
      models.opened.push([name, relations && [...relations.keys()]]);
      const columns = Object.hasOwn(tables, name) ? tables[name] : undefined;
      const { repository, calls } = recordingRepository(columns && descriptionOf(name, columns, indexes?.[name]));
      calls.push = (...more) => models.calls.push(...more);
      return {
        ...repository,
        describe: () => {
          if (models.failure) return Promise.reject(models.failure);
          if (columns === undefined) return Promise.reject(new DataError('no_table', `There is no table "${name}"`));
          return repository.describe();
        },
      };
    },
    transaction: (work) => work(models),
    ping: async () => {},
    close: async () => {},
  };
  return models;
}

function descriptionOf(name: string, columns: Tables[string], indexes: string[][] | undefined): Description {
  const entries = Object.entries(columns);
  return {
    name,
    primaryKey: entries.slice(0, 1).map(([column]) => column),
    columns: new Map(
      entries.map(([column, type], at): [string, Column] => [
        column,
        {
          name: column,
          type: type.includes('.') ? 'integer' : (type.replace('!', '') as ColumnType),
          nullable: at > 0 && !type.endsWith('!'),
          hasDefault: at === 0,
        },
      ]),
    ),
    ...(indexes && { indexes }),
    foreignKeys: entries.flatMap(([column, type]) => {
      const [table = '', key] = type.split('.');
      return key === undefined ? [] : [{ column, table, key }];
    }),
  };
}
