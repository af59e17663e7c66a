import { refuseParameter } from '../../core/dispatch/refuse-parameter.ts';
import type { ResourceAction } from '../contracts/action.ts';
import type { Resource } from '../contracts/resource.ts';
import { isInclude, isOfRecord, isRepeatable, isReserved } from '../list/parameter-names.ts';

/** Code that expects a string must not receive a list because a client repeated a parameter. */
export function refuseRepeated(
  { exchange: { query }, table }: Resource,
  { openQuery, openInclude }: ResourceAction,
): void {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' || (openQuery && isRepeatable(name)) || (openInclude && isInclude(name))) continue;
    const more = openQuery && !isReserved(name, table) ? `; for one of several values write ${name}[in]` : '';
    throw refuseParameter(name, `is given twice${more}`);
  }
}

/** The logic was told to accept what it does not declare, for the sake of `include` and `deleted`. */
export function refuseOthers({ exchange: { req, query, logic }, table }: Resource): void {
  const declared = logic?.fields('query');
  for (const name in query) {
    // A schema that does not list its names decides for itself.
    if (declared && !isOfRecord(name, req, table) && !declared.includes(name))
      throw refuseParameter(name, 'is not known here');
  }
}
