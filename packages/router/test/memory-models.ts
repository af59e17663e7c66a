import {
  type Column,
  type ColumnType,
  DataError,
  type Description,
  type Filter,
  type ForeignKey,
  type ModelProvider,
  type Relations,
  type Repository,
  type Row,
  readValues,
  type View,
} from '@rest-gen/model/core';
import { type NaiveTable, naiveFilter, naiveFind } from './naive-store.ts';

type Table = { description: Description; rows: Row[]; next: number };

type Nullable = `${ColumnType}${'' | '?'}`;

/**
 * `{ post: { id: 'integer', title: 'string', author_id: 'integer? -> author.id' } }`: a `?` makes a column nullable, an arrow refers to a column of another
 * table; the first column is the key.
 */
export type Tables = Record<string, Record<string, Nullable | `${Nullable} -> ${string}.${string}`>>;

/**
 * A model provider in memory for tests; `calls` counts operations.
 *
 * @param plain - without the optional methods of repositories
 */
export function memoryModels(
  tables: Tables,
  plain = false,
): ModelProvider & { calls: number; rows(table: string): Row[] } {
  const stored = new Map(Object.entries(tables).map(([name, columns]) => [name, createTable(name, columns)]));
  const provider = {
    calls: 0,
    rows: (table: string) => stored.get(table)?.rows ?? [],
    describeTable: (name: string): Promise<Description> => provider.repository(name).describe(),
    repository: (name: string, _options?: object, relations: Relations = new Map(), view?: View): Repository => {
      const { insertRows, updateRows, ...methods } = createRepository(
        stored.get(name),
        name,
        () => provider.calls++,
        ({ description }) => ({ description: view?.(description) ?? description, relations, rowsOf: provider.rows }),
      );
      return plain ? methods : { ...methods, insertRows, updateRows };
    },
    transaction: <T>(work: (tx: ModelProvider) => Promise<T>): Promise<T> => work(provider),
    ping: async () => {},
    close: async () => {},
  };
  return provider;
}

function createTable(name: string, columns: Tables[string]): Table {
  const foreignKeys: ForeignKey[] = [];
  const described = Object.entries(columns).map(([column, declared], index): [string, Column] => {
    const [type = '', reference] = declared.split(' -> ');
    const [to, onDelete] = (reference?.split(' on delete ') ?? []) as [string?, ForeignKey['onDelete']?];
    const [table, key] = to?.split('.') ?? [];
    if (table !== undefined && key !== undefined)
      foreignKeys.push({ column, table, key, ...(onDelete && { onDelete }) });
    return [
      column,
      {
        name: column,
        type: type.replace('?', '') as ColumnType,
        nullable: type.endsWith('?'),
        hasDefault: index === 0,
      },
    ];
  });
  return {
    description: { name, primaryKey: [described[0]?.[0] ?? 'id'], columns: new Map(described), foreignKeys },
    rows: [],
    next: 1,
  };
}

function createRepository(
  table: Table | undefined,
  name: string,
  count: () => void,
  related: (table: Table) => NaiveTable,
): Required<Omit<Repository, 'aggregate' | 'deleted' | 'unrestricted'>> {
  const open = (): Table => {
    count();
    if (!table) throw new DataError('no_table', `There is no table "${name}"`);
    return table;
  };
  const matching = (where: Filter = {}): Row[] => {
    const opened = open();
    return opened.rows.filter(naiveFilter(where, related(opened)));
  };
  const insert = (values: Row): Row => {
    const { description, rows } = open();
    const [key = 'id'] = description.primaryKey;
    const row: Row = Object.fromEntries([...description.columns.keys()].map((column) => [column, null]));
    for (const { column, value } of readValues(values, description)) row[column] = value;
    for (const { name: column, nullable, hasDefault } of description.columns.values()) {
      if (row[column] === null && !nullable && !hasDefault)
        throw new DataError('not_null', `"${column}" is missing`, { field: column });
    }
    if (row[key] === null)
      row[key] = description.columns.get(key)?.type === 'string' ? `key${table?.next}` : table?.next;
    if (table) table.next++;
    if (rows.some((other) => other[key] === row[key]))
      throw new DataError('conflict', 'The key is taken', { field: key });
    rows.push(row);
    return row;
  };
  const update = (where: Filter, values: Row): Row[] => {
    const rows = matching(where);
    for (const { column, value } of readValues(values, open().description)) for (const row of rows) row[column] = value;
    return rows;
  };
  return {
    describe: async () => open().description,
    findMany: async (query = {}) => naiveFind(query, related(open())),
    findOne: async (query) => naiveFind({ ...query, limit: 1 }, related(open()))[0],
    count: async (where) => matching(where).length,
    insert: async (values) => insert(values)[open().description.primaryKey[0] ?? 'id'] as number,
    insertRows: async (list) => {
      const { rows } = open();
      const before = rows.length;
      try {
        return list.map((values) => ({ ...insert(values) }));
      } catch (error) {
        rows.length = before;
        throw error;
      }
    },
    update: async (where, values) => update(where, values).length,
    updateRows: async (where, values) => update(where, values).map((row) => ({ ...row })),
    delete: async (where) => {
      const gone = new Set(matching(where));
      const { rows } = open();
      rows.splice(0, rows.length, ...rows.filter((row) => !gone.has(row)));
      return gone.size;
    },
  };
}
