import type { CompiledLogic } from '@rest-gen/logic';
import type { CompiledRule } from '../../compile/types.ts';
import type { ControllerPlan } from '../../contracts/plan.ts';
import type { Column, Description } from '../../model/types.ts';
import type { Finding } from './types.ts';

/** What the list of a controller is filtered and sorted by, as far as its URLs and its logic say. */
export interface ListUse {
  /** Of each rule, the parameters of its paths without the id: parents. */
  readonly parents: readonly (readonly string[])[];
  /** Parameters of the query that the logic declares. */
  readonly filters: readonly string[];
  /** The first key of each order that the logic names. */
  readonly sorts: readonly string[];
}

/** @returns `undefined` where there is no list of the base class, or nothing is known of it */
export function readListUse(
  { Class, collection }: ControllerPlan,
  logic: CompiledLogic | undefined,
  rules: readonly CompiledRule[],
): ListUse | undefined {
  if (collection.actions.get('GET')?.action !== 'getAction' || Object.hasOwn(Class.prototype, 'getAction'))
    return undefined;
  const query = logic?.action('getAction')?.toJSONSchema('query', { blank: false }) ?? {};
  const properties = (query.properties ?? {}) as Readonly<
    Record<string, { enum?: readonly unknown[]; default?: unknown }>
  >;
  const { sort, ...filters } = properties;
  const orders = [...(sort?.enum ?? []), ...(sort?.default === undefined ? [] : [sort.default])];
  const use = {
    parents: rules.map(({ paramNames }) => [...paramNames].filter((name) => name !== 'id')),
    filters: Object.keys(filters),
    sorts: [...new Set(orders.map((order) => String(order).replace(/^-|,.*$/gs, '')))],
  };
  return use.filters.length + use.sorts.length + use.parents.flat().length > 0 ? use : undefined;
}

/**
 * Columns that a list is filtered and sorted by, and no index serves: one that begins with the column, or with parents and then the column.
 *
 * One index serves several parents, whichever of them it begins with.
 */
export function missingIndexes(use: ListUse, table: Description, file: string | undefined): Finding[] {
  const { indexes, name, primaryKey } = table;
  if (indexes === undefined) return [];
  const isColumn = (column: string) => INDEXED.has(table.columns.get(column)?.type) && column !== primaryKey;
  const found = new Map<string, Finding>();
  for (const all of use.parents) {
    const parents = all.filter(isColumn);
    const isServed = (column: string) => indexes.some((index) => isReached(column, index, parents));
    const add = (column: string, what: string, columns: readonly string[]): void => {
      if (found.has(column)) return;
      const message = `the list is ${what}, and no index of the table "${name}" serves it: every page reads the whole table`;
      const hint = `Add one in a migration, t.index(${JSON.stringify(columns).replaceAll('"', "'").replaceAll(',', ', ')}), unless the table stays small.`;
      found.set(column, { code: 'C_NO_INDEX', level: 'note', message, file, name: 'getAction', hint });
    };
    const [parent] = parents;
    if (parent !== undefined && !parents.some(isServed))
      add(parent, `filtered by "${parent}", a parameter of its path`, parents);
    const isMissing = (column: string) => isColumn(column) && !parents.includes(column) && !isServed(column);
    for (const column of use.filters.filter(isMissing))
      add(column, `filtered by "${column}", as its logic declares`, [...parents, column]);
    for (const column of use.sorts.filter(isMissing))
      add(column, `sorted by "${column}", as its logic declares`, [...parents, column, primaryKey]);
  }
  return [...found.values()];
}

// --- internal ---

/** Types of columns that an index helps to find; two values are not worth one. */
const INDEXED: ReadonlySet<Column['type'] | undefined> = new Set<Column['type']>([
  ...(['string', 'integer', 'bigint', 'decimal', 'double', 'date', 'datetime'] as const),
]);

function isReached(column: string, index: readonly string[], parents: readonly string[]): boolean {
  const place = index.indexOf(column);
  return place !== -1 && index.slice(0, place).every((before) => parents.includes(before));
}
