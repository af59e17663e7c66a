import type { Allowed } from '../conditions.ts';
import { withoutAggregates } from '../groups.ts';
import { restricted } from '../join-filters.ts';
import { keyOf, keyText, whereKeys } from '../key.ts';
import { meetsAll } from '../policy/after-image.ts';
import { maskColumns, readDecision } from '../policy/restrict-relations.ts';
import type { AggregateQuery, Query, Repository } from '../provider.ts';
import { conceal } from '../stored.ts';
import type { Description, Filter, Id, Row } from '../types.ts';
import { inParts } from '../write-rows.ts';
import { composeLayers, layersOf, needsTransaction } from './layers.ts';
import { splitValues } from './relations.ts';
import { type TableOptions, TableSession } from './table-session.ts';
import type { Layer, Next, Values, Write, Written } from './write.ts';

/**
 * Open a table as a session uses it. Reads give what the user may read. Every write passes through the layers
 * (`layers.ts`): one that touches a record which the user may read, and not write, is refused as a whole; records that
 * may not be read are as if they did not exist.
 */
export function openTable(options: TableOptions): Repository {
  return new OpenTable(new TableSession(options));
}

// --- internal ---

/** The public repository of a table; everything it writes is an insert, an update or a delete of rows. */
class OpenTable implements Repository {
  readonly #table: TableSession;
  #layers: readonly Layer[] | undefined;
  #pass: Next | undefined;

  constructor(table: TableSession) {
    this.#table = table;
  }

  get unrestricted(): Repository | undefined {
    const { access, options } = this.#table;
    return access && openTable({ ...options, access: undefined });
  }

  /** Without the relations: a restored record still has them. */
  get deleted(): Repository | undefined {
    const { stored, options } = this.#table;
    return stored.deleted && openTable({ ...options, writable: undefined, isDeleted: true });
  }

  describe(): Promise<Description> {
    const { policy } = this.#table;
    const stored = this.#table.describe();
    if (policy === undefined) return stored;
    return stored.then((one) => {
      const description = maskColumns(one, policy);
      return this.#table.isClosed ? { ...description, isClosed: true } : description;
    });
  }

  async findMany(query: Query = {}): Promise<Row[]> {
    const narrowed = this.#table.narrow(query.where);
    const where = narrowed instanceof Promise ? await narrowed : narrowed;
    return where === undefined ? [] : this.#table.reads.findMany({ ...query, where });
  }

  async findOne(query: Query): Promise<Row | undefined> {
    const narrowed = this.#table.narrow(query.where);
    // Fast path: `await` takes time even where there is no promise.
    const where = narrowed instanceof Promise ? await narrowed : narrowed;
    return where && this.#table.reads.findOne({ ...query, where });
  }

  async count(where?: Filter): Promise<number> {
    const narrowed = await this.#table.narrow(where);
    return narrowed === undefined ? 0 : this.#table.reads.count(narrowed);
  }

  async aggregate(query: AggregateQuery): Promise<Row[]> {
    const { reads } = this.#table;
    const where = await this.#table.narrow(query.where);
    if (reads.aggregate === undefined) throw await withoutAggregates(reads);
    return reads.aggregate({ ...query, where: where ?? restricted(undefined, false) });
  }

  async insert(row: Row): Promise<Id> {
    const { keys = [] } = await this.#create([row], false);
    return keys[0] as Id;
  }

  insertRows(list: readonly Row[]): Promise<Row[]> {
    return list.length === 0 ? Promise.resolve([]) : this.#create(list, true).then(({ rows = [] }) => [...rows]);
  }

  async update(where: Filter, row: Row): Promise<number> {
    return (await this.#update(where, row, false)).count;
  }

  async updateRows(where: Filter, row: Row): Promise<Row[]> {
    return [...((await this.#update(where, row, true)).rows ?? [])];
  }

  async delete(where: Filter): Promise<number> {
    const change = { action: 'delete', operation: 'delete', values: [], where, returns: false } as const;
    return (await this.#write(await this.#table.describe(), change)).count;
  }

  async #create(list: readonly Row[], returns: boolean): Promise<Written> {
    const { policy, writable } = this.#table;
    const description = await this.#table.describe();
    const defaults = policy?.defaults;
    const values = list.map((row, index): Values => {
      const { columns, related } = splitValues(row, writable);
      return {
        columns: defaults ? fillIn(columns, defaults, description) : columns,
        related,
        named: policy ? Object.keys(columns) : [],
        index: list.length > 1 ? index : undefined,
      };
    });
    return this.#write(description, { action: 'create', operation: 'create', values, where: {}, returns });
  }

  async #update(where: Filter, row: Row, returns: boolean): Promise<Written> {
    const { writable, options } = this.#table;
    const description = await this.#table.describe();
    const { columns, related } = splitValues(row, writable);
    const named = Object.keys(columns);
    const { deletedAt } = description;
    const isRestored = options.isDeleted === true && named.every((name) => name === deletedAt);
    const operation = isRestored ? 'delete' : 'update';
    const values = [{ columns, related, named, index: undefined }];
    return this.#write(description, { action: 'update', operation, values, where, returns });
  }

  #write(description: Description, parts: Omit<Write, 'table' | 'description' | 'before' | 'first'>): Promise<Written> {
    const table = this.#table;
    this.#layers ??= layersOf(table);
    this.#pass ??= composeLayers(this.#layers);
    const pass = this.#pass;
    const write: Write = { table, description, before: undefined, first: 0, ...parts };
    const run = async (): Promise<Written> => {
      const written = await pass(write);
      return write.returns ? showWritten(write, written) : written;
    };
    return needsTransaction(this.#layers, write) ? table.session.transaction(run) : run();
  }
}

/** An equality can also be about the number of related records, which is not set. */
function fillIn(values: Row, defaults: Row, { columns }: Description): Row {
  const filled = { ...values };
  for (const name in defaults) if (filled[name] === undefined && columns.has(name)) filled[name] = defaults[name];
  return filled;
}

/** The written rows as the user may read them when everything has run: loaded again only where that is in doubt. */
function showWritten(write: Write, written: Written): Written | Promise<Written> {
  const { table, description } = write;
  const { policy, session } = table;
  const { rows = [], at } = written;
  const readable = policy === undefined ? [] : readDecision(policy.decide('read'), description, policy);
  const hasMasks = policy !== undefined && policy.readMasks().size > 0;
  const isShown = readable !== false && !hasMasks && session.isCurrent(at, description);
  if (isShown && rows.every((row) => meetsAll(readable, row, description))) return written;
  return loadWritten(write, written, readable).then((shown) => ({ ...written, rows: shown }));
}

/** Only the key is left of a row that the user may not read. */
async function loadWritten(
  { table, description }: Write,
  { rows = [], keys = [] }: Written,
  readable: Allowed,
): Promise<readonly Row[]> {
  const { policy } = table;
  const { primaryKey } = description;
  const shown = new Map<string, Row>();
  for (const part of readable === false ? [] : inParts(keys)) {
    const where = restricted(whereKeys(part, primaryKey), readable);
    for (const row of await table.reads.findMany({ where })) shown.set(keyText(keyOf(row, primaryKey)), row);
  }
  // Without a policy a record is missing only if a hook has deleted it.
  const otherwise = (row: Row): Row => (policy === undefined ? row : conceal(row, primaryKey));
  return rows.map((row) => shown.get(keyText(keyOf(row, primaryKey))) ?? otherwise(row));
}
