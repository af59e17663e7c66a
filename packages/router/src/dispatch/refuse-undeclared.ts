import type { ActionPlan } from '../contracts/plan.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import { isInclude, isOfRecord, isRepeatable, isReserved } from '../list/parameter-names.ts';
import { refuseParameter } from '../list/refuse-parameter.ts';

/** Code that expects a string must not receive a list because a client repeated a parameter. */
export function refuseRepeated({ query, list }: RequestContext, { openQuery, openInclude }: ActionPlan): void {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' || (openQuery && isRepeatable(name)) || (openInclude && isInclude(name))) continue;
    const more = openQuery && !isReserved(name, list) ? `; for one of several values write ${name}[in]` : '';
    throw refuseParameter(name, `is given twice${more}`);
  }
}

/** The logic was told to accept what it does not declare, for the sake of `include` and `deleted`. */
export function refuseOthers({ req, query, logic, list }: RequestContext): void {
  const declared = logic?.fields('query');
  for (const name in query) {
    // A schema that does not list its names decides for itself.
    if (declared && !isOfRecord(name, req, list) && !declared.includes(name))
      throw refuseParameter(name, 'is not known here');
  }
}
