import { AGGREGATE_OPERATIONS } from '@rest-gen/model/core';
import type { Request } from 'express';
import { splitItem } from '../../core/dispatch/join-items.ts';
import type { TablePlan } from '../contracts/table.ts';

/** What decides which parameters a list has besides filters. */
type ListPlan = Pick<TablePlan, 'relations' | 'search' | 'softDelete' | 'aggregate'>;

/** Parameters of every list; all others are filters, but for those of {@link isReserved}. */
export const RESERVED: ReadonlySet<string> = new Set(['page', 'after', 'pageSize', 'sort', 'fields']);

/** Parameters that ask for groups in place of records, where the class has `static aggregate`. */
export const AGGREGATES: readonly string[] = ['group', 'count', ...AGGREGATE_OPERATIONS];

/**
 * Whether a parameter of a list is no filter; `include`, `q`, `deleted` and those of {@link AGGREGATES} are filters like others where the class has no
 * relations, no `static search`, no `static softDelete` or no `static aggregate`.
 */
export function isReserved(name: string, { relations, search, softDelete, aggregate }: ListPlan): boolean {
  if (AGGREGATES.includes(name)) return aggregate.length > 0;
  if (name === 'include') return relations.size > 0;
  if (name === 'deleted') return softDelete !== undefined;
  return name === 'q' ? search.length > 0 : RESERVED.has(name);
}

/** Whether a request that is about one record knows this parameter. */
export function isOfRecord(
  name: string,
  { method }: Pick<Request, 'method'>,
  { relations, softDelete }: Pick<TablePlan, 'relations' | 'softDelete'>,
): boolean {
  if (isInclude(name)) return relations.size > 0;
  return name === 'deleted' && softDelete !== undefined && (method === 'GET' || method === 'HEAD');
}

/** `include`, or an item of it: `include[]`, `include[0]`. */
export function isInclude(name: string): boolean {
  return name === 'include' || splitItem(name)?.list === 'include';
}

/** Whether a parameter of a list may be repeated: `sort`, `id[in]`, `title[contains]`, and items of lists as some clients write them, `id[in][]`, `id[in][0]`. */
export function isRepeatable(name: string, plan: ListPlan): boolean {
  if (isCommaList(name, plan) || /\[(?:n?in|contains|startsWith|endsWith)\]$/.test(name)) return true;
  return isListName(splitItem(name)?.list ?? '', plan);
}

/** Whether a parameter of lists takes several values: `sort`, `id[in]`. */
export function isListName(name: string, plan: ListPlan): boolean {
  return isCommaList(name, plan) || /^[^[\]]+\[n?in\]$/.test(name);
}

/** Whether a parameter has comma-separated names; a repeated parameter adds names. */
export function isCommaList(name: string, plan: ListPlan): boolean {
  if (COMMA_LISTS.has(name)) return true;
  return name !== 'count' && AGGREGATES.includes(name) && isReserved(name, plan);
}

/** Split the name of a filter: `views[gte]` → `views`, `gte`; without `name` when it is not a filter. */
export function splitFilter(parameter: string): { name: string | undefined; operator: string | undefined } {
  const [, name, operator] = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(parameter) ?? [];
  return { name, operator };
}

// --- internal ---

const COMMA_LISTS: ReadonlySet<string> = new Set(['sort', 'fields', 'include']);
