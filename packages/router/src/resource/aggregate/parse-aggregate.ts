import {
  AGGREGATE_OPERATIONS,
  type AggregateOperation,
  aggregateColumn,
  type Description,
  hasOperation,
  type Row,
} from '@rest-gen/model/core';
import type { RawQuery } from '../../core/contracts/exchange.ts';
import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import type { TablePlan } from '../contracts/table.ts';
import { parseCursor } from '../list/cursor.ts';
import { commaList, readSort, readWhole, single } from '../list/list-query.ts';
import type { Sort } from '../list/types.ts';

/** The groups that a query asks for, checked against what the class names. */
export interface GroupQuery {
  readonly group: readonly string[];
  readonly count: boolean;
  readonly computed: Readonly<Record<AggregateOperation, readonly string[]>>;
  /** What the groups are sorted by, all their columns included. */
  readonly sort: Sort;
  /** The group after which the page continues: a value for each name of `sort`. */
  readonly after: Row | undefined;
  /** `undefined` when the query has none. */
  readonly pageSize: number | undefined;
}

/**
 * Parse `group`, `count`, `sum`, `avg`, `min`, `max`, and the order and the page of the groups.
 *
 * @throws {HttpError} 400 `E_QUERY` naming the parameter
 */
export function parseAggregate(
  texts: RawQuery,
  description: Description,
  { aggregate, columnOf }: Pick<TablePlan, 'aggregate' | 'columnOf'>,
  maxPageSize: number,
): GroupQuery {
  const other = OF_RECORDS.find((name) => texts[name] !== undefined);
  if (other !== undefined) throw refuseParameter(other, 'is for records; groups have sort, after and pageSize');
  const group = namesOf('group', texts, aggregate);
  const count = readCount(single(texts, 'count'));
  const of = (operation: AggregateOperation) => columnsOf(operation, texts, aggregate, description);
  const computed = { sum: of('sum'), avg: of('avg'), min: of('min'), max: of('max') };
  const asked = AGGREGATE_OPERATIONS.filter((operation) => computed[operation].length > 0);
  const isTaken = (name: string): boolean => (count && name === 'count') || asked.some((one) => one === name);
  const taken = group.find((name) => isTaken(name) || isTaken(columnOf(name)));
  if (taken !== undefined) throw refuseParameter('group', `names "${taken}", which the groups have as a result, too`);
  const results = asked.flatMap((operation) => computed[operation].map((name) => `${operation}.${name}`));
  const known = [...group, ...(count ? ['count'] : []), ...results];
  const checkKnown = (name: string): void => {
    if (known.includes(name)) return;
    throw refuseParameter('sort', `names "${name}", which the groups do not have; they have ${known.join(', ')}`);
  };
  const sort = readSort(commaList(texts, 'sort'), checkKnown, group);
  const after = single(texts, 'after');
  return {
    group,
    count,
    computed,
    sort,
    after: after === undefined ? undefined : parseCursor(after, sort, (name) => aggregateColumn(name, description)),
    pageSize: readWhole(texts, 'pageSize', maxPageSize),
  };
}

// --- internal ---

const OF_RECORDS = ['page', 'fields', 'include'];

function namesOf(parameter: string, texts: RawQuery, aggregate: readonly string[]): string[] {
  const names = [...new Set(commaList(texts, parameter)?.split(','))];
  for (const name of names) {
    if (!aggregate.includes(name))
      throw refuseParameter(parameter, `names "${name}"; this list has groups of ${aggregate.join(', ')}`);
  }
  return names;
}

function columnsOf(
  operation: AggregateOperation,
  texts: RawQuery,
  aggregate: readonly string[],
  { columns }: Description,
): string[] {
  const names = namesOf(operation, texts, aggregate);
  for (const name of names) {
    const { type } = columns.get(name) ?? { type: 'json' };
    if (!hasOperation({ type }, operation))
      throw refuseParameter(operation, `names "${name}", which is of the type ${type} and has no ${operation}`);
  }
  return names;
}

function readCount(text: string | undefined): boolean {
  if (text !== undefined && text !== 'true') throw refuseParameter('count', 'takes true');
  return text === 'true';
}
