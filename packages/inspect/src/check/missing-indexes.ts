import type { CompiledLogic } from '@rest-gen/logic';
import { type Column, columnsOf, type Description, isKey, type Relation, type Relations } from '@rest-gen/model/core';
import { type CompiledRule, type ControllerPlan, resourceClassOf } from '@rest-gen/router/internal';
import type { Finding } from './finding.ts';

/**
 * The columns by which the list of a controller is filtered and sorted, as far as its URLs, its logic and its class
 * declare them.
 */
export interface ListUse {
  /** Parents: for each rule, the parameters of its paths without the id. */
  readonly parents: readonly (readonly string[])[];
  /** Columns in parameters of the query, and who says so: `its logic declares`. */
  readonly filters: ReadonlyMap<string, string>;
  /** The first key of each order, and who says so. */
  readonly sorts: ReadonlyMap<string, string>;
}

/** @returns `undefined` where there is no list of the base class, or nothing is known of it */
export function findListUse(
  plan: ControllerPlan,
  logic: CompiledLogic | undefined,
  rules: readonly CompiledRule[],
): ListUse | undefined {
  const { Class, collection } = plan;
  const { filterable, sortable } = resourceClassOf(plan).statics;
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
    filters: namesOf(filterable, 'filterable', Object.keys(filters).map(filteredColumn)),
    sorts: namesOf(
      sortable,
      'sortable',
      orders.map((order) => String(order).replace(/^-|,.*$/gs, '')),
    ),
  };
  return use.filters.size + use.sorts.size + use.parents.flat().length > 0 ? use : undefined;
}

/**
 * Columns that a list is filtered and sorted by, and no index serves: one that begins with the column, or with parents
 * and then the column.
 *
 * One index serves several parents, whichever of them it begins with.
 */
export function missingIndexes(
  use: ListUse,
  table: Description,
  { logic, controller }: { readonly logic: string | undefined; readonly controller: string | undefined },
): Finding[] {
  const { indexes, name, primaryKey } = table;
  if (indexes === undefined) return [];
  const isColumn = (column: string) => INDEXED.has(table.columns.get(column)?.type) && !isKey(column, primaryKey);
  const found = new Map<string, Finding>();
  for (const all of use.parents) {
    const parents = all.filter(isColumn);
    const isServed = (column: string) => indexes.some((index) => isReached(column, index, parents));
    const add = (column: string, what: string, columns: readonly string[]): void => {
      if (found.has(column)) return;
      const message = `the list is ${what}, and no index of the table "${name}" serves it: every page reads the whole table`;
      const file = what.includes('`static ') ? controller : (logic ?? controller);
      const hint = `Add one in a migration, t.index(${JSON.stringify(columns).replaceAll('"', "'").replaceAll(',', ', ')}), unless the table stays small.`;
      found.set(column, { code: 'C_NO_INDEX', level: 'note', message, file, name: 'getAction', hint });
    };
    const [parent] = parents;
    if (parent !== undefined && !parents.some(isServed))
      add(parent, `filtered by "${parent}", a parameter of its path`, parents);
    const isMissing = (column: string) => isColumn(column) && !parents.includes(column) && !isServed(column);
    for (const [column, source] of use.filters)
      if (isMissing(column)) add(column, `filtered by "${column}", as ${source}`, [...parents, column]);
    for (const [column, source] of use.sorts)
      if (isMissing(column)) add(column, `sorted by "${column}", as ${source}`, [...parents, column, ...primaryKey]);
  }
  return [...found.values()];
}

/** Relations that are read by columns without an index. @param file - of their class */
export function* unindexed(relations: Relations, file: string | undefined, path = ''): Generator<Finding> {
  for (const [name, relation] of relations) {
    const { table, columns } = referring(relation);
    const isServed = table.indexes?.some(([begin = '']) => columns.includes(begin)) ?? true;
    if (relation.kind !== 'one' && !isServed && !isKey(columns, table.primaryKey)) {
      yield {
        code: 'C_NO_INDEX',
        level: 'note',
        message: `the relation "${path}${name}" is read by "${table.name}.${columns.join(', ')}", and no index begins with it: the whole table is read for each record`,
        file,
        hint: `Add one in a migration, t.index(['${columns.join("', '")}']), unless the table stays small.`,
      };
    }
    yield* unindexed(relation.relations, file, `${path}${name}.`);
  }
}

// --- internal ---

/** Types of columns that an index helps to find; two values are not worth one. */
const INDEXED: ReadonlySet<Column['type'] | undefined> = new Set<Column['type']>([
  ...(['string', 'integer', 'bigint', 'decimal', 'double', 'date', 'datetime'] as const),
]);

/** Operators that an index helps with; the others look at most of the rows. */
const RANGES = /^(.+)\[(?:eq|in|gt|gte|lt|lte)\]$/;

/** The column of a parameter: that of `views[gte]` is `views`. */
function filteredColumn(parameter: string): string {
  return RANGES.exec(parameter)?.[1] ?? parameter;
}

/** Names that the logic declares, and those of a static of the class, with who says so. */
function namesOf(
  listed: ReadonlySet<string> | undefined,
  name: 'filterable' | 'sortable',
  declared: readonly string[],
): Map<string, string> {
  const names = new Map([...(listed ?? [])].map((one) => [one, `\`static ${name}\` says`]));
  for (const one of declared) names.set(one, 'its logic declares');
  return names;
}

function isReached(column: string, index: readonly string[], parents: readonly string[]): boolean {
  const place = index.indexOf(column);
  return place !== -1 && index.slice(0, place).every((before) => parents.includes(before));
}

/** The columns in which the records of a relation are looked up. */
function referring({ target, to, through }: Relation): { table: Relation['target']; columns: readonly string[] } {
  return through
    ? { table: through.target, columns: columnsOf(through.from) }
    : { table: target, columns: columnsOf(to) };
}
