import {
  type Column,
  type ColumnType,
  type Condition,
  DataError,
  type Description,
  type ModelProvider,
  type Query,
  type Repository,
  type Row,
  readFilter,
  readQuery,
  readValues,
} from '@rest-gen/router/model';

type Table = { description: Description; rows: Row[]; next: number };

/** `{ post: { id: 'integer', title: 'string', body: 'string?' } }`: a `?` makes a column nullable; the first column is the key. */
export type Tables = Record<string, Record<string, ColumnType | `${ColumnType}?`>>;

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
    repository: (name: string): Repository => {
      const { insertRows, updateRows, ...methods } = createRepository(stored.get(name), name, () => provider.calls++);
      return plain ? methods : { ...methods, insertRows, updateRows };
    },
    transaction: <T>(work: (tx: ModelProvider) => Promise<T>): Promise<T> => work(provider),
    ping: async () => {},
    close: async () => {},
  };
  return provider;
}

function createTable(name: string, columns: Tables[string]): Table {
  const described = Object.entries(columns).map(([column, type], index): [string, Column] => [
    column,
    { name: column, type: type.replace('?', '') as ColumnType, nullable: type.endsWith('?'), hasDefault: index === 0 },
  ]);
  return {
    description: { name, primaryKey: described[0]?.[0] ?? 'id', columns: new Map(described) },
    rows: [],
    next: 1,
  };
}

function createRepository(table: Table | undefined, name: string, count: () => void): Required<Repository> {
  const open = (): Table => {
    count();
    if (!table) throw new DataError('no_table', `There is no table "${name}"`);
    return table;
  };
  const matching = (where: object | undefined): Row[] => {
    const { rows, description } = open();
    const conditions = readFilter((where ?? {}) as Parameters<typeof readFilter>[0], description);
    return rows.filter((row) => conditions.every((condition) => holds(condition, row[condition.column])));
  };
  const read = (query: Query): Row[] => {
    const { orderBy, limit = Number.POSITIVE_INFINITY, offset, fields, after } = readQuery(query, open().description);
    const place = after && Object.fromEntries(orderBy.map(([field], index) => [field, after[index]]));
    const inOrder = (a: Row, b: Row): number => {
      for (const [field, direction] of orderBy) {
        const order = compare(a[field], b[field]);
        if (order !== 0) return direction === 'asc' ? order : -order;
      }
      return 0;
    };
    return matching(query.where)
      .filter((row) => place === undefined || inOrder(row, place) > 0)
      .sort(inOrder)
      .slice(offset, offset + limit)
      .map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
  };
  const insert = (values: Row): Row => {
    const { description, rows } = open();
    const key = description.primaryKey;
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
  const update = (where: object, values: Row): Row[] => {
    const rows = matching(where);
    for (const { column, value } of readValues(values, open().description)) for (const row of rows) row[column] = value;
    return rows;
  };
  return {
    describe: async () => open().description,
    findMany: async (query = {}) => read(query),
    findOne: async (query) => read({ ...query, limit: 1 })[0],
    count: async (where) => matching(where).length,
    insert: async (values) => insert(values)[open().description.primaryKey] as number,
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

function holds({ operator, value }: Condition, field: unknown): boolean {
  switch (operator) {
    case 'eq':
      return field === value;
    case 'ne':
      return field !== value;
    case 'in':
      return (value as unknown[]).includes(field);
    case 'nin':
      return !(value as unknown[]).includes(field);
    case 'null':
      return (field === null) === value;
    default: {
      if (field === null) return false;
      const order = compare(field, value);
      return operator === 'gt'
        ? order > 0
        : operator === 'gte'
          ? order >= 0
          : operator === 'lt'
            ? order < 0
            : order <= 0;
    }
  }
}

/** Null first, as in every store. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}
