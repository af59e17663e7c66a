import type { Request } from 'express';
import { splitItem } from '../../core/dispatch/join-items.ts';
import type { TablePlan } from '../contracts/table.ts';

/** Parameters of every list; all others are filters, but for those of {@link isReserved}. */
export const RESERVED: ReadonlySet<string> = new Set(['page', 'after', 'pageSize', 'sort', 'fields']);

/** Parameters with comma-separated names; a repeated parameter adds names. */
export const COMMA_LISTS: ReadonlySet<string> = new Set(['sort', 'fields', 'include']);

/**
 * Whether a parameter of a list is no filter; `include`, `q` and `deleted` are filters like others where the class has no relations, no `static search` or no
 * `static softDelete`.
 */
export function isReserved(
  name: string,
  { relations, search, softDelete }: Pick<TablePlan, 'relations' | 'search' | 'softDelete'>,
): boolean {
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
export function isRepeatable(name: string): boolean {
  if (COMMA_LISTS.has(name) || /\[(?:n?in|contains|startsWith|endsWith)\]$/.test(name)) return true;
  return isListName(splitItem(name)?.list ?? '');
}

/** Whether a parameter of lists takes several values: `sort`, `id[in]`. */
export function isListName(name: string): boolean {
  return COMMA_LISTS.has(name) || /^[^[\]]+\[n?in\]$/.test(name);
}

/** Split the name of a filter: `views[gte]` → `views`, `gte`; without `name` when it is not a filter. */
export function splitFilter(parameter: string): { name: string | undefined; operator: string | undefined } {
  const [, name, operator] = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(parameter) ?? [];
  return { name, operator };
}
