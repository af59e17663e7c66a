import type { RouteRow } from '@rest-gen/router';
import type { RoutesReply } from '../inspect/tasks/routes.ts';

/** What was asked for; all that are given have to hold. */
export interface RouteFilter {
  readonly path: string | undefined;
  /** In capitals. */
  readonly method: string | undefined;
  /** Name, or the directory of several: `v1/post`, `v1`. */
  readonly controller: string | undefined;
}

/** Leave the rows that a filter asks for. */
export function filterRoutes({ rows, taken }: RoutesReply, { path, method, controller }: RouteFilter): RouteRow[] {
  return rows.filter((row) => {
    if (path !== undefined && (row.number !== taken?.rule || row.controller !== taken.controller)) return false;
    // Of a path it is known which methods it has: those of the collection, or those of a record.
    if (path !== undefined && method !== undefined) return taken?.action !== undefined;
    if (method !== undefined && ![...row.collection, ...row.item].includes(method)) return false;
    return controller === undefined || row.controller === controller || row.controller?.startsWith(`${controller}/`);
  });
}
